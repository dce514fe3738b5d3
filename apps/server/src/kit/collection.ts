/** What a domain says of one kind of record: how many are seeded, what each of them is, and what the clock makes of it. */
import type { z } from 'zod';
import { indexOfSeededId } from './random.js';
import type { Dataset, LongRelation } from './dataset.js';
import { DeclarationError } from '@understudy/contract/kit';

/** What becomes of a record next, unless it is written before. */
export interface Transition<Item> {
  /** The instant at which it happens, in ms since 1970. */
  readonly at: number;
  /** The record from then on. The kit counts its version. */
  readonly record: Item;
}

/** Something that will happen, unless the record is written before. */
export interface DueEvent {
  /** Event type, such as `order.expired`: one of those that its domain declares. */
  readonly type: string;
  /** When it happens, in ms since 1970. */
  readonly at: number;
  /** What it is about; where left out, the record as it is then. */
  readonly object?: object;
}

/** Positions of records in their collection, ascending. */
export type Positions = ArrayLike<number>;

/**
 * How many of some things in order come before the first for which a test holds, which then holds for all behind it.
 *
 * @example
 * const starts = [0, 4, 9]; // where the records of each owner begin
 * const owner = countBefore(starts.length, (index) => (starts[index] ?? 0) > 5) - 1; // 1
 */
export function countBefore(length: number, isBehind: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** How the records of a collection are marked as removed. A marked record is in no list, and stays in the store. */
export interface Removal<Item> {
  /** When a record was removed (RFC 3339 §5.6), which is its mark; null while it has none. */
  at(record: Item): string | null;
  /**
   * Positions of the seeded records that are marked, ascending; {@link nowhere} for none. Where it is left out, each seeded
   * record is made once to see.
   */
  readonly seeded?: (dataset: Dataset) => Positions;
}

/** The names under which a server serves a collection. */
export interface ServedNames {
  /** Of its size, and of its records in the store. */
  readonly name: string;
  /** Of its ids, without the underscore. */
  readonly prefix: string;
}

/**
 * Under this member, a collection takes the names that it is served under: its own, or others where those are taken. One
 * without it has its members `name` and `prefix` set. Registered, since it may come from another copy of this package.
 */
export const bindNames: unique symbol = Symbol.for('understudy.collection.bindNames') as never;

/** One kind of record, seeded by index: any record can be had without making the others. */
export interface Collection<Item extends { readonly id: string }> {
  readonly name: string;
  /** Prefix of the ids, without the underscore. */
  readonly prefix: string;
  /** What one record of it is called where an id has none, such as `course`; `record` where left out. */
  readonly noun?: string;
  /** What a record of it is; a restored snapshot is held against it. */
  readonly schema: z.ZodType<Item>;
  /** Seeded records when nobody asks for another size; only collections that can be sized have it. */
  readonly defaultSize?: number;
  /**
   * The index of the seeded record with an id, or -1 where none has it; where left out, ids are counted behind the
   * prefix. It depends on the id alone, so that an index beyond the count may be given.
   */
  indexOf?(id: string): number;
  /**
   * Tells the seeded records from others that there could be under the same name; left out where they follow from the
   * seed and the size.
   */
  fingerprint?(): string;
  /** How many records are seeded in this dataset. */
  count(dataset: Dataset): number;
  /** The seeded record at an index from 0 to count-1. */
  seeded(dataset: Dataset, index: number): Item;
  /**
   * Members of the same record that are made at once, where others of it take long: those that follow from other records.
   * A search that reads these alone makes no more than them of each record that it looks at.
   */
  quick?(dataset: Dataset, index: number): Partial<Item> & Pick<Item, 'id'>;
  /**
   * Positions of seeded records by the value of a field that never changes, so that a filter on it
   * needs no scan. An unknown value has no positions.
   */
  readonly lookup?: {
    readonly [Field in keyof Item]?: (dataset: Dataset, value: string) => Positions;
  };
  /** What it follows from that takes long to build where there is much of it. */
  readonly relations?: readonly LongRelation<unknown>[];
  /** True where its records have an integer member `version`: each write that changes one counts it up. */
  readonly versioned?: true;
  /** True where its records are never listed, so that they need no position in an order. */
  readonly unlisted?: boolean;
  /**
   * What the clock makes of a record next; undefined where nothing comes of it any more. It follows from the record alone.
   * Only records that a client has written move: a seeded one stays as it is until it is written.
   */
  transition?(record: Item): Transition<Item> | undefined;
  /**
   * What webhooks are told of that the clock brings, from the record alone: whoever is registered when the record is
   * written hears of each when it is due, unless the record is written again before. Of what recurs, give the next one.
   */
  due?(record: Item): readonly DueEvent[];
  /** What those events show of a record: itself where left out. */
  shows?(record: Item): object;
  /** How its records are marked as removed, where they stay in the store: `{ at: (note) => note.removed_at }`. */
  readonly removal?: Removal<Item>;
  /** Takes the names that it is served under. */
  readonly [bindNames]?: (served: ServedNames) => void;
  /** When the life of a record ends, by the sandbox's clock, in ms since 1970; null: never. Only unlisted records end. */
  expires?(record: Item): number | null;
}

/** One kind of record with versions, whose type says so. */
export interface VersionedCollection<Item extends { readonly id: string }> extends Collection<Item> {
  readonly versioned: true;
}

/** A collection of whatever records. */
export type AnyCollection = Collection<{ readonly id: string }>;

/** Whether a record is marked as removed. Who reads it by its id decides what that means. */
export function isRemoved<Item extends { readonly id: string }>({ removal }: Collection<Item>, record: Item): boolean {
  return removal !== undefined && removal.at(record) !== null;
}

/** The index of the seeded record with an id; undefined where no seeded record of this dataset has it. */
export function seededIndexOf(collection: AnyCollection, dataset: Dataset, id: string): number | undefined {
  const index = collection.indexOf?.(id) ?? indexOfSeededId(collection.prefix, id);
  return index >= 0 && index < collection.count(dataset) ? index : undefined;
}

/** Whether everything is built that a collection follows from. */
export function isBuilt(dataset: Dataset, { relations = [] }: AnyCollection): boolean {
  return relations.every((relation) => relation.isBuilt(dataset));
}

/** Builds what collections follow from, as far as it is not there. */
export function* building(dataset: Dataset, collections: readonly AnyCollection[]): Generator<void, void> {
  for (const { relations = [] } of collections) for (const relation of relations) yield* relation.steps(dataset);
}

/** A collection that has no seeded records, is never listed, and lives only in a sandbox's own state. */
export function internalCollection<Item extends { readonly id: string }>(
  internal: Pick<Collection<Item>, 'name' | 'prefix' | 'schema' | 'expires'>,
): Collection<Item> {
  return {
    ...internal,
    unlisted: true,
    count: () => 0,
    seeded: () => {
      throw new RangeError(`${internal.name} are never seeded`);
    },
  };
}

/** The positions from `start` up to but not including `end`. */
export function range(start: number, end: number): Positions {
  return Uint32Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i);
}

