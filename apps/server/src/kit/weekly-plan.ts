/** Times of a weekly plan on a day: by the clock on the wall, then as instants. */
import type { WeeklyHours, WeeklyPlan } from '@understudy/contract/kit';
import { weekdayOf } from './local-date.js';
import { instantsAt, type Zone } from './zone.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** `09:30` in minutes. */
function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** When some hours begin and end, in minutes of the day on which they begin. */
export function minutesIn({
  opens,
  closes,
}: Pick<WeeklyHours, 'opens' | 'closes'>): readonly [begin: number, end: number] {
  const [begin, closing] = [minutesOf(opens), minutesOf(closes)];
  return [begin, closing > begin ? closing : closing + DAY_MINUTES];
}

/**
 * The times of a day, in minutes, at which a part of a plan's hours begins; each part has so many minutes. Hours that go
 * past midnight have some of their parts on the next day.
 */
function partsOn(plan: WeeklyPlan, day: number, length: number): number[] {
  const found = new Set<number>();
  for (const { weekday, ...hours } of plan) {
    const [begin, end] = minutesIn(hours);
    for (let part = begin; part + length <= end; part += length) {
      const daysLater = Math.floor(part / DAY_MINUTES);
      if (weekdayOf(day - daysLater) === weekday) found.add(part - daysLater * DAY_MINUTES);
    }
  }
  return [...found];
}

/**
 * The instants on a local day at which a part of a plan's hours begins, ascending; each part has so many minutes. A time
 * that the day skips gives none, and one that it repeats gives two.
 *
 * @param day - its number, counted from 1970-01-01
 */
export function startsOn(plan: WeeklyPlan, { zone, day, length }: PartsOfDay): number[] {
  const midnight = day * DAY_MINUTES;
  return partsOn(plan, day, length)
    .flatMap((part) => instantsAt(zone, (midnight + part) * MINUTE_MS))
    .toSorted((first, second) => first - second);
}

/** Which parts of a plan's hours are meant. */
export interface PartsOfDay {
  readonly zone: Zone;
  /** Number of the local day, counted from 1970-01-01. */
  readonly day: number;
  /** Minutes of each part. */
  readonly length: number;
}
