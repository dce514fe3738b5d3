/** Finds the positions of the records that match a search, in its order, step by step. */
import { type Collection, type Positions, seededIndexOf } from '../kit/collection.js';
import type { Dataset } from '../kit/dataset.js';
import type { ViewAt } from '../store/model/view.js';
import type { Listing, MemberCondition } from '../kit/listing.js';
import { type Conditions, conditionsOf, isFiltered, matcher, membersRead, type Search } from './matcher.js';
import { insertPositions, sortPositions } from './sort-positions.js';

/** Positions that are joined in one go, in some milliseconds; where there are more, looking at every record gives way to others. */
const MAX_JOINED = 2_097_152;

/** The positions that stand in one or the other of two lists, ascending as both are. */
function joined(one: Positions, other: Positions): Positions {
  const all = new Uint32Array(one.length + other.length);
  let [length, i, j] = [0, 0, 0];
  while (i < one.length || j < other.length) {
    const [a, b] = [one[i] ?? Infinity, other[j] ?? Infinity];
    all[length++] = Math.min(a, b);
    if (a <= b) i++;
    if (b <= a) j++;
  }
  return all.subarray(0, length);
}

/** The positions that stand in any of some lists: neighbours are joined, so that none is copied often. */
function allOf(lists: readonly Positions[]): Positions {
  if (lists.length <= 1) return lists[0] ?? [];
  const half = lists.length >>> 1;
  return joined(allOf(lists.slice(0, half)), allOf(lists.slice(half)));
}

/** Gives the positions of the seeded records whose member has a value; undefined where that cannot be looked up. */
function lookupOf<Item extends { readonly id: string }>(
  collection: Collection<Item>,
  dataset: Dataset,
  member: string,
): ((value: string) => Positions) | undefined {
  if (member === 'id') {
    return (id) => {
      const index = seededIndexOf(collection, dataset, id);
      return index === undefined ? [] : [index];
    };
  }
  const find = collection.lookup?.[member as keyof Item];
  return find && ((value) => find(dataset, value));
}

function positionsOf<Item extends { readonly id: string }>(
  { member, oneOf }: MemberCondition,
  collection: Collection<Item>,
  dataset: Dataset,
): Positions | undefined {
  const find = oneOf === undefined ? undefined : lookupOf(collection, dataset, member);
  if (oneOf === undefined || find === undefined) return undefined;
  const found = oneOf.map(find);
  if (found.length > 1 && found.reduce((total, { length }) => total + length, 0) > MAX_JOINED) return undefined;
  return allOf(found);
}

/** The seeded records that pass a condition. */
interface LookedUp {
  readonly condition: MemberCondition;
  /** Ascending. */
  readonly positions: Positions;
}

/** The fewest records that a lookup gives for one of some conditions; undefined where none can be looked up. */
function lookUp<Item extends { readonly id: string }>(
  dataset: Dataset,
  collection: Collection<Item>,
  conditions: readonly MemberCondition[],
): LookedUp | undefined {
  let fewest: LookedUp | undefined;
  for (const condition of conditions) {
    const positions = positionsOf(condition, collection, dataset);
    if (positions === undefined) continue;
    if (fewest === undefined || positions.length < fewest.positions.length) fewest = { condition, positions };
  }
  return fewest;
}

/** Records between two steps. */
const STEP = 64;

/** Positions that are copied between two steps. */
const COPY_STEP = 16_384;

/** The test of the seeded records at their positions, by some conditions; undefined where every one is found. */
function seededTest<Item extends { readonly id: string }>(
  dataset: Dataset,
  search: Search<Item>,
  conditions: Conditions,
): ((position: number) => boolean) | undefined {
  const { collection } = search.listing;
  const marked = collection.removal?.seeded?.(dataset);
  if (!isFiltered(search, conditions) && (collection.removal === undefined || marked !== undefined)) {
    if (marked === undefined || marked.length === 0) return undefined;
    // Whoever says which are marked spares the records from being made.
    const removed = new Set(Array.from(marked));
    return (position) => !removed.has(position);
  }
  const matches = matcher(search, conditions);
  const quick = quickly(dataset, search, conditions);
  // What is quick has all that the test reads.
  if (quick !== undefined) return (position) => matches(quick(position) as Item);
  return (position) => matches(dataset.record(collection.name, position, collection.seeded));
}

