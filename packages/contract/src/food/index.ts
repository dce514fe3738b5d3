/** The food delivery domain: restaurants, quotes, and orders that go their way by the clock. */
import { z } from 'zod';
import { listInput, unsearchedListInput } from '../kit/controls.js';
import { defineDomain } from '../kit/define-domain.js';
import { listOf, recordOf, writtenOf } from '../kit/envelope.js';
import { choice, instant, recordId } from '../kit/field.js';
import { after, before, equal, oneOf, yes } from '../kit/filter.js';
import { get, patch, post } from '../kit/methods.js';
import { streamInput } from '../kit/stream.js';
import { foodKinds } from './kinds.js';
import { menuItem } from './menu-item.js';
import { foodOrder, foodOrderChange, foodOrderId, newFoodOrder } from './order.js';
import { newQuote, quote } from './quote.js';
import { restaurant, restaurantId } from './restaurant.js';
import { restaurantFilters } from './search.js';
import { tracking } from './tracking.js';
import { foodEvents } from './webhook-events.js';
import { foodOrderStatuses, menuSections } from './words.js';

/** The food delivery domain. */
export const food = defineDomain({
  name: 'food',
  description:
    'Restaurants that deliver: menus, quotes that are valid for five minutes, and orders that are accepted later and progress by the clock. Of the seeded restaurants, `rst_0001` is always open and accepts every order; `rst_0002` is paused, and always closed; at `rst_0003` prices rise once between quote and order; `rst_0004` rejects every order, and `rst_0005` answers none: these three are always open too. `rst_0006`, in Berlin, is open from 18:00 to 03:00 every day. `rst_0007` has its prices in JPY. Of the dishes of `rst_0001`, `mni_0001` is always available, `mni_0002` never, and for `mni_0003` a size must be chosen. The quotes `qte_0001` to `qte_0020` never expire.',
  kinds: foodKinds,
  events: foodEvents,
  operations: {
    listRestaurants: get('/api/food/restaurants', {
      summary: 'Search restaurants',
      description:
        'Restaurants, and whether each is open now. Sorting by `distance_m` needs `near`, by `delivery_fee` it needs `currency`: amounts of different currencies cannot be compared.',
      searches: ['name', 'cuisine', 'description'],
      filters: restaurantFilters,
      computes: { distance_m: { needs: 'near' }, delivery_fee: { needs: 'currency' } },
      sorts: ['rating', 'distance_m', 'delivery_fee', 'name'],
      input: listInput({}),
      output: listOf(restaurant),
    }),
    getRestaurant: get('/api/food/restaurants/{restaurant_id}', {
      summary: 'Get a restaurant',
      description: 'One restaurant with its hours, and whether it is open now.',
      input: z.object({ restaurant_id: restaurantId }),
      output: recordOf(restaurant),
    }),
    listMenuItems: get('/api/food/restaurants/{restaurant_id}/menu', {
      summary: 'List the menu',
      description: 'The dishes of a restaurant, with what can be chosen about each.',
      searches: ['name', 'description'],
      sorts: ['name'],
      filters: {
        section: equal(choice(menuSections, 'Only dishes of this part of the menu.')),
        is_available: yes(
          z
            .boolean()
            .meta({ description: 'Only dishes that are available, or only those that are not.', examples: [true] }),
        ),
      },
      input: listInput({ restaurant_id: restaurantId }),
      output: listOf(menuItem),
    }),
    createQuote: post('/api/food/quotes', {
      summary: 'Price a basket',
      description:
        'Says what a basket costs, for five minutes. Dishes that are not available are 409 `item_unavailable`, a dropoff too far away is 409 `out_of_range`, and a basket that is too small 409 `below_minimum`. A dish of another restaurant is a 400 with the code `wrong_restaurant`; too few or too many options of a group are `too_few` and `too_many`. A closed restaurant gives quotes too, since orders can be scheduled.',
      status: 201,
      kinds: ['item_unavailable', 'out_of_range', 'below_minimum'],
      input: newQuote,
      output: writtenOf(quote),
    }),
    getQuote: get('/api/food/quotes/{quote_id}', {
      summary: 'Get a quote',
      description: 'One quote by its id.',
      input: z.object({ quote_id: recordId('Id of the quote.', 'qte_0001') }),
      output: recordOf(quote),
    }),
    placeOrder: post('/api/food/orders', {
      summary: 'Place a food order',
      description:
        'Orders the items of a quote. The restaurant answers later: Location says where to ask, and Retry-After after how many seconds of the sandbox’s clock. One quote makes one order: sending the same quote again answers the same order. A total that differs from that of the quote is 409 `price_changed`; a quote older than five minutes 409 `quote_expired`; a restaurant that is closed then 409 `restaurant_closed`. `scheduled_for` is 45 minutes to 7 days ahead: the codes of its 400s are `too_soon`, `too_far`, `nonexistent_local_time` for a time that the clock skips, `ambiguous_local_time` for one that it shows twice, and `wrong_offset`.',
      status: 202,
      kinds: ['price_changed', 'quote_expired', 'restaurant_closed'],
      current: { price_changed: quote, quote_expired: quote, restaurant_closed: restaurant },
      emits: ['food_order.placed'],
      input: newFoodOrder,
      output: writtenOf(foodOrder),
    }),
    listFoodOrders: get('/api/food/orders', {
      summary: 'List food orders',
      description: 'All orders, the newest first.',
      filters: {
        restaurant_id: equal(recordId('Only orders of this restaurant.', 'rst_0001')),
        status: oneOf(choice(foodOrderStatuses, 'Only orders of these statuses.')),
        created_after: after('created_at', instant('Only orders made then or later.', '2025-06-01T00:00:00.000Z')),
        created_before: before('created_at', instant('Only orders made then or earlier.', '2025-12-31T23:59:59.999Z')),
      },
      sorts: ['created_at'],
      input: unsearchedListInput({}),
      output: listOf(foodOrder),
    }),
    getFoodOrder: get('/api/food/orders/{order_id}', {
      summary: 'Get a food order',
      description:
        'One order as it is now. Retry-After says after how many seconds it may have changed, 1 to 30; without it, the order is over.',
      versioned: 'optional',
      input: z.object({ order_id: foodOrderId }),
      output: recordOf(foodOrder),
    }),
    updateFoodOrder: patch('/api/food/orders/{order_id}', {
      summary: 'Change a food order',
      description:
        'Changes the note until the courier has the order, and the tip until an hour after the delivery; null empties the note. Later, and once the order has ended otherwise, it is 409 `too_late`.',
      versioned: 'optional',
      patch: 'merge',
      kinds: ['too_late'],
      current: foodOrder,
      input: foodOrderChange,
      output: writtenOf(foodOrder),
    }),
    cancelFoodOrder: post('/api/food/orders/{order_id}/cancel', {
      summary: 'Cancel a food order',
      description:
        'Cancels an order before the courier has it. Everything is refunded until it is prepared; from then on everything but half of the items. Later it is 409 `too_late`. Cancelling it again changes nothing. With If-Match it is cancelled only if it has not changed.',
      versioned: 'optional',
      kinds: ['too_late'],
      current: foodOrder,
      emits: ['food_order.cancelled'],
      input: z.object({ order_id: foodOrderId }),
      output: writtenOf(foodOrder),
    }),
    trackFoodOrder: get('/api/food/orders/{order_id}/tracking', {
      summary: 'Track a food order',
      description:
        'The states of an order and the positions of its courier, from the first on and as they happen. A delivered order has 46 events, a scheduled one 47, and a rejected or unanswered one 3.',
      input: streamInput({ order_id: foodOrderId }),
      output: tracking,
    }),
  },
});

export * from './kinds.js';
export * from './menu-item.js';
export * from './order.js';
export * from './quote.js';
export * from './restaurant.js';
export { restaurantFilters } from './search.js';
export * from './tracking.js';
export * from './words.js';
