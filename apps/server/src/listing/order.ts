/** The order that a caller wants by `sort`, and sorting by it, step by step, so that others are served meanwhile. */
import type { SortValue } from '../kit/cursor.js';
import { countBefore, type Positions } from '../kit/collection.js';
import type { Listing } from '../kit/listing.js';

type Members = Readonly<Record<string, unknown>>;

/** The value of a member, in a list those of its objects; undefined where there is none. A name may have dots in it. */
export function memberAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  // Of several objects, what they have.
  if (Array.isArray(value)) return inEach(value, path);
  if (Object.hasOwn(value, path)) return (value as Members)[path];
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const name = path.slice(0, dot);
    const found = Object.hasOwn(value, name) ? memberAt((value as Members)[name], path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function inEach(values: readonly unknown[], path: string): unknown {
  const found = values.flatMap((one) => memberAt(one, path) ?? []);
  return found.length === 0 ? undefined : found;
}

/** A listing, as far as what is read of its records goes. */
export type Read<Item extends { readonly id: string }> = Pick<Listing<Item, unknown, string>, 'show' | 'read'> &
  Partial<Pick<Listing<Item, unknown, string>, 'compute'>>;

/** Gives what a caller sees of a record under a name. */
export function lookAt<Item extends { readonly id: string }>(
  { show, read, compute = {} }: Read<Item>,
  record: Item,
): (name: string) => unknown {
  let shown: unknown;
  return (name) => {
    const computed = Object.hasOwn(compute, name) ? compute[name] : undefined;
    if (computed !== undefined) return computed.of(record);
    if (read !== undefined) return read(record, name);
    shown ??= show?.(record) ?? record;
    return memberAt(shown, name);
  };
}

/** Values by which one entry is sorted, in order of weight. */
export type SortValues = readonly SortValue[];

/** A member that entries are sorted by. */
export interface SortKey {
  readonly name: string;
  readonly isDescending: boolean;
}

/** An order of entries. Equal ones keep the order of their positions. */
export interface Order<Item> {
  /** Tells it from every other order of the same collection. */
  readonly text: string;
  /** In order of weight. */
  readonly keys: readonly SortKey[];
  /** By what an entry is sorted, key by key; one that is gone has no values. */
  values(item: Item | undefined): SortValues;
}

/** An order of positions. */
export interface PositionOrder {
  /** In order of weight. */
  readonly keys: readonly SortKey[];
  /** By what the entry at a position is sorted, key by key. */
  values(position: number): SortValues;
}

/** What an order is made of. */
export interface OrderParts<Item> {
  /** Keys in order of weight, such as `-created_at,title`. */
  readonly sort: string;
  /** Name of the operation, whose records have the keys. */
  readonly operation: string;
  /** Input members that the keys need, with their values. */
  readonly needs?: object | undefined;
  /** Gives what an entry is sorted by, by name; members of itself where left out. */
  lookAt?(item: Item): (name: string) => unknown;
}

function sortValue(value: unknown): SortValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/**
 * Below 0 where the first value comes first, above 0 where it comes last. Text goes by its code units, not by a language,
 * which every JavaScript engine would sort by data of its own; null comes last in both directions.
 */
export function compareValues(first: SortValue, second: SortValue, { isDescending }: SortKey): number {
  if (first === second) return 0;
  if (first === null) return 1;
  if (second === null) return -1;
  // Values of different types have an order of their own, so that any two of three agree with the third.
  if (typeof first !== typeof second) return typeof first < typeof second === isDescending ? 1 : -1;
  return first < second === isDescending ? 1 : -1;
}

/** The order that `sort` stands for, once its schema has parsed it. */
export function orderOf<Item>({ sort, operation, needs = {}, lookAt: look }: OrderParts<Item>): Order<Item> {
  const keys = sort.split(',').map((key) => ({ name: key.replace(/^-/, ''), isDescending: key.startsWith('-') }));
  return {
    text: `${operation} ${sort} ${JSON.stringify(needs)}`,
    keys,
    values: (item) => {
      if (item === undefined) return keys.map(() => null);
      const valueOf = look?.(item) ?? ((name: string) => memberAt(item, name));
      return keys.map(({ name }) => sortValue(valueOf(name)));
    },
  };
}

/** Entries read between two steps. */
const READ_STEP = 64;

/** Comparisons between two steps. */
const COMPARE_STEP = 1024;

/** Entries that are sorted in one go, in a ms or two, before they are merged. */
const RUN = 1024;

/** Compares entries by their values, column by column; equal ones by where they stand. */
function comparing(columns: readonly { readonly key: SortKey; readonly values: readonly SortValue[] }[]) {
  return (first: number, second: number): number => {
    for (let k = 0; k < columns.length; k++) {
      const column = columns[k];
      if (column === undefined) continue;
      const side = compareValues(column.values[first] ?? null, column.values[second] ?? null, column.key);
      if (side !== 0) return side;
    }
    return first - second;
  };
}

/** Two sorted stretches that follow each other, on their way into one. */
interface Merge {
  readonly source: Uint32Array;
  readonly target: Uint32Array;
  /** Where the second begins. */
  readonly middle: number;
  readonly end: number;
  /** The next entries of both. */
  left: number;
  right: number;
}

/** Goes on with a merge for some entries, outside of a generator, whose loops engines do not compile; tells whether there are more. */
function mergeSome(merge: Merge, compareEntries: (first: number, second: number) => number): boolean {
  const { source, target, middle, end } = merge;
  let { left, right } = merge;
  let next = left + right - middle;
  const until = Math.min(end, next + COMPARE_STEP);
  for (; next < until; next++) {
    const isLeft = right >= end || (left < middle && compareEntries(source[left] ?? 0, source[right] ?? 0) <= 0);
    target[next] = source[isLeft ? left++ : right++] ?? 0;
  }
  merge.left = left;
  merge.right = right;
  return until < end;
}

/** Sorts ascending positions. It is a merge sort: stable, so that equal entries stay in the order of their positions. */
export function* sortPositions(positions: Positions, order: PositionOrder): Generator<void, Uint32Array> {
  const { length } = positions;
  // One array for each key takes less memory than one for each of a million entries.
  const columns = order.keys.map((key): { key: SortKey; values: SortValue[] } => ({ key, values: [] }));
  let source = new Uint32Array(length);
  for (let i = 0; i < length; i++) {
    if (i % READ_STEP === 0) yield;
    const values = order.values(positions[i] ?? 0);
    for (const [k, column] of columns.entries()) column.values.push(values[k] ?? null);
    source[i] = i;
  }
  const compareEntries = comparing(columns);
  for (let start = 0; start < length; start += RUN) {
    yield;
    source.subarray(start, start + RUN).sort(compareEntries);
  }
  let target = new Uint32Array(length);
  for (let width = RUN; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      const middle = Math.min(start + width, length);
      const merge = { source, target, middle, end: Math.min(middle + width, length), left: start, right: middle };
      do yield;
      while (mergeSome(merge, compareEntries));
    }
    [source, target] = [target, source];
  }
  for (let i = 0; i < length; i++) {
    if (i % COMPARE_STEP === 0) yield;
    source[i] = positions[source[i] ?? 0] ?? 0;
  }
  return source;
}

