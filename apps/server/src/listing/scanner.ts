/** Searches sandboxes, each question once at a time, and keeps what it found for the next page. */
import { LRUCache } from '#platform/runtime';
import { type AnyCollection, type Collection, type Positions, seededIndexOf } from '../kit/collection.js';
import type { Dataset } from '../kit/dataset.js';
import { andThen } from '../kit/made-once.js';
import { type MemberCondition, type Period, always, both, isIn } from '../kit/listing.js';
import { type View, ViewAt } from '../store/model/view.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import {
  type Conditions,
  type Search,
  conditionsOf,
  isFiltered,
  isShownAsStored,
  isWhole,
  matcher,
  membersRead,
} from './matcher.js';
import { scheduler } from './scheduler.js';
import { TextsInMemory, membersAt } from './search-texts.js';
import { insertPositions, sortPositions } from './order.js';

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
  const at = membersAt({ dataset, collection }, membersRead(search, conditions));
  // It has all that the test reads.
  return (position) => matches(at(position) as Item);
}

/** Looked-up records that are so few of all are looked at themselves, and need no texts of all others. */
const FEW_OF_ALL = 8;

/** Finds the seeded records that match; they never change, so that nothing can come between two steps. */
export function* scanSeeded<Item extends { readonly id: string }>(
  dataset: Dataset,
  search: Search<Item>,
  texts: TextsInMemory,
): Generator<void, Uint32Array> {
  const { order, q, fields, listing } = search;
  const { collection } = listing;
  const count = collection.count(dataset);
  const { stored, shown } = conditionsOf(search);
  const found = lookUp(dataset, collection, [...stored, ...shown]);
  const searched = { dataset, collection, fields };
  const isFew = found !== undefined && found.positions.length * FEW_OF_ALL <= count;
  const all = q === '' ? undefined : isFew ? texts.peek(searched) : yield* texts.get(searched);
  const text = q.toLowerCase();
  const among = found?.positions ?? (all === undefined ? undefined : yield* all.find(text));
  // A record that was looked up needs not be made to see what it was looked up by, nor for its texts.
  const isLeft = (condition: MemberCondition) => condition !== found?.condition;
  const left = { stored: stored.filter(isLeft), shown: shown.filter(isLeft) };
  const matches = seededTest(dataset, all === undefined ? search : { ...search, q: '' }, left);
  const hasText = found === undefined || all === undefined ? undefined : (at: number) => all.has(at, text);
  // What was looked up is the answer: a million positions need no copy.
  const isFound = matches === undefined && hasText === undefined && order === undefined;
  if (isFound && among instanceof Uint32Array) return among;
  const length = among?.length ?? count;
  const positions: number[] = [];
  for (let i = 0; i < length; i++) {
    if (i % STEP === 0) yield;
    const position = among?.[i] ?? i;
    if (hasText?.(position) !== false && matches?.(position) !== false) positions.push(position);
  }
  if (order === undefined) return Uint32Array.from(positions);
  const at = membersAt(
    { dataset, collection },
    isShownAsStored(listing) ? order.keys.map(({ name }) => name) : undefined,
  );
  // It has all that the order reads.
  return yield* sortPositions(positions, { ...order, values: (position) => order.values(at(position) as Item) });
}

/** What was found before something changed. */
export interface Before {
  /** Of the seeded records, or of those of the view as it was. */
  readonly positions: Uint32Array;
  /** Ids of the records that have changed since in the view as it was; undefined where the seeded ones alone were looked at. */
  readonly changed: readonly string[] | undefined;
}

/** The positions of the records to be looked at again. */
function* changedPositions(view: ViewAt, collection: AnyCollection, changed: Before['changed']) {
  for (const id of changed ?? view.changedIds(collection)) {
    const position =
      changed === undefined ? seededIndexOf(collection, view.dataset, id) : view.positionOf(collection, id);
    if (position !== undefined) yield position;
  }
  if (changed !== undefined) return;
  for (let position = collection.count(view.dataset); position < view.size(collection); position++) yield position;
}

