/** Burgers. */
import type { Cuisine } from './cuisine.js';

/** Burgers. */
export const burgers: Cuisine = {
  names: ['Burger Yard', '{district} Grill', 'Patty & Bun House', 'The Smash Room'],
  about: [
    'Beef that is ground each morning.',
    'Smashed on a hot plate, served in soft buns.',
    'Burgers, and hardly anything else.',
  ],
  menu: {
    mains: [
      ['Classic Burger', 'Beef, lettuce, tomato and onion.', 10, ['gluten', 'sesame', 'mustard']],
      ['Cheeseburger', 'Beef, cheddar and pickles.', 11, ['gluten', 'milk', 'sesame'], 'size'],
      ['Bacon Burger', 'Beef, bacon and smoked sauce.', 12.5, ['gluten', 'sesame'], 'size', 'extras'],
      ['Double Smash', 'Two patties and double cheese.', 13.5, ['gluten', 'milk', 'sesame']],
      ['Chicken Burger', 'Fried thigh and slaw.', 11, ['gluten', 'egg', 'milk'], 'spice'],
      ['Halloumi Burger', 'Grilled cheese and peppers.', 11, ['gluten', 'milk', 'sesame']],
      ['Bean Burger', 'Black beans and avocado.', 10.5, ['gluten', 'soy'], 'extras'],
      ['Blue Cheese Burger', 'Beef, blue cheese and pears.', 13, ['gluten', 'milk']],
    ],
    starters: [
      ['Onion Rings', 'In a crisp batter.', 5, ['gluten']],
      ['Chicken Wings', 'Six, with celery.', 7.5, ['celery'], 'spice'],
    ],
    sides: [
      ['Sweet Potato Fries', 'With smoked paprika.', 5, [], 'size'],
      ['Coleslaw', 'Cabbage, carrots and mustard.', 3.5, ['egg', 'mustard']],
    ],
  },
};
