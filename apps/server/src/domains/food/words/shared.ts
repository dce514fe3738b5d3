/** Dishes that any restaurant may have beside its own. */
import type { Menu } from './cuisine.js';

/** Dishes that any restaurant may have beside its own. */
export const shared: Menu = {
  sides: [
    ['Green Salad', 'Leaves, cucumber and a mustard dressing.', 4.5, ['mustard']],
    ['Fries', 'Cut by hand and fried twice.', 4, [], 'size'],
  ],
  desserts: [
    ['Chocolate Mousse', 'Dark chocolate and a pinch of salt.', 5, ['egg', 'milk']],
    ['Lemon Sorbet', 'Lemons, sugar and nothing else.', 4.5, []],
    ['Cheesecake', 'Baked, with a biscuit base.', 5.5, ['gluten', 'egg', 'milk']],
  ],
  drinks: [
    ['Sparkling Water', 'A bottle of half a litre.', 2.5, []],
    ['Lemonade', 'Made in the house.', 3.5, [], 'size'],
    ['Cola', 'A can of 330 ml.', 2.5, []],
    ['Iced Tea', 'Black tea with peach.', 3, []],
    ['Apple Juice', 'Cloudy, from old varieties.', 3, []],
  ],
};
