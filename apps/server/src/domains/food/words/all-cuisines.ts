/** All cuisines, by name. */
import type { Restaurant } from '@understudy/contract/food';
import { breakfast } from './breakfast.js';
import { burgers } from './burgers.js';
import { chinese } from './chinese.js';
import { indian } from './indian.js';
import { mediterranean } from './mediterranean.js';
import { mexican } from './mexican.js';
import { pizza } from './pizza.js';
import { sushi } from './sushi.js';
import { thai } from './thai.js';
import { vegan } from './vegan.js';
import type { Cuisine } from './cuisine.js';

/** All cuisines, by name. */
export const allCuisines: Readonly<Record<Restaurant['cuisine'], Cuisine>> = {
  pizza,
  burgers,
  sushi,
  indian,
  thai,
  mexican,
  chinese,
  mediterranean,
  vegan,
  breakfast,
};
