/** The way of an order from the kitchen to the door. */
import { type FoodOrder, foodOrder, vehicles } from '@understudy/contract/food';
import { type Location, location as locationSchema } from '@understudy/contract/kit';
import { type DueEvent, instantText, moneyIn, shareOf, type Transition, z } from '../../kit/index.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** What `pace=fast` divides every span by. */
const FAST = 60;

/** Positions of a courier on each of two ways: to the restaurant, and to the dropoff. */
const POSITIONS = 20;

/** Metres that a courier does in a second. */
const SPEED = 5;

const journeySchema = z.object({
  /** When it is placed. */
  starts_at: z.iso.datetime(),
  outcome: z.enum(['delivered', 'rejected', 'unanswered']),
  /** Seconds until the courier has it. */
  kitchen_s: z.int(),
  distance_m: z.int(),
  /** Where the restaurant is, and where the courier comes from. */
  restaurant: locationSchema('Where the restaurant is.'),
  from: locationSchema('Where the courier comes from.'),
  courier: z.object({ name: z.string(), vehicle: z.enum(vehicles) }),
});

/** What is settled about the way of an order when it is placed. */
export type Journey = z.infer<typeof journeySchema>;

/** An order as it is kept: nobody is shown what will become of it. */
export const storedOrder = foodOrder.extend({ journey: journeySchema });

/** An order as it is kept. */
export type StoredOrder = z.infer<typeof storedOrder>;

type Under = Pick<StoredOrder, 'journey' | 'pace'>;

/** When each thing happens to an order, in ms since 1970, unless it is cancelled. */
export function timesOf({ journey: { starts_at, kitchen_s, distance_m }, pace }: Under) {
  const placed = Date.parse(starts_at);
  const after = (ms: number) => placed + Math.round(pace === 'fast' ? ms / FAST : ms);
  const pickUp = kitchen_s * SECOND;
  return {
    placed,
    answered: after(30 * SECOND),
    preparing: after(90 * SECOND),
    found: after(90 * SECOND + 2 * MINUTE),
    unanswered: after(5 * MINUTE),
    pickedUp: after(pickUp),
    delivered: after(pickUp + Math.max(4 * MINUTE, (distance_m / SPEED) * SECOND)),
  };
}

interface Position {
  /** In ms since 1970. */
  readonly at: number;
  readonly location: Location;
  /** In percent. */
  readonly progress: number;
}

const MICRO = 1_000_000;

/** A part of the way from one angle to another, over whole microdegrees. */
function between(from: number, to: number, part: number): number {
  const [start, end] = [Math.round(from * MICRO), Math.round(to * MICRO)];
  return Number(((start + Math.round(((end - start) * part) / POSITIONS)) / MICRO).toFixed(5));
}

/** Positions on a way, the last of them at its end. */
function wayOf(from: Location, to: Location, [begins, ends]: readonly [number, number]): Omit<Position, 'progress'>[] {
  return Array.from({ length: POSITIONS }, (_, i) => ({
    at: begins + Math.round(((ends - begins) * (i + 1)) / POSITIONS),
    location: {
      latitude: between(from.latitude, to.latitude, i + 1),
      longitude: between(from.longitude, to.longitude, i + 1),
    },
  }));
}

/** All positions of the courier of an order, in order; none where no courier comes. */
export function positionsOf(order: Pick<FoodOrder, 'dropoff'> & Under): readonly Position[] {
  const { outcome, from, restaurant } = order.journey;
  if (outcome !== 'delivered') return [];
  const { found, pickedUp, delivered } = timesOf(order);
  return [
    ...wayOf(from, restaurant, [found, pickedUp]),
    ...wayOf(restaurant, order.dropoff.location, [pickedUp, delivered]),
  ].map((position, i) => ({ ...position, progress: Math.floor(((i + 1) * 50) / POSITIONS) }));
}

type Status = FoodOrder['status'];

const final: ReadonlySet<Status> = new Set(['delivered', 'cancelled', 'rejected', 'unanswered']);

/** Whether nothing will become of an order any more. */
export const isOver = ({ status }: Pick<FoodOrder, 'status'>): boolean => final.has(status);

function become(order: StoredOrder, status: Status, ms: number): StoredOrder {
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
function refunded(order: StoredOrder, kept = 0): StoredOrder {
  const { amount, currency } = order.total;
  return { ...order, refund: moneyIn(currency, amount - kept) };
}

/** An order that its client cancels at an instant. Half of what the kitchen has begun is kept. */
export function cancelled(order: StoredOrder, at: number): StoredOrder {
  const kept = order.status === 'preparing' ? shareOf(order.items_total.amount, 1, 2) : 0;
  return { ...refunded(become(order, 'cancelled', at), kept), courier: null };
}

/** What the clock makes of an order next. */
export function nextStep(order: StoredOrder): Transition<StoredOrder> | undefined {
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
export function* stepsOf(order: StoredOrder): Generator<Transition<StoredOrder>, void> {
  for (let next = nextStep(order); next !== undefined; next = nextStep(next.record)) yield next;
}

/** What the clock brings of an order, for those who are told of it. */
export function dueOf(order: StoredOrder): readonly DueEvent[] {
  const steps = [{ at: Number.NEGATIVE_INFINITY, record: order }, ...stepsOf(order)];
  return steps.flatMap(({ at, record: { status } }, i) =>
    status === steps[i - 1]?.record.status || i === 0 ? [] : [{ type: `food_order.${status}`, at }],
  );
}

const MAX_WAIT_S = 30;

const isOnTheWay = ({ status, courier }: StoredOrder): boolean =>
  courier !== null && (status === 'preparing' || status === 'picked_up');

/** The first instant at which an order is shown otherwise, in ms since 1970; undefined where it never is. */
export function nextChange(order: StoredOrder, now: number): number | undefined {
  const step = nextStep(order)?.at;
  if (step === undefined || !isOnTheWay(order)) return step;
  return positionsOf(order).find(({ at }) => at > now)?.at ?? step;
}

/** Seconds after which to ask for an order again; undefined once it is over. */
export function retryAfter(order: StoredOrder, now: number): number | undefined {
  const next = nextChange(order, now);
  return next === undefined ? undefined : Math.min(Math.max(1, Math.ceil((next - now) / 1000)), MAX_WAIT_S);
}

/** An order as it is shown: without what will become of it. */
export function shownOrder({ journey, ...order }: StoredOrder, now: number): FoodOrder {
  const kept = { ...order, journey };
  if (order.courier === null || !isOnTheWay(kept)) return order;
  const position = positionsOf(kept).findLast(({ at }) => at <= now);
  return position === undefined ? order : { ...order, courier: { ...order.courier, location: position.location } };
}
