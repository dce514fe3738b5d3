/** The food delivery domain: its handlers over its records. */
import { food as declared } from '@understudy/contract/food';
import { implement, listing } from '../../kit/index.js';
import { cancelOrder, orderNow, updateOrder } from './change-order.js';
import { createQuote } from './create-quote.js';
import { listOrders } from './list-orders.js';
import { shownRestaurant } from './opening.js';
import { placeOrder } from './place-order.js';
import { menuItems } from './records/menu-item.js';
import { foodOrders } from './records/order.js';
import { quotes } from './records/quote.js';
import { restaurants } from './records/restaurant.js';
import { searchRestaurants } from './search-restaurants.js';
import { retryAfter, shownOrder } from './shown-order.js';
import { trackOrder } from './track-order.js';

/** The food delivery domain. */
export const food = implement(declared, {
  collections: [restaurants, menuItems, quotes, foodOrders],
  handlers: {
    listRestaurants: searchRestaurants,

    getRestaurant: ({ input, records, now }) => {
      const { shown, until } = shownRestaurant(records.find(restaurants, input.restaurant_id), now);
      return { value: shown, until };
    },

    listMenuItems: ({ input, records }) => {
      const { id: restaurant_id } = records.find(restaurants, input.restaurant_id);
      return listing(menuItems, { restaurant_id });
    },

    createQuote,

    getQuote: ({ input, records }) => ({ value: records.find(quotes, input.quote_id) }),

    placeOrder,

    listFoodOrders: listOrders,

    getFoodOrder: ({ input, records, now }) => {
      const order = records.find(foodOrders, input.order_id);
      return { value: shownOrder(order, now), retryAfter: retryAfter(order, now) };
    },

    updateFoodOrder: { current: orderNow, handle: updateOrder },

    cancelFoodOrder: { current: orderNow, handle: cancelOrder },

    trackFoodOrder: trackOrder,
  },
});
