/** Instants of seeded data, counted in seconds, as records are ordered and spread over the years. */
import { EPOCH } from '../../../kit/index.js';

/** Seconds of an hour. */
export const HOUR = 3600;

/** Seconds of a day. */
export const DAY = 24 * HOUR;

/** The present of seeded data; a midnight. */
export const NOW = EPOCH / 1000;

/** Earliest day of seeded data. */
const OLDEST = NOW - 4 * 365 * DAY;

const dates: string[] = [];
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** The instant as records carry it. Days are formatted once: there are few, and formatting is slow. */
export function toInstant(seconds: number): string {
  const day = Math.floor(seconds / DAY);
  const date = (dates[day] ??= new Date(day * DAY * 1000).toISOString().slice(0, 10));
  const time = seconds - day * DAY;
  const hour = twoDigits[Math.floor(time / HOUR)];
  return `${date}T${hour}:${twoDigits[Math.floor(time / 60) % 60]}:${twoDigits[time % 60]}.000Z`;
}

/** The same time, or the morning after where people would be asleep; never earlier than given. */
export function awake(seconds: number): number {
  const second = Math.floor(seconds);
  return second % DAY < 7 * HOUR ? second + 9 * HOUR : second;
}

/** The same day, squeezed into office hours: of two instants, the later one never becomes the earlier. */
export function atWork(seconds: number): number {
  const time = seconds % DAY;
  const minute = Math.floor((8 * HOUR + time * 0.4) / 60);
  return seconds - time + minute * 60;
}

/**
 * A time for the record at an index, so that a collection of the default size is in order of time.
 * Records beyond it start over: a record's content must not depend on how many there are.
 */
export function inOrder(index: number, size: number, latest: number): number {
  return Math.floor(OLDEST + ((index % size) / size) * (latest - OLDEST));
}
