/** Writes down times of which many fall into one second. */

const SECOND_MS = 1000;

/** The second that was last written, in s since 1970, and how it is written down to its full stop. */
const last = { second: Number.NaN, text: '' };

/** A time, in ms since 1970, as ISO 8601 has it. */
export function isoTime(ms: number): string {
  const whole = Math.trunc(ms);
  const second = Math.floor(whole / SECOND_MS);
  if (second !== last.second) {
    last.text = new Date(second * SECOND_MS).toISOString().slice(0, -4);
    last.second = second;
  }
  return `${last.text}${String(whole - second * SECOND_MS).padStart(3, '0')}Z`;
}
