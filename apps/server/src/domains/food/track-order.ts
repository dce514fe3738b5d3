/** The stream of an order: its states and the positions of its courier, each at its instant. */
import type { contract } from '@understudy/contract';
import { type ContextOf, eventNumber, instantText } from '../../kit/index.js';
import { type KeptOrder, positionsOf, timesOf } from './journey.js';
import { foodOrders } from './records/order.js';
import { isOver, stepsOf } from './steps.js';

type TrackContext = ContextOf<typeof contract.food, 'trackFoodOrder'>;

/** An event without its number, and its instant in ms since 1970. */
interface Timed {
  readonly at: number;
  readonly event: 'status' | 'position' | 'end';
  readonly data: object;
}

/** All events of an order, those that the clock will bring among them: whoever cancels it takes those back. */
export function eventsOf(order: KeptOrder): readonly Timed[] {
  let last = order;
  for (const { record } of stepsOf(order)) last = record;
  const statuses = last.history.map(({ status, at }): Timed => ({
    at: Date.parse(at),
    event: 'status',
    data: { status, at },
  }));
  const end = statuses.at(-1)?.at ?? 0;
  const eta = instantText(timesOf(order).delivered);
  const positions = positionsOf(order)
    .filter(({ at }) => at <= end)
    .map(({ at, location, progress }): Timed => {
      return { at, event: 'position', data: { location, progress, eta, at: instantText(at) } };
    });
  // Sorting keeps what comes first of one instant: a status follows the position of its instant.
  const all = [...positions, ...statuses].toSorted((one, other) => one.at - other.at);
  return [...all, { at: end, event: 'end', data: { status: last.status } }];
}

/** What there is of the stream by now. */
export function trackOrder({ input, records, now }: TrackContext) {
  const order = records.find(foodOrders, input.order_id);
  const all = eventsOf(order).map(({ at, ...event }, i) => ({ at, sent: { id: String(i + 1), ...event } }));
  const past = all.filter(({ at }) => at <= now);
  const after = eventNumber(input, past.length) ?? 0;
  const events = past.slice(after).map(({ sent }) => sent);
  return { events, next: all[past.length]?.at, isOver: isOver(order) };
}
