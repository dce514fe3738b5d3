/** All categories of products. */
import { beauty } from './beauty.js';
import type { ProductCategory } from './category.js';
import { clothing } from './clothing.js';
import { electronics } from './electronics.js';
import { home } from './home.js';
import { kitchen } from './kitchen.js';
import { outdoor } from './outdoor.js';
import { shoes } from './shoes.js';
import { stationery } from './stationery.js';

/** All categories of products. */
export const categories: readonly ProductCategory[] = [
  clothing,
  shoes,
  kitchen,
  home,
  electronics,
  outdoor,
  beauty,
  stationery,
];
