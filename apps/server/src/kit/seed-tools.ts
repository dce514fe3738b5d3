/** What the function that seeds a record is given: everything random follows from the seed, the collection and the index. */
import type { AnyCollection } from './collection.js';
import {
  type Dataset,
  cities,
  drawCompany,
  drawEmail,
  drawName,
  drawParagraph,
  drawSentence,
  drawWords,
  things,
} from './dataset.js';
import { seededId, type Random } from './random.js';

/** From the first millisecond of a span up to, but not including, its end, both in ms since 1970. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const DAY_MS = 86_400_000;

const pattern = /^(?<year>\d{4})(?:-(?<month>0[1-9]|1[0-2])(?:-(?<day>\d{2}))?)?$/;

function wrong(text: string): RangeError {
  return new RangeError(
    `${JSON.stringify(text)} is no year (2025), month (2025-03), day (2025-03-14) or instant (2025-03-14T09:30:00.000Z)`,
  );
}

/** The span that a text names: a year, a month, a day, or an instant alone. */
function readSpan(text: string): Span {
  const { year, month, day } = pattern.exec(text)?.groups ?? {};
  const start = Date.parse(text);
  if (Number.isNaN(start) || (year === undefined && !text.includes('T'))) throw wrong(text);
  // Some engines take the 31st of a short month for the first of the next one.
  if (day !== undefined && new Date(start).getUTCDate() !== Number(day)) throw wrong(text);
  if (year === undefined) return { start, end: start + 1 };
  if (day !== undefined) return { start, end: start + DAY_MS };
  const [years, months] = [Number(year), month === undefined ? undefined : Number(month)];
  return { start, end: months === undefined ? Date.UTC(years + 1, 0) : Date.UTC(years, months) };
}

/** Spans of years, months and days, which a seed names again for each record. */
const known = new Map<string, Span>();

function spanNamed(text: string): Span {
  const cached = known.get(text);
  if (cached !== undefined) return cached;
  const span = readSpan(text);
  // Instants are many, and seldom named twice.
  if (!text.includes('T')) known.set(text, span);
  return span;
}

/**
 * The span that one text names, or from the start of what one names up to the start of what another names.
 *
 * @throws RangeError where a text names no time, or the second none after the first
 */
function spanOf(from: string, to?: string): Span {
  const span = spanNamed(from);
  if (to === undefined) return span;
  const { start: end } = spanNamed(to);
  if (end <= span.start) throw new RangeError(`${JSON.stringify(to)} does not come after ${JSON.stringify(from)}`);
  return { start: span.start, end };
}

/** A seeded person. */
export interface SeededPerson {
  /** First and last name. */
  readonly name: string;
  readonly first_name: string;
  readonly last_name: string;
  /** At a domain reserved for examples (RFC 2606), with the position of the record in it, so that no other has it. */
  readonly email: string;
}

/** Makes the values of one seeded record. Each call draws on; the same record draws the same values every time. */
export interface SeedTools {
  /** Index of the record, counted from 0. */
  readonly index: number;
  /** The generator that all tools draw from. */
  readonly random: Random;
  /** One of the values. */
  readonly pick: <const Value>(values: readonly Value[]) => Value;
  /** True with the given probability, from 0 to 1. */
  readonly chance: (probability: number) => boolean;
  /** An integer from `min` to `max`, both included. */
  readonly int: (min: number, max: number) => number;
  /** A number from `min` to `max`, with so many decimals; 2 where left out. */
  readonly number: (min: number, max: number, decimals?: number) => number;
  /** One word in lower case. */
  readonly word: () => string;
  /** From `min` to `max` words, with a capital letter at the front, such as a title. */
  readonly words: (min: number, max: number) => string;
  readonly sentence: () => string;
  /** Three to five sentences. */
  readonly paragraph: () => string;
  /**
   * An instant in UTC with milliseconds (RFC 3339 §5.6). Of one year, month or day, or from the start of one up to the
   * start of another: `instant('2025-03')`, `instant(created_at, '2026')`. Of 2025 where nothing is given, which is
   * before all that clients write.
   */
  readonly instant: (from?: string, to?: string) => string;
  /** A day, `2025-03-14`, from the same spans. */
  readonly date: (from?: string, to?: string) => string;
  readonly person: () => SeededPerson;
  /** Name of a city. */
  readonly city: () => string;
  /** Name of a company. */
  readonly company: () => string;
  /**
   * Id of a seeded record of another collection of the domain.
   *
   * @throws RangeError where it has no seeded records
   */
  readonly one: (other: AnyCollection) => string;
}

/** The record that is to be made. */
export interface Seeding {
  readonly dataset: Dataset;
  readonly random: Random;
  readonly index: number;
}

const DEFAULT_YEAR = '2025';

function drawTime(random: Random, { start, end }: Span): string {
  return new Date(start + Math.floor(random.fraction() * (end - start))).toISOString();
}

function drawNumber(random: Random, [min, max]: readonly [number, number], decimals: number): number {
  const unit = 10 ** decimals;
  return random.int(Math.ceil(min * unit), Math.floor(max * unit)) / unit;
}

function drawPerson(random: Random, index: number): SeededPerson {
  const name = drawName(random);
  const { first, last } = name;
  return { name: `${first} ${last}`, first_name: first, last_name: last, email: drawEmail(random, name, index) };
}

function drawOne({ dataset, random }: Seeding, other: AnyCollection): string {
  const count = other.count(dataset);
  if (count === 0) throw new RangeError(`one() found no seeded record in ${other.name}`);
  return seededId(other.prefix, random.int(0, count - 1));
}

/** Makes the tools for one record. */
export function seedTools(seeding: Seeding): SeedTools {
  const { random, index } = seeding;
  const instant = (from = DEFAULT_YEAR, to?: string): string => drawTime(random, spanOf(from, to));
  return {
    index,
    random,
    pick: (values) => random.pick(values),
    chance: (probability) => random.chance(probability),
    int: (min, max) => random.int(min, max),
    number: (min, max, decimals = 2) => drawNumber(random, [min, max], decimals),
    word: () => random.pick(things),
    words: (min, max) => drawWords(random, min, max),
    sentence: () => drawSentence(random),
    paragraph: () => drawParagraph(random),
    instant,
    date: (from, to) => instant(from, to).slice(0, 10),
    person: () => drawPerson(random, index),
    city: () => random.pick(cities),
    company: () => drawCompany(random),
    one: (other) => drawOne(seeding, other),
  };
}
