/** Viewing slots of a listing, by its own clock. */
import type { Listing, Viewing } from '@understudy/contract/realestate';
import { type Dataset, dayOf, localTime, startsOn, wallAt, type Zone, zoneNamed } from '../../kit/index.js';

/** Length of a slot. */
export const SLOT_MINUTES = 30;

const SLOT_MS = SLOT_MINUTES * 60_000;
const DAY_MS = 86_400_000;

/** Share of the slots that others have taken. */
const TAKEN = 0.25;

/** The zone that a listing is in: what is kept has been checked. */
export function zoneOf({ timezone }: Pick<Listing, 'timezone'>): Zone {
  const zone = zoneNamed(timezone);
  if (zone === undefined) throw new RangeError(`there is no time zone ${timezone}`);
  return zone;
}

/** The number of the local day of an instant, counted from 1970-01-01. */
export function localDay(zone: Zone, instant: number): number {
  return Math.floor(wallAt(zone, instant) / DAY_MS);
}

/** A slot by its start, as slots and viewings show it. */
export function slotAt(listing: Listing, start: number): Pick<Viewing, 'starts_at' | 'ends_at' | 'local_start'> {
  return {
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + SLOT_MS).toISOString(),
    local_start: localTime(zoneOf(listing), start),
  };
}

const FIRST_DAY = dayOf('0000-01-01');
const LAST_DAY = dayOf('9999-12-31');

/** The starts of the slots of a listing on a local day, ascending; none on days that cannot be written. */
export function slotStarts(listing: Listing, day: number): number[] {
  const zone = zoneOf(listing);
  if (day < FIRST_DAY || day > LAST_DAY) return [];
  const starts = startsOn(listing.viewing_hours, { zone, day, length: SLOT_MINUTES });
  return starts.filter((start) => start >= FIRST_DAY * DAY_MS && start + SLOT_MS < (LAST_DAY + 1) * DAY_MS);
}

/** Whether a slot of a listing begins at an instant. */
export function isSlot(listing: Listing, start: number): boolean {
  return slotStarts(listing, localDay(zoneOf(listing), start)).includes(start);
}

/** A listing at its position in the collection. */
interface Placed {
  readonly dataset: Dataset;
  readonly position: number;
}

/** Whether others have the slot of a listing that begins at an instant: they are nobody that clients know of. */
export function isTakenByOthers({ dataset, position }: Placed, start: number): boolean {
  return dataset.random('slots', start / SLOT_MS + position * 1_000_003).chance(TAKEN);
}
