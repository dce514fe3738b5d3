/** Which seeded records belong to which owner, where those of each owner lie together, and when they came into being. */
import { countBefore, nowhere, type Positions, range } from './collection.js';
import type { Dataset } from './dataset.js';
import { indexOfSeededId } from './random.js';

/** The item at an index; throws where there is none. */
export function itemAt<Item>(items: ArrayLike<Item>, index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item at ${index} of ${items.length}`);
  return item;
}

/** Values kept at a time; a power of two. */
const SLOTS = 1024;

/** Values by number: each has one slot, and gives way to the next that needs it. */
class Slots<Value> {
  readonly #keys = new Float64Array(SLOTS).fill(-1);
  readonly #values: Value[] = [];

  get(key: number, make: () => Value): Value {
    const slot = key % SLOTS;
    const cached = this.#values[slot];
    if (cached !== undefined && this.#keys[slot] === key) return cached;
    const value = make();
    this.#keys[slot] = key;
    this.#values[slot] = value;
    return value;
  }
}

/**
 * Wraps a function of a dataset and a number so that what it gave lately is given again. It changes
 * no result: the values follow from the arguments, and nobody changes them.
 */
export function remember<Value extends object>(
  name: string,
  make: (dataset: Dataset, key: number) => Value,
): (dataset: Dataset, key: number) => Value {
  const relation = `memo/${name}`;
  return (dataset, key) => dataset.relation(relation, () => new Slots<Value>()).get(key, () => make(dataset, key));
}

function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** The owner of a position, and which of the owner's positions it is. */
export interface Owned {
  readonly owner: number;
  readonly nth: number;
}

/** What owners hold, each a stretch of the positions. */
export interface Holdings {
  /** The first position of an owner; that after the last owner is the number of positions. */
  readonly start: (dataset: Dataset, owner: number) => number;
  readonly owner: (dataset: Dataset, position: number) => Owned;
}

/**
 * Gives each block of owners the same set of slots, in a random order of its own. What a slot is
 * worth, in lessons or enrollments, is the caller's list of shares. Every block has the same sum,
 * so the owner of a position follows by division, without a look at the blocks before.
 */
export class Allocation {
  readonly #size: number;
  readonly #order: (dataset: Dataset, block: number) => readonly number[];

  /** @param isFirstInOrder whether the first block has the slots as they come */
  constructor(name: string, size: number, isFirstInOrder = false) {
    this.#size = size;
    const inOrder = Array.from({ length: size }, (_, slot) => slot);
    this.#order = remember(name, (dataset, block) =>
      block === 0 && isFirstInOrder ? inOrder : dataset.random(name, block).order(size),
    );
  }

  /** The slot of an owner. */
  slot(dataset: Dataset, owner: number): number {
    return itemAt(this.#order(dataset, Math.floor(owner / this.#size)), owner % this.#size);
  }

  /** What owners hold where the shares of a block are these. */
  of(shares: (dataset: Dataset) => readonly number[]): Holdings {
    return {
      start: (dataset, owner) => this.#start(dataset, owner, shares(dataset)),
      owner: (dataset, position) => this.#owner(dataset, position, shares(dataset)),
    };
  }

  #start(dataset: Dataset, owner: number, shares: readonly number[]): number {
    const block = Math.floor(owner / this.#size);
    let total = block * sum(shares);
    const rest = owner % this.#size;
    if (rest === 0) return total;
    const order = this.#order(dataset, block);
    for (let i = 0; i < rest; i++) total += itemAt(shares, itemAt(order, i));
    return total;
  }

  #owner(dataset: Dataset, position: number, shares: readonly number[]): Owned {
    const whole = sum(shares);
    const block = Math.floor(position / whole);
    const order = this.#order(dataset, block);
    let nth = position % whole;
    let i = 0;
    for (; nth >= itemAt(shares, itemAt(order, i)); i++) nth -= itemAt(shares, itemAt(order, i));
    return { owner: block * this.#size + i, nth };
  }
}

/** Running totals: where each owner's positions start, and whose a position is. */
export class Tally {
  readonly #starts: Uint32Array;

  /** Takes how many positions each owner has, behind one 0. */
  constructor(counts: Uint32Array) {
    this.#starts = counts;
    for (let i = 1; i < counts.length; i++) counts[i] = itemAt(counts, i) + itemAt(counts, i - 1);
  }

  /** Sum of all counts. */
  get total(): number {
    return itemAt(this.#starts, this.#starts.length - 1);
  }

  /** First position of an owner; for the owner after the last one, the total. */
  start(owner: number): number {
    return itemAt(this.#starts, owner);
  }

  /** The owner of a position, and which of the owner's positions it is. */
  owner(position: number): Owned {
    // Owners without positions share their start with the next one: the last such owner is meant.
    const owner = countBefore(this.#starts.length - 1, (index) => this.start(index) > position) - 1;
    return { owner, nth: position - this.start(owner) };
  }
}

/** Members between two steps: well under a millisecond's worth. */
const STEP = 256;

/**
 * The members of each group, ascending, by the group of each member.
 *
 * @param groupOf counted from 1; 0 for a member of none
 */
export function* grouped(groupOf: Uint32Array, groups: number): Generator<void, (group: number) => Uint32Array> {
  const counts = new Uint32Array(groups + 1);
  for (const group of groupOf) if (group > 0) counts[group] = itemAt(counts, group) + 1;
  const tally = new Tally(counts);
  yield;
  const next = counts.slice();
  const members = new Uint32Array(tally.total);
  for (const [member, group] of groupOf.entries()) {
    if (member % STEP === 0) yield;
    if (group === 0) continue;
    const at = itemAt(next, group - 1);
    members[at] = member;
    next[group - 1] = at + 1;
  }
  return (group) => members.subarray(tally.start(group), tally.start(group + 1));
}

/** Owners, as far as the lookup of what they own needs them. */
interface Owners {
  /** Of their ids. */
  readonly prefix: string;
  readonly count: (dataset: Dataset) => number;
}

/** Finds the positions of records that lie together by owner, from the first position of each owner. */
export function together({ prefix, count }: Owners, first: (dataset: Dataset, index: number) => number) {
  return (dataset: Dataset, id: string): Positions => {
    const index = indexOfSeededId(prefix, id);
    return index < 0 || index >= count(dataset) ? nowhere : range(first(dataset, index), first(dataset, index + 1));
  };
}

/** A span of time, in ms since 1970. */
interface Span {
  readonly from: number;
  readonly to: number;
  /** How many records it takes to get half-way. */
  readonly half: number;
}

/** Gives an instant for each index: later for each, and always before the end of the span, whatever the size. */
export const approaching =
  ({ from, to, half }: Span) =>
  (index: number): number =>
    Math.floor(to - ((to - from) * half) / (half + index));
