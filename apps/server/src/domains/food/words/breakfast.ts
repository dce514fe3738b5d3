/** Breakfast. */
import type { Cuisine } from './cuisine.js';

/** Breakfast. */
export const breakfast: Cuisine = {
  names: ['Morning {district}', 'Egg & Co.', 'The Early Table', 'Café Linden'],
  about: [
    'Breakfast until the last guest has had some.',
    'Eggs in every way, and coffee that helps.',
    'Baked before sunrise.',
  ],
  menu: {
    mains: [
      ['Full Breakfast', 'Eggs, beans, sausage and toast.', 13, ['egg', 'gluten']],
      ['Eggs Benedict', 'Ham and hollandaise on a muffin.', 12, ['egg', 'gluten', 'milk']],
      ['Avocado Toast', 'Chilli and lime.', 9.5, ['gluten'], 'bread'],
      ['Pancakes', 'Three, with maple syrup.', 9, ['gluten', 'egg', 'milk'], 'size'],
      ['Granola Bowl', 'Yoghurt, berries and nuts.', 8, ['nuts', 'milk', 'gluten']],
      ['Omelette', 'With herbs and cheese.', 9.5, ['egg', 'milk'], 'bread'],
      ['Porridge', 'Apple and cinnamon.', 6.5, ['gluten'], 'milk'],
      ['Smoked Salmon Bagel', 'Cream cheese and capers.', 11, ['fish', 'gluten', 'milk', 'sesame']],
    ],
    sides: [
      ['Croissant', 'With butter.', 3, ['gluten', 'milk']],
      ['Fruit Salad', 'Of the season.', 5, [], 'size'],
    ],
    drinks: [
      ['Flat White', 'Two shots.', 3.5, ['milk'], 'milk'],
      ['Fresh Orange Juice', 'Pressed when you order.', 4.5, [], 'size'],
    ],
  },
};
