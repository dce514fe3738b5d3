/** The operations on orders: paying, refunding and cancelling them. */
import { z } from 'zod';
import { listInput } from '../kit/controls.js';
import { listOf, recordOf, writtenOf } from '../kit/envelope.js';
import { choice, instant } from '../kit/field.js';
import { after, before, equal, equalInAnyCase, oneOf } from '../kit/filter.js';
import { get, post } from '../kit/methods.js';
import { currencyCode } from '../kit/money.js';
import { order, orderId, orderStatuses } from './order.js';
import { newPayment, payment, paymentCode } from './payment.js';
import { newRefund, refund } from './refund.js';

/** The operations on orders. */
export const orderOperations = {
  listOrders: get('/api/commerce/orders', {
    summary: 'List orders',
    description:
      'All orders, the newest first. Sorting by `total` needs `currency`: amounts of different currencies cannot be compared.',
    searches: ['number', 'email'],
    filters: {
      status: oneOf(choice(orderStatuses, 'Only orders of these statuses.')),
      email: equalInAnyCase(
        z
          .string()
          .min(1)
          .max(254)
          .meta({ description: 'Only orders of this e-mail address; case is ignored.', examples: ['ada@example.com'] }),
      ),
      currency: equal(currencyCode('Only orders in this currency.')),
      placed_after: after('placed_at', instant('Only orders placed from then on.', '2025-06-01T00:00:00.000Z')),
      placed_before: before('placed_at', instant('Only orders placed up to then.', '2025-12-31T23:59:59.999Z')),
    },
    computes: { total: { needs: 'currency' } },
    sorts: ['placed_at', 'total'],
    input: listInput({}),
    output: listOf(order),
  }),
  getOrder: get('/api/commerce/orders/{order_id}', {
    summary: 'Get an order',
    description: 'One order with its payments and refunds.',
    versioned: 'optional',
    input: z.object({ order_id: orderId }),
    output: recordOf(order),
  }),
  payOrder: post('/api/commerce/orders/{order_id}/payments', {
    summary: 'Pay an order',
    description:
      'Charges a card with the total of the order, and answers the payment. Send an Idempotency-Key: with the same one, a retry is another attempt at the same payment, and charges nothing twice. The number of the card decides: 4242424242424242 and 5555555555554444 succeed; 4000000000000002, …9995, …0069 and …0127 are 402 `payment_declined` with the code `card_declined`, `insufficient_funds`, `expired_card` or `incorrect_cvc`; …0119 is `processing_error` the first time on an order; …3220 asks for a second step; …5043 is charged, but its answer is lost (504); …0341 is always declined; any other number is `card_not_supported`. A number whose check digit is wrong is a 400 with the code `invalid_number`.',
    status: 201,
    kinds: ['payment_declined', 'already_paid', 'order_closed'],
    current: order,
    emits: ['payment_intent.succeeded', 'payment_intent.payment_failed'],
    input: newPayment,
    output: writtenOf(payment),
  }),
  confirmPayment: post('/api/commerce/orders/{order_id}/payments/{payment_id}/confirm', {
    summary: 'Confirm a payment',
    description:
      'The second step of a payment that `requires_action`: the code 123456 makes it succeed, any other is 402 `payment_declined` with the code `authentication_failed`. A payment that does not wait for a code is 409 `conflict`; for one that has succeeded, the answer is the payment.',
    kinds: ['payment_declined', 'already_paid', 'order_closed', 'conflict'],
    current: order,
    emits: ['payment_intent.succeeded', 'payment_intent.payment_failed'],
    input: paymentCode,
    output: writtenOf(payment),
  }),
  refundOrder: post('/api/commerce/orders/{order_id}/refunds', {
    summary: 'Refund an order',
    description:
      'Refunds an `amount`, or the price of units in `lines`, or without both all that is left. The refunds of all units of a line add up to its total, to the last minor unit. A refund of more than is left is 409 `refund_exceeds_paid`; an order that is not paid is 409 `order_closed`.',
    status: 201,
    kinds: ['order_closed', 'refund_exceeds_paid'],
    current: order,
    emits: ['refund.created'],
    input: newRefund,
    output: writtenOf(refund),
  }),
  cancelOrder: post('/api/commerce/orders/{order_id}/cancel', {
    summary: 'Cancel an order',
    description:
      'Cancels an order that was not shipped yet: its units go back into stock, and what was paid is refunded. Cancelling it again changes nothing. One that was shipped, refunded or has expired is 409 `order_closed`.',
    versioned: 'optional',
    kinds: ['order_closed'],
    current: order,
    emits: ['order.cancelled', 'refund.created'],
    input: z.object({ order_id: orderId }),
    output: writtenOf(order),
  }),
};
