/** Mexican food. */
import type { Cuisine } from './cuisine.js';

/** Mexican food. */
export const mexican: Cuisine = {
  names: ['Taquería {district}', 'La Milpa', 'Casa Maíz', 'El Comal'],
  about: ['Corn that is ground each day.', 'Tacos, and salsas that mean it.', 'Slow-cooked meats, quick hands.'],
  menu: {
    mains: [
      ['Tacos al Pastor', 'Three, with pineapple.', 10.5, []],
      ['Fish Tacos', 'Three, with cabbage and lime.', 11.5, ['fish', 'gluten'], 'spice'],
      ['Bean Tacos', 'Three, with pickled onions.', 9, [], 'spice'],
      ['Chicken Burrito', 'Rice, beans and guacamole.', 11, ['gluten', 'milk'], 'size', 'spice'],
      ['Vegetable Burrito', 'Peppers, rice and beans.', 10, ['gluten'], 'size', 'spice'],
      ['Quesadilla', 'Two cheeses and epazote.', 9.5, ['gluten', 'milk'], 'extras'],
      ['Enchiladas Verdes', 'Chicken and tomatillos.', 12.5, ['milk']],
      ['Burrito Bowl', 'Everything but the tortilla.', 11, ['milk'], 'protein'],
    ],
    starters: [
      ['Guacamole', 'With corn chips.', 6.5, []],
      ['Nachos', 'Cheese, beans and jalapeños.', 8, ['milk'], 'size'],
      ['Elote', 'Corn on the cob with chilli.', 5, ['milk']],
    ],
    desserts: [['Churros', 'With chocolate.', 5.5, ['gluten', 'egg', 'milk']]],
  },
};
