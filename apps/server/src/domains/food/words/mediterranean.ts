/** Mediterranean food. */
import type { Cuisine } from './cuisine.js';

/** Mediterranean food. */
export const mediterranean: Cuisine = {
  names: ['Olive & Thyme', 'Meze {district}', 'The Blue Door', 'Levante'],
  about: ['Small plates, warm bread and good oil.', 'From Beirut to Athens.', 'Grilled over charcoal.'],
  menu: {
    mains: [
      ['Chicken Souvlaki', 'Skewers, pitta and tzatziki.', 12, ['gluten', 'milk']],
      ['Falafel Plate', 'Hummus, tabbouleh and pickles.', 11, ['sesame', 'gluten']],
      ['Moussaka', 'Aubergine, lamb and béchamel.', 13.5, ['milk', 'egg', 'gluten']],
      ['Shakshuka', 'Eggs in tomatoes and peppers.', 10, ['egg'], 'bread', 'spice'],
      ['Grilled Sea Bream', 'With lemon and greens.', 17, ['fish']],
      ['Lamb Kofta', 'With sumac onions.', 13, [], 'spice'],
      ['Halloumi Salad', 'Grilled cheese and watermelon.', 10.5, ['milk']],
      ['Pitta Gyros', 'Pork, onions and fries.', 9.5, ['gluten', 'milk'], 'size'],
    ],
    starters: [
      ['Hummus', 'With warm pitta.', 6, ['sesame', 'gluten']],
      ['Baba Ganoush', 'Smoked aubergine.', 6, ['sesame']],
      ['Dolmades', 'Vine leaves and rice.', 6, []],
    ],
    desserts: [['Baklava', 'Three pieces.', 5, ['gluten', 'nuts']]],
  },
};
