/** Cancels orders: their units go back into stock, and what was paid is refunded. */
import type { contract } from '@understudy/contract';
import type { Order } from '@understudy/contract/commerce';
import type { ContextOf, Result } from '../../kit/index.js';
import { orders } from './records/order.js';
import { giveBack, leftOf, unitsLeft } from './refunds.js';
import { shownOrder } from './shown-order.js';
import { changeStock } from './stock.js';

type CancelContext = ContextOf<typeof contract.commerce, 'cancelOrder'>;

/** The order that a call is about, as its read shows it. */
export function orderToCancel({ input, records, apiUrl }: CancelContext): Order {
  return shownOrder(records.find(orders, input.order_id), apiUrl);
}

/** An order with all that is left of it given back. */
function emptied(ctx: CancelContext, order: Order): Order {
  if (order.status === 'pending_payment') {
    const released = order.lines.map(({ variant_id }) => ({ variant_id, released: order.id }));
    changeStock(ctx.records, released);
    return order;
  }
  const all = { amount: leftOf(order), units: unitsLeft(order), restock: true } as const;
  const { order: refunded, refund } = giveBack(ctx, order, { ...all, reason: 'requested_by_customer' });
  ctx.emit('refund.created', refund);
  return refunded;
}

/** Cancels an order. One that is cancelled stays as it is. */
export function cancel(ctx: CancelContext): Result<Order[]> {
  const { records, now, problem, apiUrl, emit } = ctx;
  const order = records.find(orders, ctx.input.order_id);
  const { id, status } = order;
  if (status === 'cancelled') return { value: [shownOrder(order, apiUrl)] };
  if (status !== 'pending_payment' && status !== 'paid') {
    const detail = `${id} is ${status}, and can no longer be cancelled`;
    throw problem('order_closed', { detail, current: shownOrder(order, apiUrl) });
  }
  const at = { expires_at: null, updated_at: new Date(now).toISOString() };
  const cancelled = shownOrder(records.put(orders, { ...emptied(ctx, order), ...at, status: 'cancelled' }), apiUrl);
  emit('order.cancelled', cancelled);
  return { value: [cancelled] };
}
