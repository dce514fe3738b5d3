/** The scale of a timeline: from times to positions, and where its ticks are. */

/** A scale. */
export interface Scale {
  /** The position of a time in ms, in units of the drawing. */
  readonly at: (ms: number) => number;
  /** Times in ms at which a line stands, each with its text. */
  readonly ticks: readonly { readonly ms: number; readonly text: string }[];
}

/** About how many ticks there are. */
const TICKS = 8;

/** The next step of 1, 2 or 5 times a power of ten that is not less. */
function niceStep(ms: number): number {
  const power = 10 ** Math.floor(Math.log10(ms));
  return ([1, 2, 5, 10].find((factor) => factor * power >= ms) ?? 10) * power;
}

const tickText = (ms: number, step: number): string => (step < 1000 ? `${ms} ms` : `${ms / 1000} s`);

/**
 * A scale.
 *
 * @param longest the last time, in ms
 * @param from position of the beginning
 * @param to position of the last time
 */
export function scaleOf(longest: number, from: number, to: number): Scale {
  const whole = Math.max(longest, 10);
  const step = niceStep(whole / TICKS);
  const ticks = Array.from({ length: Math.floor(whole / step) + 1 }, (_, index) => index * step);
  return {
    at: (ms) => Math.round((from + (Math.min(Math.max(ms, 0), whole) / whole) * (to - from)) * 10) / 10,
    ticks: ticks.map((ms) => ({ ms, text: tickText(ms, step) })),
  };
}
