/** Opening hours: whether something is open at an instant, by the clock on its wall, and when that changes. */
import type { WeeklyPlan } from '@understudy/contract/kit';
import { weekdayOf } from './local-date.js';
import { minutesIn } from './weekly-plan.js';
import { boundsAt, wallAt, type Zone } from './zone.js';

const MINUTE_MS = 60_000;
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
