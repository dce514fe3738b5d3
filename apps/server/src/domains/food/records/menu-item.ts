/** Dishes of restaurants. */
import { type MenuItem, menuItem } from '@understudy/contract/food';
import type { Currency } from '@understudy/contract/kit';
import { Allocation, type Collection, type Dataset, seededId, together } from '../../../kit/index.js';
import { priceIn, restaurantPlan, restaurants } from './restaurant.js';
import { choices } from '../words/choices.js';
import { type Choice, cuisineWords, type Dish, type Menu, shared } from '../words/cuisines.js';

/** How many dishes each restaurant of a block has. The first block has them in this order. */
const COUNTS = [14, 8, 10, 12, 16, 18, 20] as const;
const allocation = new Allocation('restaurants/block', COUNTS.length, true);

/** The dishes of restaurants. */
export const menusOf = allocation.of(() => COUNTS);

interface PlacedDish {
  readonly section: MenuItem['section'];
  readonly dish: Dish;
}

const sections = ['mains', 'starters', 'sides', 'desserts', 'drinks'] as const;

const dishesIn = (menu: Menu): readonly PlacedDish[] =>
  sections.flatMap((section) => (menu[section] ?? []).map((dish) => ({ section, dish })));

const fromAnimals: ReadonlySet<string> = new Set(['milk', 'egg', 'fish', 'shellfish']);

/** All that a restaurant of a cuisine may have: its own dishes before those of any. */
function possibleDishes(cuisine: keyof typeof cuisineWords): readonly PlacedDish[] {
  const others = dishesIn(shared);
  const fitting = others.filter(({ dish: [, , , contains] }) => !contains.some((one) => fromAnimals.has(one)));
  return [...dishesIn(cuisineWords[cuisine].menu), ...(cuisine === 'vegan' ? fitting : others)];
}

/** The dishes of a restaurant, in the order of its menu. The first of them is always a main. */
function dishesOf(dataset: Dataset, restaurant: number): readonly PlacedDish[] {
  const possible = possibleDishes(restaurantPlan(dataset, restaurant).cuisine);
  const count = menusOf.start(dataset, restaurant + 1) - menusOf.start(dataset, restaurant);
  if (restaurant === 0) return possible.slice(0, count);
  const [main, ...rest] = possible;
  const drawn = dataset.random('restaurants/dishes', restaurant).sample(rest, count - 1);
  return [...(main === undefined ? [] : [main]), ...rest.filter((dish) => drawn.includes(dish))];
}

/** A dish of the first restaurant that never can be had. */
const SOLD_OUT = 1;

function groupOf(id: string, choice: Choice, currency: Currency): MenuItem['option_groups'][number] {
  const { name, min, max, options } = choices[choice];
  return {
    id,
    name,
    min,
    max,
    options: options.map(([option, euros], i) => ({
      id: `${id}.${i + 1}`,
      name: option,
      extra: priceIn(currency, euros),
    })),
  };
}

function seeded(dataset: Dataset, index: number): MenuItem {
  const { owner: restaurant, nth } = menusOf.owner(dataset, index);
  const { currency, dearness } = restaurantPlan(dataset, restaurant);
  const placed = dishesOf(dataset, restaurant)[nth];
  if (placed === undefined) throw new RangeError(`restaurant ${restaurant} has no dish ${nth}`);
  const [name, description, euros, allergens, ...own] = placed.dish;
  const id = seededId('mni', index);
  const isOut = dataset.random('menu_items', index).chance(0.08);
  return {
    id,
    restaurant_id: seededId('rst', restaurant),
    section: placed.section,
    name,
    description,
    price: priceIn(currency, euros * dearness),
    // The first dish of each restaurant can always be had.
    is_available: index !== SOLD_OUT && (nth === 0 || restaurant === 0 || !isOut),
    allergens: [...allergens],
    option_groups: own.map((choice, i) => groupOf(`${id}.${i + 1}`, choice, currency)),
  };
}

/** Dishes. */
export const menuItems: Collection<MenuItem> = {
  name: 'menu_items',
  prefix: 'mni',
  noun: 'dish',
  schema: menuItem,
  count: (dataset) => menusOf.start(dataset, dataset.size('restaurants')),
  seeded,
  lookup: { restaurant_id: together(restaurants, menusOf.start) },
};