/** Makes of a seeded record what the test of a search reads; undefined where that is more than is made quickly. */
function quickly<Item extends { readonly id: string }>(
  dataset: Dataset,
  search: Search<Item>,
  conditions: Conditions,
): ((position: number) => object) | undefined {
  const { collection } = search.listing;
  const read = membersRead(search, conditions);
  if (collection.quick === undefined || read === undefined || collection.count(dataset) === 0) return undefined;
  const has = collection.quick(dataset, 0);
  if (!read.every((member) => Object.hasOwn(has, member))) return undefined;
  return (position) => collection.quick?.(dataset, position) ?? has;
}

/** Finds the seeded records that match; they never change, so that nothing can come between two steps. */
export function* scanSeeded<Item extends { readonly id: string }>(
  dataset: Dataset,
  search: Search<Item>,
): Generator<void, Uint32Array> {
  const { collection } = search.listing;
  const recordAt = (position: number): Item => dataset.record(collection.name, position, collection.seeded);
  const { kept, shown } = conditionsOf(search);
  const found = lookUp(dataset, collection, [...kept, ...shown]);
  const among = found?.positions;
  // A record that was looked up needs not be made to see what it was looked up by.
  const isLeft = (condition: MemberCondition) => condition !== found?.condition;
  const matches = seededTest(dataset, search, { kept: kept.filter(isLeft), shown: shown.filter(isLeft) });
  const { order } = search;
  // What was looked up is the answer: a million positions need no copy.
  if (matches === undefined && order === undefined && among instanceof Uint32Array) return among;
  const length = among?.length ?? collection.count(dataset);
  const positions: number[] = [];
  for (let i = 0; i < length; i++) {
    if (i % STEP === 0) yield;
    const position = among?.[i] ?? i;
    if (matches === undefined || matches(position)) positions.push(position);
  }
  if (order === undefined) return Uint32Array.from(positions);
  return yield* sortPositions(positions, { ...order, values: (position) => order.values(recordAt(position)) });
}

/** Finds those that match at an instant where some were changed, created or removed, given the seeded ones that matched. */
export function* scanChanged<Item extends { readonly id: string }>(
  view: ViewAt,
  search: Search<Item>,
  seeded: Uint32Array,
): Generator<void, Uint32Array> {
  const { collection } = search.listing;
  const matches = matcher(search, conditionsOf(search));
  const count = collection.count(view.dataset);
  const changed = new Set<number>();
  const found: number[] = [];
  let looked = 0;
  for (const id of view.changedIds(collection)) {
    if (looked++ % STEP === 0) yield;
    const index = seededIndexOf(collection, view.dataset, id);
    if (index === undefined) continue;
    changed.add(index);
    const record = view.get(collection, id);
    if (record !== undefined && matches(record)) found.push(index);
  }
  for (let position = count; position < view.size(collection); position++) {
    if (looked++ % STEP === 0) yield;
    const record = view.at(collection, position);
    if (record !== undefined && matches(record)) found.push(position);
  }
  if (changed.size === 0 && found.length === 0) return seeded;
  const { order } = search;
  if (order !== undefined) {
    const unchanged = changed.size === 0 ? seeded : seeded.filter((position) => !changed.has(position));
    const values = (position: number) => order.values(view.at(collection, position));
    return yield* insertPositions(unchanged, Uint32Array.from(found), { ...order, values });
  }
  return yield* mergePositions(seeded, changed, Uint32Array.from(found).toSorted());
}

/** Ascending positions without some of them, and with others. */
function* mergePositions(
  positions: Uint32Array,
  without: ReadonlySet<number>,
  added: Uint32Array,
): Generator<void, Uint32Array> {
  const all = new Uint32Array(positions.length + added.length);
  let length = 0;
  let next = 0;
  for (const [i, position] of positions.entries()) {
    if (i % COPY_STEP === 0) yield;
    if (without.has(position)) continue;
    for (; next < added.length && (added[next] ?? 0) < position; next++) all[length++] = added[next] ?? 0;
    all[length++] = position;
  }
  all.set(added.subarray(next), length);
  return all.slice(0, length + added.length - next);
}

/** Of what was found, the records that are in a list. */
export function* scanOnly<Item extends { readonly id: string }>(
  view: ViewAt,
  { collection, only }: Pick<Listing<Item, unknown>, 'collection' | 'only'>,
  finding: Generator<void, Uint32Array>,
): Generator<void, Uint32Array> {
  const found = yield* finding;
  if (only === undefined) return found;
  const positions: number[] = [];
  for (const [i, position] of found.entries()) {
    if (i % STEP === 0) yield;
    const record = view.at(collection, position);
    if (record !== undefined && only.has(record, view)) positions.push(position);
  }
  return Uint32Array.from(positions);
}
