/** What a time zone does: its offsets from UTC, and when in a year it goes from one to the other. */
import { zoneRules } from './generated/zone-rules.js';
import { dayNumber } from './local-date.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A change by the calendar: the third Sunday of a month, at so many minutes of that day. */
interface Change {
  readonly month: number;
  /** 5 is the last one. */
  readonly week: number;
  /** Sunday is 0. */
  readonly weekday: number;
  /** By the clock until then; those of a neighbouring day are below 0 or above 1440. */
  readonly minutes: number;
}

/** What a zone does. */
export interface ZoneRule {
  /** Minutes east of UTC at new year. */
  readonly offset: number;
  /** What holds in the other part of the year; undefined where there is none. */
  readonly other?: { readonly offset: number; readonly begins: Change; readonly ends: Change };
}

function readChange(text: string): Change {
  const [month = 1, week = 1, weekday = 0, minutes = 0] = text.split(/[./]/).map(Number);
  return { month, week, weekday, minutes };
}

function readRule(text: string): ZoneRule {
  const [offset, other, begins, ends] = text.split(',');
  if (begins === undefined || ends === undefined) return { offset: Number(offset) };
  return {
    offset: Number(offset),
    other: { offset: Number(other), begins: readChange(begins), ends: readChange(ends) },
  };
}

function readRules(): ReadonlyMap<string, ZoneRule> {
  const all = Object.entries(zoneRules).flatMap(([text, names]) => {
    const rule = readRule(text);
    return names
      .trim()
      .split(/\s+/)
      .map((name) => [name, rule] as const);
  });
  return new Map(all);
}

let known: ReadonlyMap<string, ZoneRule> | undefined;

/** The rules of all zones, by name; read when first asked for. */
export function allZoneRules(): ReadonlyMap<string, ZoneRule> {
  known ??= readRules();
  return known;
}

/** The instant of a change in a year, where the clock until then has an offset. */
function instantOf({ month, week, weekday, minutes }: Change, year: number, offset: number): number {
  const first = dayNumber(year, month, 1);
  // The first of January 1970 was a Thursday.
  const ahead = (((weekday - (first + 4)) % 7) + 7) % 7;
  const days = dayNumber(year, month + 1, 1) - first;
  const day = ahead + 7 * (week - 1);
  return (first + (day < days ? day : day - 7)) * DAY_MS + (minutes - offset) * MINUTE_MS;
}

/** Minutes east of UTC at an instant. */
export function offsetBy({ offset, other }: ZoneRule, instant: number): number {
  if (other === undefined) return offset;
  const year = new Date(instant + offset * MINUTE_MS).getUTCFullYear();
  const isOther =
    instant >= instantOf(other.begins, year, offset) && instant < instantOf(other.ends, year, other.offset);
  return isOther ? other.offset : offset;
}
