/** Draws how long a delay is. */
import type { Random } from '../kit/random.js';
import type { FaultOf } from './outcome.js';

/** The longest delay, in ms; the log-normal distribution has no end. */
const MAX_MS = 60_000;

/** 99 % of a normal distribution lie below so many standard deviations. */
const DEVIATIONS_OF_P99 = 2.326_347_874_040_841;

/** A number of the normal distribution with mean 0 and deviation 1 (Box and Muller). */
function normal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.fraction()));
  return radius * Math.cos(2 * Math.PI * random.fraction());
}

/** Whether how long a delay is has to be drawn. */
export function isDrawn({ ms }: FaultOf<'delay'>): boolean {
  return ms === undefined;
}

/** How long a delay is, in ms. */
export function drawDelay({ ms, min, max, p50 = 0, p99 = 0 }: FaultOf<'delay'>, draw: () => Random): number {
  if (ms !== undefined) return ms;
  const random = draw();
  if (min !== undefined && max !== undefined) return min + random.fraction() * (max - min);
  if (p50 === 0) return 0;
  const deviation = Math.log(p99 / p50) / DEVIATIONS_OF_P99;
  return Math.min(p50 * Math.exp(deviation * normal(random)), MAX_MS);
}
