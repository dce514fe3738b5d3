/** The one source of randomness: every value follows from a seed and a path of names and numbers. */

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
