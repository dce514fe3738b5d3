/** Dates of the calendar, which have no time zone: `2026-03-29`, and the number of such a day. */

const DAY_MS = 86_400_000;

/** The number of a day, counted from 1970-01-01, by its parts: the month from 1. */
export function dayNumber(year: number, month: number, day: number): number {
  // Date.UTC takes the years 0 to 99 for those of the last century.
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY_MS;
}

/** The number of the day of a date such as `2026-03-29`. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00.000Z`) / DAY_MS;
}

/** The date of a day. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The weekday of a day, from 1, Monday, to 7, Sunday (ISO 8601). */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}
