/** The webhook events of the commerce domain. */
import { webhookEvent } from '../kit/webhook.js';
import { order } from './order.js';
import { payment } from './payment.js';
import { refund } from './refund.js';

/** The webhook events of the commerce domain, by type. */
export const commerceEvents = {
  'order.created': webhookEvent({
    type: 'order.created',
    description: 'A cart was checked out: its order waits to be paid.',
    object: order,
  }),
  'order.cancelled': webhookEvent({
    type: 'order.cancelled',
    description: 'An order was cancelled.',
    object: order,
  }),
  'order.expired': webhookEvent({
    type: 'order.expired',
    description: 'An order was not paid in time: by the clock, without a request.',
    object: order,
  }),
  'order.shipped': webhookEvent({
    type: 'order.shipped',
    description: 'A paid order was shipped: by the clock, without a request.',
    object: order,
  }),
  'payment_intent.succeeded': webhookEvent({
    type: 'payment_intent.succeeded',
    description: 'An order was paid.',
    object: payment,
  }),
  'payment_intent.payment_failed': webhookEvent({
    type: 'payment_intent.payment_failed',
    description: 'A card was declined.',
    object: payment,
  }),
  'refund.created': webhookEvent({
    type: 'refund.created',
    description: 'Part or all of what was paid for an order was refunded.',
    object: refund,
  }),
};
