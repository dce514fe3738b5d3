/** What the function that seeds a record is given: everything random follows from the seed, the collection and the index. */
import type { AnyCollection } from './collection.js';
import type { Dataset } from './dataset.js';
import { seededId } from './ids.js';
import { drawEmail, drawName } from './person.js';
import type { Random } from './random.js';
import { cities, things } from './seed-lists.js';
import { type Span, spanOf } from './seed-span.js';
import { drawCompany, drawParagraph, drawSentence, drawWords } from './seed-text.js';

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
