/** What takes long to make is made once, for all who ask at the same time or later, and kept within bounds. */
import { LRUCache } from '#platform/lru-cache';

/** Where promises are kept. */
interface Promises<Key, Value> {
  get(key: Key): Promise<Value> | undefined;
  set(key: Key, value: Promise<Value>): unknown;
  delete(key: Key): unknown;
}

/** Makes something unless it is made already, or being made; what fails is made anew for whoever asks after that. */
export function madeOnce<Key, Value>(kept: Promises<Key, Value>, key: Key, make: () => Promise<Value>): Promise<Value> {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const making = make();
  kept.set(key, making);
  making.catch(() => kept.delete(key));
  return making;
}

/**
 * Keeps values that take long to make, those asked for lately, within a number of bytes. The key says all that a value
 * follows from.
 *
 * @example
 * ```ts
 * import { KeptValues } from '@understudy/server/domain';
 * const drawn = new KeptValues<Uint8Array>(1_000_000, (bytes) => bytes.byteLength);
 * const once = drawn.get('a', () => new Uint8Array(4));
 * console.log(drawn.get('a', () => new Uint8Array(4)) === once); // true
 * ```
 */
export class KeptValues<Value extends object | string> {
  readonly #kept: LRUCache<string, Value>;

  /** @param sizeOf bytes that a value takes */
  constructor(maxBytes: number, sizeOf: (value: Value) => number) {
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      // Also what is empty takes some.
      sizeCalculation: (value, key) => sizeOf(value) + 2 * key.length + 1,
    });
  }

  /** The value under a key: made now, unless it is kept. */
  get(key: string, make: () => Value): Value {
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#kept.set(key, made);
    return made;
  }
}