/** Finds those that match at an instant where some were changed, created or removed, given what was found before. */
export function* scanChanged<Item extends { readonly id: string }>(
  view: ViewAt,
  search: Search<Item>,
  before: Before,
): Generator<void, Uint32Array> {
  const { collection, only } = search.listing;
  const passes = matcher(search, conditionsOf(search));
  const matches = (position: number): boolean => {
    const record = view.at(collection, position);
    return record !== undefined && passes(record) && only?.has(record, view) !== false;
  };
  const again = new Set<number>();
  const found: number[] = [];
  for (const position of changedPositions(view, collection, before.changed)) {
    if (again.size % STEP === 0) yield;
    if (again.has(position)) continue;
    again.add(position);
    if (matches(position)) found.push(position);
  }
  const base =
    only === undefined || before.changed !== undefined
      ? before.positions
      : yield* chosen(before.positions, (position) => again.has(position) || matches(position));
  if (again.size === 0) return base;
  const { order } = search;
  if (order !== undefined) {
    const others = yield* mergePositions(base, again, new Uint32Array(0));
    const values = (position: number) => order.values(view.at(collection, position));
    return yield* insertPositions(others, Uint32Array.from(found), { ...order, values });
  }
  return yield* mergePositions(base, again, Uint32Array.from(found).toSorted());
}

