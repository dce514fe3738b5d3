/** What is shown of an order: its courier is where the last position of the stream says. */
import type { FoodOrder } from '@understudy/contract/food';
import { type KeptOrder, positionsOf } from './journey.js';
import { nextStep } from './steps.js';

const MAX_WAIT_S = 30;

/** Whether the courier of an order is on the way. */
const isOnTheWay = ({ status, courier }: KeptOrder): boolean =>
  courier !== null && (status === 'preparing' || status === 'picked_up');

/** The first instant at which an order is shown otherwise, in ms since 1970; undefined where it never is. */
export function nextChange(order: KeptOrder, now: number): number | undefined {
  const step = nextStep(order)?.at;
  if (step === undefined || !isOnTheWay(order)) return step;
  return positionsOf(order).find(({ at }) => at > now)?.at ?? step;
}

/** Seconds after which to ask for an order again; undefined once it is over. */
export function retryAfter(order: KeptOrder, now: number): number | undefined {
  const next = nextChange(order, now);
  return next === undefined ? undefined : Math.min(Math.max(1, Math.ceil((next - now) / 1000)), MAX_WAIT_S);
}

/** An order as it is shown: without what will become of it. */
export function shownOrder({ journey, ...order }: KeptOrder, now: number): FoodOrder {
  const kept = { ...order, journey };
  if (order.courier === null || !isOnTheWay(kept)) return order;
  const position = positionsOf(kept).findLast(({ at }) => at <= now);
  return position === undefined ? order : { ...order, courier: { ...order.courier, location: position.location } };
}
