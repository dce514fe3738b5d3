/** What a value is made for, and the state of making one. */
import { type Random, hashText, randomFor } from '../../kit/random.js';
import type { Schema, Json, ApiDocument } from '../model.js';
import type { Validation, Direction } from '../validate/validator.js';
import { type Merged, type Merge, anything, meet, merging } from './merged.js';
import type { Facts } from './naming.js';
import { madeFor } from '../understand/nouns.js';

/** What a value is made for. */
export interface Sampling {
  readonly document: Pick<ApiDocument, 'root' | 'resolve'>;
  readonly validation: Validation;
  /** The seed of this value. Each member draws from a stream of its own path: one more moves no other's data. */
  readonly seed: number;
  /** What the value is of, such as `pet`: chooses words. */
  readonly noun: string;
  /** Position among its like, from 0, as by default: makes e-mail addresses, ids and names unique. */
  readonly index?: number;
  /** The present, in ms since 1970, by default that of seeded data: times lie before it, but for those at which something ends. */
  readonly now?: number;
  /** An answer by default. */
  readonly direction?: Direction;
  /** Whether, as by default, examples are taken before anything is drawn: the first for index 0 as it is written, the next ones for the next indices. */
  readonly examples?: boolean;
}

/** One making of a value. */
export interface Drawing {
  readonly about: Required<Sampling>;
  readonly merge: Merge;
  /** How often the value at a pointer is to be drawn anew. */
  readonly salts: ReadonlyMap<string, number>;
  /** Pointers of optional members that are left out. */
  readonly omitted: ReadonlySet<string>;
  /** Whether optional members are there only where the value that is kept has them. */
  readonly isFitting: boolean;
  /** How many more values may be made. */
  left: number;
}

/** Where in a value something is drawn. */
export interface Spot {
  readonly pointer: string;
  /** Stands for the path, and begins its stream. */
  readonly hash: number;
  /** Name of the member as it is written; empty for the whole value. */
  readonly name: string;
  /** What the object is that it is a member of. */
  readonly noun: string;
  /** Position among its like. */
  readonly index: number;
  /** Which example is taken. */
  readonly turn: number;
  readonly depth: number;
  /** References that lead here. */
  readonly trail: readonly string[];
  readonly facts: Facts;
  readonly attempt: number;
  /** A value that is taken as far as it is valid. */
  readonly kept: Json | undefined;
  /** A value to be like. */
  readonly like: Json | undefined;
}

/** The function that merges the schemas of a document: one for all that is made by it. */
export const mergeOf: (document: Sampling['document']) => Merge = madeFor(merging);

/** What several schemas ask of one value. */
export const mergeAll = (merge: Merge, schemas: readonly Schema[]): Merged =>
  schemas.reduce<Merged>((whole, schema) => meet(whole, merge(schema)), anything);

/** One schema for several. */
const asOne = (schemas: readonly Schema[]): Schema => {
  const [first = true] = schemas;
  return schemas.length < 2 ? first : { allOf: schemas };
};

/** Whether a value fits several schemas. */
export const isValidFor = ({ about }: Drawing, schemas: readonly Schema[], value: Json): boolean =>
  about.validation.isValid(asOne(schemas), value, about.direction);

/** The stream of a spot; another for each purpose, and for each attempt. */
export function spotRandom({ about }: Drawing, { hash, attempt }: Spot, purpose = ''): Random {
  return randomFor(about.seed, purpose === '' ? hash : hashText(purpose, hash), attempt);
}
