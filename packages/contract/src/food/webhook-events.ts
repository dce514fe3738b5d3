/** The webhook events of the food domain. */
import { webhookEvent } from '../kit/webhook.js';
import { foodOrder } from './order.js';

function event<const Type extends string>(type: Type, description: string) {
  return webhookEvent({ type, description, object: foodOrder });
}

/** The webhook events of the food domain, by type. */
export const foodEvents = {
  'food_order.placed': event(
    'food_order.placed',
    'An order was placed: by a request, or by the clock where it was scheduled.',
  ),
  'food_order.cancelled': event('food_order.cancelled', 'An order was cancelled.'),
  'food_order.accepted': event(
    'food_order.accepted',
    'The restaurant has accepted an order: by the clock, without a request.',
  ),
  'food_order.rejected': event(
    'food_order.rejected',
    'The restaurant has rejected an order: by the clock, without a request.',
  ),
  'food_order.unanswered': event(
    'food_order.unanswered',
    'The restaurant has not answered an order within 5 minutes: by the clock, without a request.',
  ),
  'food_order.preparing': event('food_order.preparing', 'An order is being prepared: by the clock, without a request.'),
  'food_order.picked_up': event('food_order.picked_up', 'The courier has an order: by the clock, without a request.'),
  'food_order.delivered': event('food_order.delivered', 'An order was delivered: by the clock, without a request.'),
};
