/** What becomes of an order: by the clock, or by its client. */
import type { FoodOrder } from '@understudy/contract/food';
import { type DueEvent, instantText, moneyIn, shareOf, type Transition } from '../../kit/index.js';
import { type KeptOrder, timesOf } from './journey.js';

type Status = FoodOrder['status'];

const final: ReadonlySet<Status> = new Set(['delivered', 'cancelled', 'rejected', 'unanswered']);

/** Whether nothing will become of an order any more. */
export const isOver = ({ status }: Pick<FoodOrder, 'status'>): boolean => final.has(status);

/** An order with another status from an instant on. */
function become(order: KeptOrder, status: Status, ms: number): KeptOrder {
  const at = instantText(ms);
  return {
    ...order,
    status,
    eta: final.has(status) ? null : order.eta,
    history: [...order.history, { status, at }],
    updated_at: at,
  };
}

/** An order of which everything is given back but some minor units. */
function refunded(order: KeptOrder, kept = 0): KeptOrder {
  const { amount, currency } = order.total;
  return { ...order, refund: moneyIn(currency, amount - kept) };
}

/** An order that its client cancels at an instant. Half of what the kitchen has begun is kept. */
export function cancelled(order: KeptOrder, at: number): KeptOrder {
  const kept = order.status === 'preparing' ? shareOf(order.items_total.amount, 1, 2) : 0;
  return { ...refunded(become(order, 'cancelled', at), kept), courier: null };
}

/** What the clock makes of an order next. */
export function nextStep(order: KeptOrder): Transition<KeptOrder> | undefined {
  const { journey, courier, dropoff } = order;
  const times = timesOf(order);
  const to = (status: Status, at: number) => ({ at, record: become(order, status, at) });
  // A courier is shown where the way so far ends; whoever reads the order sees them move.
  const withCourier = (location: FoodOrder['dropoff']['location']) => ({
    courier: { ...(courier ?? journey.courier), location },
  });
  if (order.status === 'scheduled') return to('placed', times.placed);
  if (order.status === 'placed' && journey.outcome === 'delivered') {
    const { at, record } = to('accepted', times.answered);
    return { at, record: { ...record, eta: instantText(times.delivered) } };
  }
  if (order.status === 'placed') {
    const at = journey.outcome === 'rejected' ? times.answered : times.unanswered;
    return { at, record: refunded(become(order, journey.outcome, at)) };
  }
  if (order.status === 'accepted') return to('preparing', times.preparing);
  if (order.status === 'preparing' && courier === null) {
    const { found: at } = times;
    return { at, record: { ...order, ...withCourier(journey.from), updated_at: instantText(at) } };
  }
  if (order.status === 'preparing') {
    const { at, record } = to('picked_up', times.pickedUp);
    return { at, record: { ...record, ...withCourier(journey.restaurant) } };
  }
  if (order.status !== 'picked_up') return undefined;
  const { at, record } = to('delivered', times.delivered);
  return { at, record: { ...record, ...withCourier(dropoff.location) } };
}

/** All that the clock makes of an order, from what it is on. */
export function* stepsOf(order: KeptOrder): Generator<Transition<KeptOrder>, void> {
  for (let next = nextStep(order); next !== undefined; next = nextStep(next.record)) yield next;
}

/** What the clock brings of an order, for those who are told of it. */
export function dueOf(order: KeptOrder): readonly DueEvent[] {
  const steps = [{ at: Number.NEGATIVE_INFINITY, record: order }, ...stepsOf(order)];
  return steps.flatMap(({ at, record: { status } }, i) =>
    status === steps[i - 1]?.record.status || i === 0 ? [] : [{ type: `food_order.${status}`, at }],
  );
}
