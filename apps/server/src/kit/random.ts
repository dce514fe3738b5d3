/**
 * The one source of randomness: every value follows from a seed and a path of names and numbers; and the ids of
 * records, counted for seeded ones, a hash of the content for created ones.
 */
import { sha256 } from '#platform/runtime';

const GOLDEN = 0x9e3779b9;

/** Spreads every bit of a 32-bit number over all others (the finaliser of MurmurHash3). */
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A 32-bit number for a text (FNV-1a, mixed). */
export function hashText(text: string, basis = 0x811c9dc5): number {
  let h = basis;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mix(h);
}

/** A stream of numbers that depends on its starting point alone (splitmix32 over two words). */
export class Random {
  #a: number;
  readonly #b: number;

  constructor(a: number, b: number) {
    this.#a = a;
    this.#b = b;
  }

  /** The next integer from 0 to 2³²-1. */
  next(): number {
    this.#a = (this.#a + GOLDEN) | 0;
    return mix(mix(this.#a) ^ this.#b);
  }

  /** The next fraction, from 0 up to but not including 1. */
  fraction(): number {
    return this.next() / 0x1_0000_0000;
  }

  /** An integer from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** One item of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.fraction() * items.length)];
    if (item === undefined) throw new RangeError('pick() needs a list that is not empty');
    return item;
  }

  /** Some items of a list, each at most once, in the order drawn. */
  sample<Item>(items: readonly Item[], count: number): Item[] {
    const drawn: Item[] = [];
    // Ascending; a copy of the list without them would cost more where few are drawn of many.
    const taken: number[] = [];
    while (drawn.length < count && taken.length < items.length) {
      let index = Math.floor(this.fraction() * (items.length - taken.length));
      let before = 0;
      for (; before < taken.length && (taken[before] ?? 0) <= index; before++) index++;
      taken.splice(before, 0, index);
      drawn.push(...items.slice(index, index + 1));
    }
    return drawn;
  }

  /** The numbers from 0 to `count`-1 in random order. */
  order(count: number): number[] {
    const order: number[] = [];
    for (let i = 0; i < count; i++) {
      const j = this.int(0, i);
      order[i] = order[j] ?? i;
      order[j] = i;
    }
    return order;
  }
}

/** The stream for one record: it depends on seed, collection name and index alone. */
export function randomFor(seed: number, name: number, index: number): Random {
  return new Random(mix(seed ^ Math.imul(index + 1, GOLDEN)), mix(name ^ mix(index ^ seed)));
}

const DIGITS = 4;

/** Id of the seeded record at an index counted from 0: `crs_0001`. */
export function seededId(prefix: string, index: number): string {
  return `${prefix}_${String(index + 1).padStart(DIGITS, '0')}`;
}

/** The index a seeded id stands for, or -1 where the text is no seeded id of this prefix. */
export function indexOfSeededId(prefix: string, id: string): number {
  if (!id.startsWith(prefix) || id.charCodeAt(prefix.length) !== 95) return -1;
  const digits = id.slice(prefix.length + 1);
  if (!/^\d{4,10}$/.test(digits)) return -1;
  const index = Number(digits) - 1;
  // One spelling only: crs_00001 is not crs_0001.
  return index >= 0 && seededId(prefix, index) === id ? index : -1;
}

/**
 * Id of a created record: its prefix and a hash of what makes it itself, so that the same create
 * gives the same id whatever ran before it. 80 bits keep different content apart, and letters at
 * the front keep it apart from every seeded id.
 */
export function createdId(prefix: string, parts: readonly string[]): string {
  const hash = sha256(JSON.stringify(parts), 'hex').slice(0, 20);
  return `${prefix}_x${hash}`;
}

/** Whether a text is the id of a created record of this prefix. */
export function isCreatedId(prefix: string, id: string): boolean {
  return id.startsWith(`${prefix}_x`) && /^[0-9a-f]{20}$/.test(id.slice(prefix.length + 2));
}

/** Id of a record that can exist only once with some seed, by what makes it so. */
export function naturalId(seed: string, prefix: string, naturalKey: readonly unknown[]): string {
  return createdId(prefix, [seed, JSON.stringify(naturalKey), '']);
}

/**
 * How many of a row stand in it without a gap, by asking for few of them: 1,000 equal records are counted by some 20
 * questions.
 *
 * @param isTaken whether the one at an index from 0 is there
 */
export function countUsed(isTaken: (index: number) => boolean): number {
  let [low, high] = [0, 1];
  while (isTaken(high - 1)) [low, high] = [high, high * 2];
  while (low < high - 1) {
    const middle = Math.floor((low + high) / 2);
    if (isTaken(middle - 1)) low = middle;
    else high = middle;
  }
  return low;
}
