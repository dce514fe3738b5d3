/**
 * Time zones: from an instant to the clock on the wall, and back. They come from data of our own, since that of ICU differs
 * between runtimes. What a zone does at present counts for every year.
 */
import { nearest } from '@understudy/contract/kit';
import { allZoneRules, offsetBy } from './zone-rule.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A zone of time. */
export interface Zone {
  /** Its IANA name. */
  readonly name: string;
  /** Minutes east of UTC at an instant. */
  offsetAt(instant: number): number;
}

/** The zone with a name; undefined where none has it. */
export function zoneNamed(name: string): Zone | undefined {
  const rule = allZoneRules().get(name);
  return rule && { name, offsetAt: (instant) => offsetBy(rule, instant) };
}

/** What is wrong with a name that no zone has. */
export function zoneFault(name: string): string {
  const near = nearest(name, allZoneRules().keys()) ?? 'Europe/Berlin';
  return `must be the IANA name of a time zone, such as ${near}`;
}

/** What the clock on the wall of a zone shows at an instant: ms since 1970, as if it were one of UTC. */
export function wallAt({ offsetAt }: Zone, instant: number): number {
  return instant + offsetAt(instant) * MINUTE_MS;
}

/**
 * The instants at which the clock on the wall of a zone shows a time, ascending: none where it was put forward over it, two
 * where it was put back behind it.
 */
export function instantsAt({ offsetAt }: Zone, wall: number): number[] {
  // No zone changes twice in two days.
  const offsets = new Set([wall - DAY_MS, wall + DAY_MS].map(offsetAt));
  return [...offsets]
    .map((offset) => wall - offset * MINUTE_MS)
    .filter((instant) => instant + offsetAt(instant) * MINUTE_MS === wall)
    .toSorted((first, second) => first - second);
}

/** The instant at which the clock was put forward over a time that it never shows. */
function changeOver({ offsetAt }: Zone, wall: number): number {
  let before = Math.floor((wall - DAY_MS) / MINUTE_MS);
  let after = Math.ceil((wall + DAY_MS) / MINUTE_MS);
  const offset = offsetAt(before * MINUTE_MS);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle * MINUTE_MS) === offset) before = middle;
    else after = middle;
  }
  return after * MINUTE_MS;
}

/**
 * The first and the last instant at which the clock on the wall shows a time; that of the change, where it was put forward
 * over it.
 */
export function boundsAt(zone: Zone, wall: number): readonly [first: number, last: number] {
  const [first = changeOver(zone, wall), last = first] = instantsAt(zone, wall);
  return [first, last];
}

/** An instant by the clock of a zone, with its offset from UTC (RFC 3339 §5.6): `2026-01-05T10:00:00+01:00`. */
export function localTime(zone: Zone, instant: number): string {
  const offset = zone.offsetAt(instant);
  const minutes = Math.abs(offset);
  const two = (value: number) => String(value).padStart(2, '0');
  const wall = new Date(wallAt(zone, instant)).toISOString().slice(0, 19);
  return `${wall}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