/** No positions. */
export const nowhere: Positions = new Uint32Array(0);

/** What each collection was bound to, for handlers hold it by reference: it is the same one in every server. */
const bound = new WeakMap<AnyCollection, ServedNames>();

/** Whether a collection belongs to a domain that somebody brought. */
export function isBound(collection: AnyCollection): boolean {
  return bound.has(collection);
}

/** The functions of a collection that somebody wrote by hand, on the data as its domain sees it. */
function scopedParts(collection: AnyCollection, scoped: (dataset: Dataset) => Dataset): Partial<AnyCollection> {
  const { count, seeded, quick, lookup } = collection;
  const lookups = Object.entries(lookup ?? {}).map(([field, find]) => [
    field,
    (dataset: Dataset, value: string) => find?.(scoped(dataset), value),
  ]);
  return {
    count: (dataset) => count.call(collection, scoped(dataset)),
    seeded: (dataset, index) => seeded.call(collection, scoped(dataset), index),
    ...(quick && { quick: (dataset: Dataset, index: number) => quick.call(collection, scoped(dataset), index) }),
    ...(lookup === undefined ? {} : { lookup: Object.fromEntries(lookups) as typeof lookup }),
  };
}

/**
 * Binds a collection to the names under which it is served. It may be bound to the same ones again, since two servers of
 * a process may serve it.
 *
 * @param scoped shows seeded data as the domain of the collection sees it
 * @throws {@link DeclarationError} where it is bound to other names, or cannot be changed
 */
export function bindCollection(
  collection: AnyCollection,
  served: ServedNames,
  scoped: (dataset: Dataset) => Dataset,
): void {
  const { name } = collection;
  const before = bound.get(collection);
  if (before !== undefined) {
    if (before.name === served.name && before.prefix === served.prefix) return;
    throw new DeclarationError(
      `the collection ${name} is served as ${before.name} by another server of this process, so it cannot be ${served.name} here`,
    );
  }
  const bind = collection[bindNames];
  if (bind !== undefined) bind(served);
  else if (Object.isFrozen(collection)) {
    throw new DeclarationError(`the collection ${name} is frozen, so it cannot be served as ${served.name}`);
  } else Object.assign(collection, scopedParts(collection, scoped), { name: served.name, prefix: served.prefix });
  bound.set(collection, { ...served });
}
