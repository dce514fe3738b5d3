/** Problem kinds of the food domain. */
import { defineKinds } from '../kit/problem-kinds.js';

/** Problem kinds of the food domain. */
export const foodKinds = defineKinds({
  price_changed: {
    status: 409,
    title: 'Price Changed',
    description:
      'The total is not what the order costs now. `current` is a valid quote: show it, and order it with its id and total.',
    current: true,
  },
  quote_expired: {
    status: 409,
    title: 'Quote Expired',
    description: 'The quote was valid for five minutes. Ask for a new one.',
    current: true,
  },
  restaurant_closed: {
    status: 409,
    title: 'Restaurant Closed',
    description:
      'The restaurant is closed then. Its hours are in `current`, with the instant at which it next opens or closes.',
    current: true,
  },
  item_unavailable: {
    status: 409,
    title: 'Item Unavailable',
    description: 'Some of the dishes are not available at present: `errors` lists each. Remove them.',
  },
  out_of_range: {
    status: 409,
    title: 'Out Of Range',
    description: 'The dropoff is farther from the restaurant than it delivers.',
  },
  below_minimum: {
    status: 409,
    title: 'Below Minimum',
    description: 'The items cost less than the minimum order of the restaurant.',
  },
});
