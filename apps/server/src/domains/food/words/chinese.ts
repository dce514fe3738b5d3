/** Chinese food. */
import type { Cuisine } from './cuisine.js';

/** Chinese food. */
export const chinese: Cuisine = {
  names: ['Golden Lantern', '{district} Dumplings', 'Sichuan House', 'Red Kitchen'],
  about: ['Dumplings that are folded by hand.', 'Sichuan pepper, and plenty of it.', 'Woks that never cool down.'],
  menu: {
    mains: [
      ['Kung Pao Chicken', 'Peanuts and dried chilli.', 12, ['peanuts', 'soy', 'gluten']],
      ['Mapo Tofu', 'Sichuan pepper and minced pork.', 11.5, ['soy', 'gluten'], 'spice'],
      ['Sweet and Sour Pork', 'With pineapple.', 12, ['soy', 'gluten', 'egg']],
      ['Beef and Broccoli', 'Ginger and oyster sauce.', 13, ['soy', 'shellfish', 'gluten']],
      ['Dan Dan Noodles', 'Sesame, chilli and pork.', 11, ['gluten', 'sesame', 'soy'], 'spice'],
      ['Chow Mein', 'Fried noodles and vegetables.', 10.5, ['gluten', 'egg', 'soy'], 'protein'],
      ['Egg Fried Rice', 'Spring onion and peas.', 9, ['egg', 'soy'], 'size'],
      ['Aubergine in Garlic Sauce', 'Soft, with vinegar.', 10.5, ['soy', 'gluten'], 'spice'],
    ],
    starters: [
      ['Pork Dumplings', 'Eight, boiled.', 8, ['gluten', 'soy', 'sesame']],
      ['Vegetable Dumplings', 'Eight, steamed.', 7.5, ['gluten', 'soy', 'sesame']],
      ['Hot and Sour Soup', 'Tofu, mushrooms and egg.', 5.5, ['egg', 'soy', 'gluten']],
    ],
    sides: [['Smashed Cucumber', 'Garlic and sesame oil.', 4.5, ['sesame', 'soy']]],
  },
};
