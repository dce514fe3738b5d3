/** Times of a weekly plan on a day: by the clock on the wall, then as instants. */
import type { WeeklyHours, WeeklyPlan } from '@understudy/contract/kit';
import { boundsAt, instantsAt, wallAt, weekdayOf, type Zone } from './zone.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** `09:30` in minutes. */
function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** When some hours begin and end, in minutes of the day on which they begin. */
function minutesIn({ opens, closes }: Pick<WeeklyHours, 'opens' | 'closes'>): readonly [begin: number, end: number] {
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

const DAY_MS = 86_400_000;

/** When something is open. */
export interface OpeningHours {
  readonly hours: WeeklyPlan;
  /** Days of the year, such as `12-25`, on which none of its hours begin. */
  readonly closedOn: readonly string[];
}

/** Whether something is open, and for how long that is so. */
export interface Opening {
  readonly isOpen: boolean;
  /** When it next closes or opens, in ms since 1970; undefined where it never does. */
  readonly until: number | undefined;
}

/** The day on which all of a week's hours have come, also where a change of the clocks has left one out. */
const WEEKS_DAYS = 16;

/** A day by which each day of the year has come: one leap year is left out in each of most centuries. */
const YEARS_DAYS = 8 * 366 + WEEKS_DAYS;

type Interval = readonly [start: number, end: number];

/** The hours that begin on a local day, as instants, ascending. An hour that the clock skips is not there. */
function intervalsOn({ hours, closedOn }: OpeningHours, zone: Zone, day: number): Interval[] {
  // The year may have more than four digits.
  const monthDay = new Date(day * DAY_MS).toISOString().slice(-19, -14);
  if (closedOn.includes(monthDay)) return [];
  const weekday = weekdayOf(day);
  const instants = hours
    .filter((one) => one.weekday === weekday)
    .map((one): Interval => {
      const [begin, end] = minutesIn(one);
      // Of a time that the clock shows twice, the first opens and the second closes.
      const [start] = boundsAt(zone, day * DAY_MS + begin * MINUTE_MS);
      const [, close] = boundsAt(zone, day * DAY_MS + end * MINUTE_MS);
      return [start, close];
    });
  return instants.filter(([start, end]) => start < end).toSorted(([one], [other]) => one - other);
}

/** Whether something is open at an instant. Hours that follow one another without a gap are one. */
export function openingAt(opening: OpeningHours, zone: Zone, instant: number): Opening {
  // Hours of the day before may go on.
  const first = Math.floor(wallAt(zone, instant) / DAY_MS) - 1;
  const last = first + (opening.closedOn.length === 0 ? WEEKS_DAYS : YEARS_DAYS);
  let closes: number | undefined;
  for (let day = first; day < last; day++) {
    for (const [start, end] of intervalsOn(opening, zone, day)) {
      if (end <= instant) continue;
      if (closes === undefined && start > instant) return { isOpen: false, until: start };
      if (closes !== undefined && start > closes) return { isOpen: true, until: closes };
      closes = Math.max(closes ?? end, end);
    }
  }
  const isForEver = closes === undefined || wallAt(zone, closes) >= last * DAY_MS;
  return { isOpen: closes !== undefined, until: isForEver ? undefined : closes };
}