/** The same for values in order of weight. */
export function compareAll(keys: readonly SortKey[], first: SortValues, second: SortValues): number {
  for (const [i, key] of keys.entries()) {
    const side = compareValues(first[i] ?? null, second[i] ?? null, key);
    if (side !== 0) return side;
  }
  return 0;
}

/** Index of the first entry that comes after the one with a position and values, or is it where that one counts. */
export function indexInOrder(
  sorted: Positions,
  order: PositionOrder,
  after: { readonly values: SortValues; readonly position: number; readonly isCounted: boolean },
): number {
  return countBefore(sorted.length, (index) => {
    const position = sorted[index] ?? 0;
    const side = compareAll(order.keys, order.values(position), after.values) || position - after.position;
    return side > 0 || (after.isCounted && side === 0);
  });
}

/** Puts some positions among sorted ones. */
export function* insertPositions(
  sorted: Uint32Array,
  added: Uint32Array,
  order: PositionOrder,
): Generator<void, Uint32Array> {
  const all = new Uint32Array(sorted.length + added.length);
  let copied = 0;
  for (const [i, position] of (yield* sortPositions(added.toSorted(), order)).entries()) {
    yield;
    const index = indexInOrder(sorted, order, { values: order.values(position), position, isCounted: true });
    all.set(sorted.subarray(copied, index), copied + i);
    all[index + i] = position;
    copied = index;
  }
  all.set(sorted.subarray(copied), copied + added.length);
  return all;
}
