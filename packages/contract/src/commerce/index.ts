/** The commerce domain: a catalogue, carts, orders, payments and refunds. */
import { defineDomain } from '../kit/define-domain.js';
import { cartOperations } from './cart-operations.js';
import { catalogueOperations } from './catalogue-operations.js';
import { commerceKinds } from './kinds.js';
import { orderOperations } from './order-operations.js';
import { commerceEvents } from './webhook-events.js';

/** The commerce domain. */
export const commerce = defineDomain({
  name: 'commerce',
  description:
    'A shop: a catalogue with stock, carts, orders, payments and refunds, in EUR, USD, GBP, JPY and KWD. Amounts are integers in minor units. Of the seeded records, `prd_0001` is in stock, `prd_0002` is sold out, `prd_0003` has one unit left of one variant, `prd_0004` is a draft and `prd_0005` is archived; `ord_0001` was shipped, `ord_0002` partly refunded, `ord_0003` refunded, `ord_0004` cancelled, and `ord_0005` has expired. An order that waits for its payment expires after 15 minutes; a paid one is shipped after 2 hours.',
  kinds: commerceKinds,
  events: commerceEvents,
  operations: { ...catalogueOperations, ...cartOperations, ...orderOperations },
});

export * from './cart.js';
export * from './kinds.js';
export * from './order.js';
export * from './payment.js';
export * from './product.js';
export * from './refund.js';
