/** Dishes of restaurants. */
import { type MenuItem, menuItem } from '@understudy/contract/food';
import type { Currency } from '@understudy/contract/kit';
import { type Collection, type Dataset, indexOfSeededId, nowhere, range, seededId } from '../../../kit/index.js';
import { priceIn } from '../prices.js';
import { choices } from '../words/choices.js';
import type { Choice } from '../words/cuisine.js';
import { dishesOf, firstDish, ownerOfDish } from './menu-plan.js';
import { restaurantPlan } from './restaurant-plan.js';

/** A dish of the first restaurant that never can be had. */
const SOLD_OUT = 1;

/** What can be chosen about a dish. */
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
  const { restaurant, nth } = ownerOfDish(dataset, index);
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
  count: (dataset) => firstDish(dataset, dataset.size('restaurants')),
  seeded,
  lookup: {
    restaurant_id: (dataset, id) => {
      const restaurant = indexOfSeededId('rst', id);
      if (restaurant < 0 || restaurant >= dataset.size('restaurants')) return nowhere;
      return range(firstDish(dataset, restaurant), firstDish(dataset, restaurant + 1));
    },
  },
};
