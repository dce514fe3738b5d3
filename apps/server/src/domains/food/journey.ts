/** The way of an order: when each thing happens to it, and where its courier is. It follows from the order alone. */
import { type FoodOrder, foodOrder, vehicles } from '@understudy/contract/food';
import { type Location, location } from '@understudy/contract/kit';
import { z } from '../../kit/index.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** What `pace=fast` divides every span by. */
const FAST = 60;

/** Positions of a courier on each of two ways: to the restaurant, and to the dropoff. */
const POSITIONS = 20;

/** Metres that a courier does in a second. */
const SPEED = 5;

const journey = z.object({
  /** When it is placed. */
  starts_at: z.iso.datetime(),
  outcome: z.enum(['delivered', 'rejected', 'unanswered']),
  /** Seconds until the courier has it. */
  kitchen_s: z.int(),
  distance_m: z.int(),
  /** Where the restaurant is, and where the courier comes from. */
  restaurant: location('Where the restaurant is.'),
  from: location('Where the courier comes from.'),
  courier: z.object({ name: z.string(), vehicle: z.enum(vehicles) }),
});

/** What is settled about the way of an order when it is placed. */
export type Journey = z.infer<typeof journey>;

/** An order as it is kept: nobody is shown what will become of it. */
export const keptOrder = foodOrder.extend({ journey });

/** An order as it is kept. */
export type KeptOrder = z.infer<typeof keptOrder>;

type Under = Pick<KeptOrder, 'journey' | 'pace'>;

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

/** Where a courier is at an instant. */
export interface Position {
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
