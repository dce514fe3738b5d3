/** The records of a sandbox, as those see them who read and write them. */
import { type AnyCollection, type Collection, internalCollection, type Positions } from './collection.js';
import type { Dataset } from './dataset.js';
import type { ProblemError } from './problem-error.js';
import { z } from 'zod';

/** Whatever is kept in a collection. */
export interface Identified {
  readonly id: string;
}

/** The records of a sandbox, to be read: seeded ones, with its own changes over them. */
export interface Records {
  readonly dataset: Dataset;
  /** The record with an id; undefined where there is none. */
  get<Item extends Identified>(collection: Collection<Item>, id: string): Item | undefined;
  /** Whether a record was created, changed or removed since the sandbox was seeded. */
  has(collection: AnyCollection, id: string): boolean;
  /** How many positions a collection has: the seeded records, then the created ones, those removed included. */
  size(collection: AnyCollection): number;
  /** How many positions of a collection are empty, since their record was removed. */
  removed(collection: AnyCollection): number;
  /** The record at a position; undefined where it was removed. */
  at<Item extends Identified>(collection: Collection<Item>, position: number): Item | undefined;
  /** The position of the record with an id. */
  positionOf(collection: AnyCollection, id: string): number | undefined;
  /** Positions at which a field may have a value; undefined where only a scan can tell. */
  lookup<Item extends Identified>(
    collection: Collection<Item>,
    field: keyof Item,
    value: string,
  ): Positions | undefined;
  /** The records of a collection that were created or changed, in no order that matters. */
  changed<Item extends Identified>(collection: Collection<Item>): Item[];
}

/** Collections, each with the id that is looked for in it. */
export type Sought<Items extends readonly Identified[]> = {
  readonly [Index in keyof Items]: readonly [collection: Collection<Items[Index]>, id: string];
};

/** Records that a call looks for: one that is not there is its 404. */
export interface SoughtRecords extends Records {
  /**
   * The record with an id that the input names.
   *
   * @throws {@link ProblemError} `not_found`, which names the parameter or pointer in which the id came
   */
  find<Item extends Identified>(collection: Collection<Item>, id: string): Item;
  /** What {@link find} throws where there is no record with an id: of one that the caller may not know of. */
  missing(collection: AnyCollection, id: string): ProblemError;
  /** The same for several: one problem names all that are not there. */
  findAll<Items extends readonly Identified[]>(...sought: Sought<Items>): Items;
}

/** Records that can be written as well: what was put is what is read from then on. */
export interface WritableRecords extends SoughtRecords {
  /**
   * Creates a record, or replaces the one with its id. Gives it back as it is kept: in a collection with versions its
   * `version` is the next one, and where nothing else is changed the record stays as it was. What a record is follows
   * from the collection alone.
   */
  put<Item extends Identified>(collection: Collection<Item>, record: NoInfer<Item>): Item;
  /** Removes a record; one that is not there is left alone. */
  remove(collection: AnyCollection, id: string): void;
}

interface Removal {
  readonly collection: AnyCollection;
  /** Its id. */
  readonly removed: string;
}

/** One record to write. */
export type Write = { readonly collection: AnyCollection; readonly record: { readonly id: string } } | Removal;

const sequence = z.object({ id: z.string(), next: z.int() });

/** The counters, by name. */
export const sequences: Collection<z.infer<typeof sequence>> = internalCollection({
  name: 'sequences',
  prefix: 'seq',
  schema: sequence,
});

/** The number that comes next in a sequence. */
export function peekSequence(records: Records, name: string): number {
  return records.get(sequences, name)?.next ?? 1;
}

/** Takes the next number of a sequence. */
export function nextInSequence(records: WritableRecords, name: string): number {
  const next = peekSequence(records, name);
  records.put(sequences, { id: name, next: next + 1 });
  return next;
}

/** The id of a record that is new each time: `cart_n000001`. */
export function numberedId(records: WritableRecords, prefix: string): string {
  return `${prefix}_n${String(nextInSequence(records, prefix)).padStart(6, '0')}`;
}
