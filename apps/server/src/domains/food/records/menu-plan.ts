/** Which dishes belong to which restaurant: those of a restaurant lie together, 8 to 20 of them. */
import type { MenuItem } from '@understudy/contract/food';
import type { Dataset } from '../../../kit/index.js';
import { allCuisines } from '../words/all-cuisines.js';
import type { Dish, Menu } from '../words/cuisine.js';
import { shared } from '../words/shared.js';
import { restaurantPlan } from './restaurant-plan.js';

/** How many dishes each restaurant of a block has. The first block has them in this order. */
const COUNTS = [14, 8, 10, 12, 16, 18, 20] as const;
const IN_BLOCK = COUNTS.reduce<number>((sum, count) => sum + count, 0);

/** How many dishes each restaurant of a block has. */
function countsOf(dataset: Dataset, block: number): readonly number[] {
  if (block === 0) return COUNTS;
  const order = dataset.random('restaurants/block', block).order(COUNTS.length);
  return order.map((i) => COUNTS[i] ?? 0);
}

/** Index of the first dish of a restaurant; that after the last restaurant is the number of dishes. */
export function firstDish(dataset: Dataset, restaurant: number): number {
  const block = Math.floor(restaurant / COUNTS.length);
  const position = restaurant % COUNTS.length;
  const before = position === 0 ? [] : countsOf(dataset, block).slice(0, position);
  return before.reduce((sum, count) => sum + count, block * IN_BLOCK);
}

/** The restaurant of a dish, by their indexes, and how many of its dishes come before it. */
export function ownerOfDish(dataset: Dataset, dish: number): { readonly restaurant: number; readonly nth: number } {
  const block = Math.floor(dish / IN_BLOCK);
  let nth = dish % IN_BLOCK;
  let restaurant = block * COUNTS.length;
  for (const count of countsOf(dataset, block)) {
    if (nth < count) break;
    nth -= count;
    restaurant += 1;
  }
  return { restaurant, nth };
}

/** A dish, and the part of the menu that it stands in. */
export interface PlacedDish {
  readonly section: MenuItem['section'];
  readonly dish: Dish;
}

const sections = ['mains', 'starters', 'sides', 'desserts', 'drinks'] as const;

const dishesIn = (menu: Menu): readonly PlacedDish[] =>
  sections.flatMap((section) => (menu[section] ?? []).map((dish) => ({ section, dish })));

const fromAnimals: ReadonlySet<string> = new Set(['milk', 'egg', 'fish', 'shellfish']);

/** All that a restaurant of a cuisine may have: its own dishes before those of any. */
function possibleDishes(cuisine: keyof typeof allCuisines): readonly PlacedDish[] {
  const others = dishesIn(shared);
  const fitting = others.filter(({ dish: [, , , contains] }) => !contains.some((one) => fromAnimals.has(one)));
  return [...dishesIn(allCuisines[cuisine].menu), ...(cuisine === 'vegan' ? fitting : others)];
}

/** The dishes of a restaurant, in the order of its menu. The first of them is always a main. */
export function dishesOf(dataset: Dataset, restaurant: number): readonly PlacedDish[] {
  const possible = possibleDishes(restaurantPlan(dataset, restaurant).cuisine);
  const count = firstDish(dataset, restaurant + 1) - firstDish(dataset, restaurant);
  if (restaurant === 0) return possible.slice(0, count);
  const [main, ...rest] = possible;
  const drawn = dataset.random('restaurants/dishes', restaurant).sample(rest, count - 1);
  return [...(main === undefined ? [] : [main]), ...rest.filter((dish) => drawn.includes(dish))];
}
