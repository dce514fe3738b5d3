/** The commerce domain: its handlers over its records. */
import { commerce as declared } from '@understudy/contract/commerce';
import { implement } from '../../kit/index.js';
import { cancel, orderToCancel } from './cancel.js';
import { cartToChange, createCart, setCartLine, updateCart } from './carts.js';
import { checkOut } from './check-out.js';
import { listings } from './listings.js';
import { confirm, pay } from './payments.js';
import { carts } from './records/cart.js';
import { orders } from './records/order.js';
import { products } from './records/product.js';
import { variants } from './records/variant.js';
import { refundOrder } from './refunds.js';

/** What was sold is counted from all orders. */
const needs = () => ({ collections: [variants] });

/** The commerce domain. */
export const commerce = implement(declared, {
  collections: [products, variants, carts, orders],
  handlers: {
    ...listings,

    createCart,

    getCart: ({ input, records }) => ({ value: records.find(carts, input.cart_id) }),

    updateCart: { current: cartToChange, handle: updateCart },

    setCartLine: { needs, current: cartToChange, handle: setCartLine },

    checkOut: { needs, current: cartToChange, handle: checkOut },

    payOrder: { needs, handle: pay },

    confirmPayment: { needs, handle: confirm },

    refundOrder: { needs, handle: refundOrder },

    cancelOrder: { needs, current: orderToCancel, handle: cancel },
  },
});
