/** Prices baskets: which dishes can be had, with which options, and whether it is delivered there. */
import type { contract } from '@understudy/contract';
import type { MenuItem, Quote } from '@understudy/contract/food';
import type { ProblemFault } from '@understudy/contract/kit';
import { badRequest, type ContextOf, instantText, metresBetween, numberedId, type Result } from '../../kit/index.js';
import { lineOf, sumUp, type Wanted } from './basket.js';
import { menuItems } from './records/menu-item.js';
import { HOLDS_MS, quotes } from './records/quote.js';
import { type KeptRestaurant, restaurants } from './records/restaurant.js';

type QuoteContext = ContextOf<typeof contract.food, 'createQuote'>;

/** The restaurant, and what is wanted of it: all that is not there is told at once. */
function find({ input, records }: QuoteContext): { restaurant: KeptRestaurant; wanted: Wanted[] } {
  const [restaurant, ...dishes] = records.findAll<[KeptRestaurant, ...MenuItem[]]>(
    [restaurants, input.restaurant_id],
    ...input.items.map(({ menu_item_id }) => [menuItems, menu_item_id] as const),
  );
  const wanted = input.items.flatMap(({ quantity, option_ids }, i) => {
    const dish = dishes[i];
    return dish === undefined ? [] : [{ dish, quantity, option_ids }];
  });
  return { restaurant, wanted };
}

/** Options that no dish of the line has. */
function unknownOptions({ dish, option_ids }: Wanted, line: number): ProblemFault[] {
  const known = new Set(dish.option_groups.flatMap(({ options }) => options.map(({ id }) => id)));
  return option_ids.flatMap((id, i) => {
    const detail = `must be the id of an option of ${dish.id}`;
    return known.has(id) ? [] : [{ pointer: `#/items/${line}/option_ids/${i}`, code: 'not_found', detail }];
  });
}

/** Too few or too many options of a group; each counts as often as it is named. */
function optionFaults({ dish, option_ids }: Wanted, line: number): ProblemFault[] {
  const pointer = `#/items/${line}/option_ids`;
  const twice = option_ids.flatMap((id, i) =>
    option_ids.indexOf(id) === i
      ? []
      : [{ pointer: `${pointer}/${i}`, code: 'too_many', detail: `must name ${id} only once` }],
  );
  const groups = dish.option_groups.flatMap(({ id, name, min, max, options }) => {
    const count = options.filter((option) => option_ids.includes(option.id)).length;
    const code = count < min ? 'too_few' : 'too_many';
    const detail = `must name ${min} to ${max} options of ${id} (${name}), and names ${count}`;
    return count < min || count > max ? [{ pointer, code, detail }] : [];
  });
  return [...twice, ...groups];
}

/** What no schema can see of a basket. */
function checkBasket(restaurant: KeptRestaurant, wanted: readonly Wanted[], { problem }: QuoteContext): void {
  const unknown = wanted.flatMap(unknownOptions);
  if (unknown.length > 0) {
    const names = unknown.map(({ pointer }) => pointer).join(', ');
    throw problem('not_found', { detail: `there is no option as named in ${names}`, errors: unknown });
  }
  const foreign = wanted.flatMap(({ dish }, i) => {
    const detail = `must be a dish of ${restaurant.id}, and ${dish.id} is one of ${dish.restaurant_id}`;
    const fault = { pointer: `#/items/${i}/menu_item_id`, code: 'wrong_restaurant', detail };
    return dish.restaurant_id === restaurant.id ? [] : [fault];
  });
  const faults = [...foreign, ...wanted.flatMap(optionFaults)];
  if (faults.length > 0) throw badRequest(faults);
}

function checkAvailable(wanted: readonly Wanted[], { problem }: QuoteContext): void {
  const errors = wanted.flatMap(({ dish }, i) => {
    const detail = `${dish.id} (${dish.name}) cannot be had at present`;
    return dish.is_available ? [] : [{ pointer: `#/items/${i}/menu_item_id`, code: 'item_unavailable', detail }];
  });
  if (errors.length === 0) return;
  throw problem('item_unavailable', { detail: errors.map(({ detail }) => detail).join('; '), errors });
}

/** Prices a basket. */
export function createQuote(ctx: QuoteContext): Result<readonly Quote[]> {
  const { input, records, now, problem } = ctx;
  const { restaurant, wanted } = find(ctx);
  checkBasket(restaurant, wanted, ctx);
  checkAvailable(wanted, ctx);
  const { id: restaurant_id, delivery_radius_m: radius, minimum_order: least } = restaurant;
  const metres = metresBetween(restaurant.location, input.dropoff.location);
  const distance_m = Math.round(metres);
  if (metres > radius) {
    const detail = `${restaurant_id} delivers up to ${radius} m away, and the dropoff is ${distance_m} m away`;
    throw problem('out_of_range', { detail });
  }
  const sums = sumUp(wanted.map(lineOf), restaurant);
  if (sums.items_total.amount < least.amount) {
    const detail = `the items cost ${sums.items_total.amount} in minor units of ${least.currency}, and ${restaurant_id} takes orders from ${least.amount} on`;
    throw problem('below_minimum', { detail });
  }
  const quote = records.put(quotes, {
    id: numberedId(records, quotes.prefix),
    previous_id: null,
    restaurant_id,
    dropoff: input.dropoff,
    ...sums,
    distance_m,
    status: 'open',
    expires_at: instantText(now + HOLDS_MS),
    created_at: instantText(now),
    next_id: null,
  });
  return { value: [quote], location: `/api/food/quotes/${quote.id}` };
}
