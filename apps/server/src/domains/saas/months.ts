/** Months of subscriptions: each begins on the day of the month on which the first has, or on the last where there is none. */

const DAY_MS = 86_400_000;

/** When the period with a number begins, in ms since 1970. The first, with the number 0, begins at the anchor. */
export function periodStart(anchor: number, number: number): number {
  const first = new Date(anchor);
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + number];
  // Date.UTC takes the years 0 to 99 for those of the last century.
  const lastDay = new Date(new Date(0).setUTCFullYear(year, month + 1, 0)).getUTCDate();
  const day = Math.min(first.getUTCDate(), lastDay);
  return new Date(0).setUTCFullYear(year, month, day) + (((anchor % DAY_MS) + DAY_MS) % DAY_MS);
}

/** The number of the period that an instant lies in. */
export function periodAt(anchor: number, at: number): number {
  const [first, then] = [new Date(anchor), new Date(at)];
  const months = (then.getUTCFullYear() - first.getUTCFullYear()) * 12 + then.getUTCMonth() - first.getUTCMonth();
  return periodStart(anchor, months) <= at ? months : months - 1;
}

/** The number of the first period that begins at an instant or later. */
export function periodFrom(anchor: number, at: number): number {
  const number = periodAt(anchor, at);
  return periodStart(anchor, number) === at ? number : number + 1;
}
