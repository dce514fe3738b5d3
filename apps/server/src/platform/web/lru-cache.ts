/** Keeps what was used last, as lru-cache does, of which a bundle would carry four kilobytes more for what nobody here calls. */

/** How much is kept: so many values, or values of such a size together. */
interface Bounds<Key, Value> {
  readonly max?: number;
  readonly maxSize?: number;
  readonly sizeCalculation?: (value: Value, key: Key) => number;
  /** Told of what had to make room. */
  readonly dispose?: (value: Value, key: Key, reason: 'evict') => void;
}

interface Kept<Value> {
  readonly value: Value;
  readonly size: number;
}

/** Keeps what was used last. */
export class LRUCache<Key, Value> {
  readonly #bounds: Bounds<Key, Value>;
  readonly #most: number;
  /** What was used longest ago comes first. */
  readonly #kept = new Map<Key, Kept<Value>>();
  #size = 0;

  constructor(bounds: Bounds<Key, Value>) {
    this.#bounds = bounds;
    this.#most = bounds.maxSize ?? bounds.max ?? 0;
  }

  /** How many values are kept. */
  get size(): number {
    return this.#kept.size;
  }

  has(key: Key): boolean {
    return this.#kept.has(key);
  }

  /** A value, which is used by that. */
  get(key: Key): Value | undefined {
    const found = this.#kept.get(key);
    if (found === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found.value;
  }

  /** A value, which is not used by that. */
  peek(key: Key): Value | undefined {
    return this.#kept.get(key)?.value;
  }

  /** Keeps a value, unless it is larger than all that may be kept. */
  set(key: Key, value: Value): void {
    this.delete(key);
    const size = this.#bounds.sizeCalculation?.(value, key) ?? 1;
    if (size > this.#most) return;
    for (const [other, { value: old }] of this.#kept) {
      if (this.#size + size <= this.#most) break;
      this.delete(other);
      this.#bounds.dispose?.(old, other, 'evict');
    }
    this.#kept.set(key, { value, size });
    this.#size += size;
  }

  delete(key: Key): void {
    this.#size -= this.#kept.get(key)?.size ?? 0;
    this.#kept.delete(key);
  }

  /** The keys, of what was used longest ago first. */
  rkeys(): Iterable<Key> {
    return this.#kept.keys();
  }
}
