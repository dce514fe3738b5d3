/** Indian food. */
import type { Cuisine } from './cuisine.js';

/** Indian food. */
export const indian: Cuisine = {
  names: ['Saffron {district}', 'Curry Leaf', 'Masala House', 'The Tiffin'],
  about: [
    'Curries that simmer all day, breads from the tandoor.',
    'Recipes of a family from Kerala.',
    'Spices that are roasted in the house.',
  ],
  menu: {
    mains: [
      ['Chicken Tikka Masala', 'Tomato, cream and fenugreek.', 12.5, ['milk']],
      ['Palak Paneer', 'Spinach and fresh cheese.', 11.5, ['milk'], 'spice'],
      ['Dal Makhani', 'Black lentils, simmered overnight.', 10, ['milk']],
      ['Lamb Rogan Josh', 'Kashmiri chilli and yoghurt.', 14.5, ['milk'], 'spice'],
      ['Chana Masala', 'Chickpeas and dried mango.', 10, [], 'spice'],
      ['Vegetable Biryani', 'Basmati, mint and fried onions.', 11.5, ['nuts'], 'size'],
      ['Prawn Malabar', 'Coconut and curry leaves.', 15, ['shellfish', 'mustard'], 'spice'],
      ['Butter Chicken', 'Mild, with cashews.', 13, ['milk', 'nuts'], 'size'],
    ],
    starters: [
      ['Samosas', 'Two, with tamarind.', 5, ['gluten']],
      ['Onion Bhaji', 'With mint yoghurt.', 5, ['milk']],
    ],
    sides: [
      ['Garlic Naan', 'From the tandoor.', 3, ['gluten', 'milk']],
      ['Basmati Rice', 'With cardamom.', 3, [], 'size'],
    ],
  },
};
