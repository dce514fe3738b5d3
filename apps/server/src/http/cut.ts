/** Finds where an answer breaks off after its head. */
import type { Transmission } from './transmission.js';

/** How a connection ends before its answer does. */
export type Ending = NonNullable<Transmission['end']>['by'];

/** Where a body ends too early. */
interface Cut {
  /** Bytes of the body before it. */
  readonly at: number;
  readonly stallMs: number;
  readonly ending: Ending;
}

/** Of a body whose length nobody knows yet, so much is its middle. */
const AMID_STREAM = 1;

/** The cuts that a wire makes into a body after its head. */
function cutsOf({ stall, truncateTo, end }: Transmission, length: number | undefined): readonly Cut[] {
  const cuts: Cut[] = [];
  if (stall !== undefined) cuts.push({ at: stall.afterBytes, stallMs: stall.ms, ending: 'close' });
  if (truncateTo !== undefined) cuts.push({ at: truncateTo, stallMs: 0, ending: 'close' });
  if (end === undefined) return cuts;
  const half = length === undefined ? AMID_STREAM : Math.floor(length / 2);
  return [...cuts, { at: end.at === 'head' ? 0 : half, stallMs: 0, ending: end.by }];
}

/**
 * The first cut that a wire makes; several in one position are one.
 *
 * @param length bytes of the body, where they are known
 */
export function firstCut(wire: Transmission, length: number | undefined): Cut | undefined {
  const cuts = cutsOf(wire, length);
  const at = Math.min(...cuts.map((cut) => cut.at));
  const here = cuts.filter((cut) => cut.at === at);
  if (here.length === 0) return undefined;
  const stallMs = Math.max(...here.map((cut) => cut.stallMs));
  return { at, stallMs, ending: here.find(({ ending }) => ending !== 'close')?.ending ?? 'close' };
}
