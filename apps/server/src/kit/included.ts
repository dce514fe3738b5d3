/** Related records that are shown with a record: its children, which name it, and its parents, which it names. */
import type { Collection } from './collection.js';
import type { Dataset } from './dataset.js';
import type { Identified, Records } from './records.js';

type Members = Readonly<Record<string, unknown>>;

/** What a relation leads to, from a record, in the records of one call. */
export type Look = (record: Identified) => unknown;

/** A relation of the records of a collection. */
export interface Related {
  /** Begins to look it up: what follows from all records is found once for a call. */
  readonly look: (records: Records) => Look;
}

/** What differs where ids are not shown as they are stored. */
export interface RelationParts<Item> {
  /** The text by which others name a record, where it is not its id. */
  readonly nameOf?: (record: Identified) => string;
  /** What is shown of a related record; itself where left out. */
  readonly show?: (record: Item) => unknown;
}

/** The text of a value that can name a record: `"1"` and 1 name the same, as they do in a path. */
const namedBy = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

type Index = ReadonlyMap<string, readonly number[]>;

/** Positions of seeded records by the texts in some of their members; a dataset never changes. */
const indexes = new WeakMap<Dataset, Map<string, Index>>();

/** The names that stand in some members of a record. */
function namesIn(record: Identified, members: readonly string[]): Set<string> {
  return new Set(members.flatMap((member) => namedBy((record as unknown as Members)[member]) ?? []));
}

/** Adds a value under each of the names that a record has. */
function add<Value>(index: Map<string, Value[]>, names: Iterable<string>, value: Value): void {
  for (const name of names) {
    const there = index.get(name);
    if (there === undefined) index.set(name, [value]);
    else there.push(value);
  }
}

function indexOf<Item extends Identified>(
  dataset: Dataset,
  collection: Collection<Item>,
  members: readonly string[],
): Index {
  const own = indexes.get(dataset) ?? new Map<string, Index>();
  indexes.set(dataset, own);
  const key = JSON.stringify([collection.name, ...members]);
  const made = own.get(key);
  if (made !== undefined) return made;
  const index = new Map<string, number[]>();
  const count = collection.count(dataset);
  for (let position = 0; position < count; position++) {
    add(index, namesIn(dataset.record(collection.name, position, collection.seeded), members), position);
  }
  own.set(key, index);
  return index;
}

/** Finds the records of a collection that have a name in some of their members, in the order of the collection. */
export function finder<Item extends Identified>(
  collection: Collection<Item>,
  members: readonly string[],
  records: Records,
): (name: string) => Item[] {
  const written = new Map<string, Item[]>();
  for (const record of records.changed(collection)) add(written, namesIn(record, members), record);
  let seeded: Index | undefined;
  return (name) => {
    seeded ??= indexOf(records.dataset, collection, members);
    const at = new Map<number, Item>();
    for (const position of seeded.get(name) ?? []) {
      const record = records.at(collection, position);
      if (record !== undefined && namesIn(record, members).has(name)) at.set(position, record);
    }
    for (const record of written.get(name) ?? []) at.set(records.positionOf(collection, record.id) ?? Infinity, record);
    return [...at].toSorted(([a], [b]) => a - b).map(([, record]) => record);
  };
}

/**
 * The records of a collection that name a record in a member.
 *
 * @example
 * ```ts
 * import { children, collection, z } from '@understudy/server/domain';
 *
 * const comments = collection({
 *   name: 'comments',
 *   prefix: 'comment',
 *   size: 20,
 *   schema: z.object({ id: z.string(), note_id: z.string() }),
 *   seed: ({ index }) => ({ note_id: `note_000${index % 9}` }),
 * });
 * export const includes = { comments: children(comments, 'note_id') };
 * ```
 */
export function children<Item extends Identified>(
  collection: Collection<Item>,
  member: (keyof Item & string) | readonly string[],
  { nameOf = ({ id }) => id, show = (record) => record }: RelationParts<Item> = {},
): Related {
  const members = typeof member === 'string' ? [member] : (member as readonly string[]);
  return {
    look: (records) => {
      const find = finder(collection, members, records);
      return (record) => find(nameOf(record)).map((one) => show(one));
    },
  };
}

/**
 * The record of a collection that a record names in a member; nothing where there is none.
 *
 * @example
 * ```ts
 * import { collection, parent, z } from '@understudy/server/domain';
 *
 * const users = collection({
 *   name: 'authors',
 *   prefix: 'author',
 *   size: 5,
 *   schema: z.object({ id: z.string(), name: z.string() }),
 *   seed: ({ words }) => ({ name: words(1, 2) }),
 * });
 * export const includes = { author: parent(users, 'author_id') };
 * ```
 */
export function parent<Item extends Identified>(
  collection: Collection<Item>,
  member: string | readonly string[],
  { show = (record) => record }: Pick<RelationParts<Item>, 'show'> = {},
): Related {
  const members: readonly string[] = typeof member === 'string' ? [member] : member;
  return {
    look: (records) => (record) => {
      for (const name of namesIn(record, members)) {
        const found = records.get(collection, name);
        if (found !== undefined) return show(found);
      }
      return undefined;
    },
  };
}

/** Adds what a call names in `include` to the records that it shows; undefined where it names nothing. */
export function including(
  relations: Readonly<Record<string, Related>>,
  { include }: { readonly include?: unknown },
  records: Records,
): (<Shown extends object>(shown: Shown, record: Identified) => Shown) | undefined {
  if (typeof include !== 'string') return undefined;
  const looks = [...new Set(include.split(','))].flatMap((name): [string, Look][] => {
    const related = Object.hasOwn(relations, name) ? relations[name] : undefined;
    return related === undefined ? [] : [[name, related.look(records)]];
  });
  return (shown, record) => {
    const found = looks.map(([name, look]) => [name, look(record)] as const);
    return { ...shown, ...Object.fromEntries(found.filter(([, value]) => value !== undefined)) };
  };
}
