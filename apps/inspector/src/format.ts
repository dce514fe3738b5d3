/** Times, durations and sizes as people read them. */

/** A time of a day, to the ms. */
export function timeText(instant: string): string {
  const date = new Date(instant);
  const two = (part: number) => String(part).padStart(2, '0');
  const ms = String(date.getMilliseconds()).padStart(3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`;
}

/** A duration in ms. */
export function durationText(ms: number): string {
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${Math.round(ms / 10) / 100} s` : `${Math.round(ms / 6000) / 10} min`;
}

/** A size in bytes. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 100) / 10} kB` : `${Math.round(bytes / 100_000) / 10} MB`;
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** How long ago something was, or how soon it is. */
export function agoText(instant: string, now = Date.now()): string {
  const ms = Date.parse(instant) - now;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(ms) >= size) ?? ['second', 1000];
  return relative.format(Math.round(ms / length), unit);
}

/** A count with its noun. */
export const countText = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** Quotes a word for a shell. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
