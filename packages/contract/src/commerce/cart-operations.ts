/** The operations on carts. */
import { z } from 'zod';
import { recordOf, writtenOf } from '../kit/envelope.js';
import { get, patch, post, put } from '../kit/methods.js';
import { cart, cartChange, cartId, cartLineQuantity, newCart } from './cart.js';
import { order } from './order.js';

/** The operations on carts. */
export const cartOperations = {
  createCart: post('/api/commerce/carts', {
    summary: 'Create a cart',
    description: 'Creates an empty cart. Without an Idempotency-Key, sending it again creates another one.',
    status: 201,
    input: newCart,
    output: writtenOf(cart),
  }),
  getCart: get('/api/commerce/carts/{cart_id}', {
    summary: 'Get a cart',
    description: 'One cart with its lines and sums. A change of it must name its ETag in If-Match.',
    versioned: 'required',
    input: z.object({ cart_id: cartId }),
    output: recordOf(cart),
  }),
  updateCart: patch('/api/commerce/carts/{cart_id}', {
    summary: 'Change a cart',
    description:
      'Changes the e-mail address, the shipping address or the discount code; null empties them. A code that is unknown, or that has expired, is a 400 with the code `discount_unknown` or `discount_expired`. A cart that was checked out is 409 `cart_closed`.',
    versioned: 'required',
    patch: 'merge',
    kinds: ['cart_closed'],
    current: cart,
    input: cartChange,
    output: writtenOf(cart),
  }),
  setCartLine: put('/api/commerce/carts/{cart_id}/lines/{variant_id}', {
    summary: 'Set the quantity of a line',
    description:
      'Sets how many units of the variant are in the cart, and answers the cart; 0 removes the line. More units than are available are 409 `out_of_stock`, a draft or archived product 409 `not_for_sale`, a 51st line 409 `conflict`. Nothing is reserved before the checkout.',
    versioned: 'required',
    kinds: ['cart_closed', 'out_of_stock', 'not_for_sale', 'conflict'],
    current: cart,
    input: cartLineQuantity,
    output: writtenOf(cart),
  }),
  checkOut: post('/api/commerce/carts/{cart_id}/checkout', {
    summary: 'Check a cart out',
    description:
      'Reserves the units for 15 minutes, and answers the order, which waits to be paid. A cart without lines, e-mail address or shipping address is 409 `cart_incomplete`. It has no body. A checkout that is retried after its answer was lost gets a 412, since the cart has changed: read the cart again, its order_id names the order. With the same Idempotency-Key it gets the order at once.',
    status: 201,
    versioned: 'required',
    kinds: ['cart_closed', 'cart_incomplete', 'out_of_stock'],
    current: cart,
    emits: ['order.created'],
    input: z.object({ cart_id: cartId }),
    output: writtenOf(order),
  }),
};
