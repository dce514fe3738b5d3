/** Whole datasets of food delivery, for the tests. */
import { type AnyCollection, Dataset } from '../../../kit/index.js';
import { menuItems } from './menu-item.js';
import { foodOrders } from './order.js';
import { quotes } from '../place-order.js';
import { restaurants } from './restaurant.js';

/** The collections of the domain. */
export const foodCollections: readonly AnyCollection[] = [restaurants, menuItems, quotes, foodOrders];

/** A dataset of a seed, with so many restaurants and orders. */
export function datasetOf(seed: string, size: number, ordered = 150): Dataset {
  return new Dataset(seed, { restaurants: size, food_orders: ordered });
}
