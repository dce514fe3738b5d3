/** Changes orders while there is time for it: their note, their tip, or that there is an order at all. */
import type { contract } from '@understudy/contract';
import type { FoodOrder } from '@understudy/contract/food';
import { type ContextOf, instantText, moneyIn, type Result } from '../../kit/index.js';
import type { KeptOrder } from './journey.js';
import { foodOrders } from './records/order.js';
import { shownOrder } from './shown-order.js';
import { cancelled, isOver } from './steps.js';

type UpdateContext = ContextOf<typeof contract.food, 'updateFoodOrder'>;
type CancelContext = ContextOf<typeof contract.food, 'cancelFoodOrder'>;
type AnyContext = UpdateContext | CancelContext;

/** How long after the delivery a tip can be changed, in ms. */
const TIP_MS = 3_600_000;

/** The order that a call is about, as its read shows it. */
export function orderNow({ input, records, now }: AnyContext): FoodOrder {
  return shownOrder(records.find(foodOrders, input.order_id), now);
}

function tooLate({ problem, now }: AnyContext, order: KeptOrder, what: string) {
  const detail = `${order.id} is ${order.status}, and ${what}`;
  return problem('too_late', { detail, current: shownOrder(order, now) });
}

const isUnderway = ({ status }: KeptOrder): boolean => status === 'picked_up' || status === 'delivered';

/** Whether a tip can still be given. */
function takesTip(order: KeptOrder, now: number): boolean {
  if (order.status !== 'delivered') return !isOver(order);
  return now <= Date.parse(order.history.at(-1)?.at ?? '') + TIP_MS;
}

/** Changes the note and the tip. What is as it is wanted already is no change. */
export function updateOrder(ctx: UpdateContext): Result<readonly FoodOrder[]> {
  const { input, records, patch, now } = ctx;
  const order = records.find(foodOrders, input.order_id);
  const { tip = order.tip.amount, note = order.dropoff.note } = patch;
  const [isTip, isNote] = [tip !== order.tip.amount, note !== order.dropoff.note];
  if (!isTip && !isNote) return { value: [shownOrder(order, now)] };
  if (isNote && (isOver(order) || isUnderway(order))) throw tooLate(ctx, order, 'its note no longer changes');
  if (isTip && !takesTip(order, now)) throw tooLate(ctx, order, 'its tip no longer changes');
  const { currency, amount } = order.total;
  const changed = records.put(foodOrders, {
    ...order,
    dropoff: { ...order.dropoff, note },
    tip: moneyIn(currency, tip),
    total: moneyIn(currency, amount - order.tip.amount + tip),
    updated_at: instantText(now),
  });
  return { value: [shownOrder(changed, now)] };
}

/** Cancels an order. One that is cancelled stays as it is. */
export function cancelOrder(ctx: CancelContext): Result<readonly FoodOrder[]> {
  const { input, records, now, emit } = ctx;
  const order = records.find(foodOrders, input.order_id);
  if (order.status === 'cancelled') return { value: [shownOrder(order, now)] };
  if (isOver(order) || isUnderway(order)) throw tooLate(ctx, order, 'can no longer be cancelled');
  const shown = shownOrder(records.put(foodOrders, cancelled(order, now)), now);
  emit('food_order.cancelled', shown);
  return { value: [shown] };
}