/** The positions that pass a test. */
function* chosen(positions: Uint32Array, passes: (position: number) => boolean): Generator<void, Uint32Array> {
  const all: number[] = [];
  for (const [i, position] of positions.entries()) {
    if (i % STEP === 0) yield;
    if (passes(position)) all.push(position);
  }
  return Uint32Array.from(all);
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

/** Tries to look through the changed records between two writes. */
const MAX_TRIES = 3;

/** Bytes of positions kept for next pages: as much for the seeded data as for sandboxes that were written to. */
const KEPT_BYTES = 8 * 1024 * 1024;

/** Seeded records of which two sorts may run at the same time. */
const SMALL = 100_000;

/** What was found in the records of a sandbox. */
export interface Found {
  /** Positions of the matching records, in their order; undefined where that is the whole collection, ascending. */
  readonly positions: Positions | undefined;
  /** When it is so, if nobody writes. */
  readonly period: Period;
}

/** Versions of the collections that a list looks into. */
interface Versions {
  readonly own: number;
  /** Of the others. */
  readonly others: string;
}

/** What was found at versions of the records. */
interface FoundRange extends Found {
  readonly versions: Versions;
  readonly positions: Uint32Array;
}

/** What is looked for, where and when. */
interface Question<Item extends { readonly id: string }> {
  readonly sandbox: Pick<Sandbox, 'view'>;
  readonly search: Search<Item>;
  /** In ms since 1970. */
  readonly now: number;
  /** Tells it from every other one, wherever it is looked for. */
  readonly text: string;
}

const sizeOf = (positions: Uint32Array, key: string): number => positions.byteLength + key.length * 2 + 64;

function versionsOf<Item extends { readonly id: string }>(
  view: View,
  { collection, only }: Search<Item>['listing'],
): Versions {
  const others = only?.from.map((from) => view.version(from)).join(' ') ?? '';
  return { own: view.version(collection), others };
}

const isSame = (one: Versions, other: Versions): boolean => one.own === other.own && one.others === other.others;

/** Searches sandboxes. */
export class Scanner {
  readonly #texts = new TextsInMemory();
  readonly #seeded = new LRUCache<string, Uint32Array>({ maxSize: KEPT_BYTES, sizeCalculation: sizeOf });
  readonly #running = new Map<string, Promise<Uint32Array>>();
  /** Ends with the last of the large sorts; never rejects. */
  #sorting: Promise<unknown> = Promise.resolve();
  readonly #found = new LRUCache<string, FoundRange>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ positions }, key) => sizeOf(positions, key),
  });

  /** What matches at an instant, in ms since 1970: at once, where it takes a few ms at most. */
  find<Item extends { readonly id: string }>(
    sandbox: Pick<Sandbox, 'view'>,
    search: Search<Item>,
    now: number,
  ): Found | Promise<Found> {
    if (isWhole(sandbox.view, search)) return { positions: undefined, period: always };
    const { collection, where, until } = search.listing;
    const { filter, q, order } = search;
    const asked = [collection.name, where, filter?.text, q.toLowerCase(), order?.text];
    // Two instants before the same change of what is shown are one to a question that looks at it.
    if (filter !== undefined || order !== undefined) asked.push(until === undefined ? undefined : String(until));
    return this.#find({ sandbox, search, now, text: JSON.stringify(asked) }, 1);
  }

  /** Looks where nobody writes meanwhile, or for the last time. */
  #find<Item extends { readonly id: string }>(question: Question<Item>, tries: number): Found | Promise<Found> {
    const { sandbox, search, now, text } = question;
    const { collection, only } = search.listing;
    const by = JSON.stringify(only?.by ?? null);
    const known = this.#found.get(`${sandbox.view.serial} ${by} ${text}`);
    const isTrue = known !== undefined && isIn(known.period, now);
    if (isTrue && isSame(known.versions, versionsOf(sandbox.view, search.listing))) return known;
    return andThen(this.#findSeeded(question), (seeded) => {
      const { view } = sandbox;
      const key = `${view.serial} ${by} ${text}`;
      const versions = versionsOf(view, search.listing);
      const before = this.#found.get(key);
      // Where the records of the list alone have changed, only those are looked at that did.
      const changed =
        before !== undefined && isIn(before.period, now) && before.versions.others === versions.others
          ? view.changedSince(collection, before.versions.own)
          : undefined;
      const at = new ViewAt(view, now);
      const positions = changed === undefined || before === undefined ? seeded : before.positions;
      const steps = scanChanged(at, search, { positions, changed });
      // Where writers never pause, the last try goes through without giving way to them: a sandbox's records are few.
      return andThen(tries < MAX_TRIES ? scheduler.begin(steps) : scheduler.runShort(steps), (all) => {
        // A write in the middle would tear it, and whoever replaced the whole state has made another view.
        const isTorn = sandbox.view !== view || !isSame(versions, versionsOf(view, search.listing));
        if (isTorn && (sandbox.view !== view || tries < MAX_TRIES)) return this.#find(question, tries + 1);
        const period = changed === undefined || before === undefined ? at.period : both(before.period, at.period);
        const found = { versions, positions: all, period };
        this.#found.set(key, found);
        return found;
      });
    });
  }

  #findSeeded<Item extends { readonly id: string }>({
    sandbox: {
      view: { dataset },
    },
    search,
    text,
  }: Question<Item>): Uint32Array | Promise<Uint32Array> {
    const key = `${dataset.serial} ${text}`;
    const cached = this.#seeded.get(key) ?? this.#running.get(key);
    if (cached !== undefined) return cached;
    const scanned = this.#scanSeeded(dataset, search);
    if (scanned instanceof Promise) return this.#wait(key, scanned);
    this.#seeded.set(key, scanned);
    return scanned;
  }

  /** Waits for a scan, together with all who ask the same meanwhile. */
  #wait(key: string, scanning: Promise<Uint32Array>): Promise<Uint32Array> {
    const running = scanning
      .then((found) => {
        this.#seeded.set(key, found);
        return found;
      })
      .finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  /** Sorts one large collection at a time: a sort holds the values of all its records. */
  #scanSeeded<Item extends { readonly id: string }>(
    dataset: Dataset,
    search: Search<Item>,
  ): Uint32Array | Promise<Uint32Array> {
    const run = () => scheduler.begin(scanSeeded(dataset, search, this.#texts));
    if (search.order === undefined || search.listing.collection.count(dataset) <= SMALL) return run();
    const own = this.#sorting.then(run);
    this.#sorting = own.catch(() => undefined);
    return own;
  }
}
