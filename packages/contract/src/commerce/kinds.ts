/** Problem kinds of the commerce domain. */
import { defineKinds } from '../kit/problem-kinds.js';

/** Problem kinds of the commerce domain. */
export const commerceKinds = defineKinds({
  cart_incomplete: {
    status: 409,
    title: 'Cart Incomplete',
    description: 'The cart cannot be checked out yet: `errors` lists what is missing.',
    current: true,
  },
  cart_closed: {
    status: 409,
    title: 'Cart Closed',
    description: 'The cart was checked out, and no longer changes. Its order_id names the order; create a new cart.',
    current: true,
  },
  out_of_stock: {
    status: 409,
    title: 'Out Of Stock',
    description:
      'There are fewer units than were asked for: `errors` lists each line with what is available. Ask for fewer.',
    current: true,
  },
  not_for_sale: {
    status: 409,
    title: 'Not For Sale',
    description: 'The product is a draft or archived. Only active products can be bought.',
  },
  order_closed: {
    status: 409,
    title: 'Order Closed',
    description: 'The state of the order does not allow this, and will not allow it later.',
    current: true,
  },
  already_paid: {
    status: 409,
    title: 'Already Paid',
    description:
      'The order has been paid, and is not charged twice. Read the order again: an earlier attempt may have succeeded without its answer.',
    current: true,
  },
  refund_exceeds_paid: {
    status: 409,
    title: 'Refund Exceeds Paid',
    description: 'The refund is larger than what is left of the payment, or of the units of a line.',
    current: true,
  },
});
