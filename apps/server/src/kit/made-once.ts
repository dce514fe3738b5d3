/** What takes long to make or to load is made once, for all who need it at the same time or later, and stays within bounds. */
import { bytesOf, LRUCache, textOf } from '#platform/runtime';

/** Texts up to this long are copied when they are cut, by V8 (SlicedString::kMinLength is 13). */
const NEVER_A_SLICE = 12;

/** The same text as one of its own: a slice refers to the whole text that it was cut from. */
export function detachString(text: string): string {
  return text.length <= NEVER_A_SLICE ? text : textOf(bytesOf(text));
}

/** Bytes that the characters of a text take in memory: two each where any is beyond Latin-1. */
export function textBytes(text: string): number {
  return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}

type Load<Module> = () => Promise<Module>;

const all = new Set<Load<unknown>>();

/** A module that is loaded when it is first needed, or with the others; once, since a second `import()` of it takes its time as well. */
export function loadedLater<Module>(load: Load<Module>): Load<Module> {
  const loaded = new Map<Load<Module>, Promise<Module>>();
  const once = () => madeOnce(loaded, load, load);
  all.add(once);
  return once;
}

/**
 * Loads what was not needed so far. Node remembers for ever that a module could not be loaded: whatever keeps a file from
 * being read later, such as descriptors that have run out, or an update that has replaced it, then does no harm.
 */
export async function loadAll(): Promise<void> {
  for (const load of all) await load();
}

interface Promises<Key, Value> {
  get(key: Key): Promise<Value> | undefined;
  set(key: Key, value: Promise<Value>): unknown;
  delete(key: Key): unknown;
}

/** Makes something unless it is made already, or being made; what fails is made anew for whoever asks after that. */
export function madeOnce<Key, Value>(made: Promises<Key, Value>, key: Key, make: () => Promise<Value>): Promise<Value> {
  const cached = made.get(key);
  if (cached !== undefined) return cached;
  const making = make();
  made.set(key, making);
  making.catch(() => made.delete(key));
  return making;
}

/**
 * Keeps values that take long to make, those asked for lately, within a number of bytes. The key says all that a value
 * follows from.
 *
 * @example
 * ```ts
 * import { ValueCache } from '@understudy/server/domain';
 * const drawn = new ValueCache<Uint8Array>(1_000_000, (bytes) => bytes.byteLength);
 * const once = drawn.get('a', () => new Uint8Array(4));
 * console.log(drawn.get('a', () => new Uint8Array(4)) === once); // true
 * ```
 */
export class ValueCache<Value extends object | string> {
  readonly #cache: LRUCache<string, Value>;

  /** @param sizeOf bytes that a value takes */
  constructor(maxBytes: number, sizeOf: (value: Value) => number) {
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      // Also what is empty takes some.
      sizeCalculation: (value, key) => sizeOf(value) + 2 * key.length + 1,
    });
  }

  /** The value under a key: made now, unless it is kept. */
  get(key: string, make: () => Value): Value {
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const made = make();
    this.#cache.set(key, made);
    return made;
  }
}

/** A value, or the promise of one. */
export type Eventual<Value> = Value | Promise<Value>;

/** Goes on with a value: at once where it is there. */
export function andThen<Value, Result>(
  value: Eventual<Value>,
  go: (value: Value) => Eventual<Result>,
): Eventual<Result> {
  return value instanceof Promise ? value.then(go) : go(value);
}

/** Does some work, and where it fails, at once or later, what is to be done then. */
export function orElse<Value>(
  work: () => Eventual<Value>,
  failed: (error: unknown) => Eventual<Value>,
): Eventual<Value> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(failed) : value;
  } catch (error) {
    return failed(error);
  }
}
