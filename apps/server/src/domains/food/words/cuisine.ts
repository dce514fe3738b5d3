/** What the menus of a cuisine are made of. */
import type { MenuItem } from '@understudy/contract/food';

/** What can be chosen about a dish. */
export type Choice = 'size' | 'extras' | 'spice' | 'protein' | 'bread' | 'milk';

/** A dish: its name, what is in it, what it costs in euros, what it contains, and what can be chosen. */
export type Dish = readonly [
  name: string,
  description: string,
  euros: number,
  allergens: readonly MenuItem['allergens'][number][],
  ...choices: Choice[],
];

/** Dishes by the part of the menu that they stand in. */
export type Menu = Readonly<Partial<Record<MenuItem['section'], readonly Dish[]>>>;

/** A cuisine. */
export interface Cuisine {
  /** Names of restaurants: `{district}` is where each of them is. */
  readonly names: readonly string[];
  /** What such restaurants say of themselves. */
  readonly about: readonly string[];
  readonly menu: Menu;
}
