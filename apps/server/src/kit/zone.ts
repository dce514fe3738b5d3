/** Dates of the calendar, and time zones: their offsets from UTC, and when in a year they go from one to the other. */
import { zoneRules } from './generated/zone-rules.js';
import { nearest } from '@understudy/contract/kit';

const DAY_MS = 86_400_000;

/** The number of a day, counted from 1970-01-01, by its parts: the month from 1. */
function dayNumber(year: number, month: number, day: number): number {
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

const MINUTE_MS = 60_000;

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
function allZoneRules(): ReadonlyMap<string, ZoneRule> {
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
function offsetBy({ offset, other }: ZoneRule, instant: number): number {
  if (other === undefined) return offset;
  const year = new Date(instant + offset * MINUTE_MS).getUTCFullYear();
  const isOther =
    instant >= instantOf(other.begins, year, offset) && instant < instantOf(other.ends, year, other.offset);
  return isOther ? other.offset : offset;
}

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

/** The zone that a record is in, whose name was checked when it was written. */
export function zoneOf({ timezone }: { readonly timezone: string }): Zone {
  const zone = zoneNamed(timezone);
  if (zone === undefined) throw new RangeError(`there is no time zone ${timezone}`);
  return zone;
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
