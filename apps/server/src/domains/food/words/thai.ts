/** Thai food. */
import type { Cuisine } from './cuisine.js';

/** Thai food. */
export const thai: Cuisine = {
  names: ['Thai {district}', 'Lemongrass', 'Baan Suan', 'Chilli & Lime'],
  about: ['Hot, sour, salty and sweet, all at once.', 'Street food from Bangkok.', 'Herbs from a garden of their own.'],
  menu: {
    mains: [
      ['Pad Thai', 'Rice noodles, egg and peanuts.', 11.5, ['egg', 'peanuts', 'soy', 'fish']],
      ['Green Curry', 'Coconut, aubergine and basil.', 12, ['fish', 'shellfish'], 'protein', 'spice'],
      ['Red Curry', 'Coconut, bamboo and lime leaves.', 12, ['fish', 'shellfish'], 'protein', 'spice'],
      ['Massaman Curry', 'Potatoes, peanuts and cinnamon.', 13, ['peanuts', 'fish'], 'protein'],
      ['Pad Krapao', 'Minced meat, holy basil and an egg.', 12, ['egg', 'soy', 'fish'], 'spice'],
      ['Fried Rice', 'With pineapple and cashews.', 11, ['egg', 'nuts', 'soy'], 'protein'],
      ['Drunken Noodles', 'Wide noodles and chilli.', 12, ['soy', 'fish', 'gluten'], 'protein', 'spice'],
      ['Tofu Larb', 'Toasted rice, mint and lime.', 10.5, ['soy'], 'spice'],
    ],
    starters: [
      ['Tom Yum', 'Hot and sour soup with mushrooms.', 6.5, ['fish', 'shellfish'], 'spice'],
      ['Spring Rolls', 'Four, with plum sauce.', 5.5, ['gluten', 'soy']],
      ['Papaya Salad', 'Green papaya, beans and peanuts.', 7.5, ['peanuts', 'fish'], 'spice'],
    ],
    desserts: [['Mango Sticky Rice', 'With coconut cream.', 6.5, ['sesame']]],
  },
};
