/** A store that notes how long it takes, and which writers lose. */
import type { CountStep, TallyEntry } from '../faults/tally.js';
import type { Mark } from '../state/model/mark.js';
import type { StoredRecord } from '../state/model/stored-record.js';
import type { Counting, Replacement, Store } from '../state/stores/store.js';
import type { StoreOperation, Watched } from '../kit/watched.js';

type Meter = Pick<Watched, 'countStore' | 'countConflict'>;

/** A store that is watched. */
export class MeteredStore implements Store {
  readonly #store: Store;
  readonly #meter: Meter;
  readonly exclusive: boolean;
  readonly tokens: Store['tokens'];
  readonly version?: () => number;
  readonly maxWriters?: number;
  readonly turnMs?: number;
  readonly alone?: NonNullable<Store['alone']>;

  constructor(store: Store, meter: Meter) {
    this.#store = store;
    this.#meter = meter;
    this.exclusive = store.exclusive;
    this.tokens = store.tokens;
    // What a store does not have stays away: others ask whether it is there.
    const { version, maxWriters, turnMs, alone } = store;
    if (version !== undefined) this.version = () => version.call(store);
    if (maxWriters !== undefined) this.maxWriters = maxWriters;
    if (turnMs !== undefined) this.turnMs = turnMs;
    if (alone !== undefined)
      this.alone = (sandbox, work) => alone.call(store, sandbox, work) as ReturnType<typeof work>;
  }

  changedSince(sandbox: string, mark: Mark, maxBytes?: number) {
    return this.#timed('read', this.#store.changedSince(sandbox, mark, maxBytes));
  }

  glance(sandbox: string, collections: readonly string[]) {
    return this.#timed('read', this.#store.glance(sandbox, collections));
  }

  count(counting: Counting) {
    return this.#timed('count', this.#store.count(counting));
  }

  write(sandbox: string, mark: Mark, writes: readonly (readonly StoredRecord[])[]) {
    return this.#contended('write', this.#store.write(sandbox, mark, writes));
  }

  replace(sandbox: string, mark: Mark, replacement: Replacement) {
    return this.#contended('replace', this.#store.replace(sandbox, mark, replacement));
  }

  admit(sandbox: string, limit: number) {
    return this.#contended('admit', this.#store.admit(sandbox, limit));
  }

  drop(sandbox: string) {
    return this.#timed('drop', this.#store.drop(sandbox));
  }

  used(sandboxes: readonly string[]) {
    return this.#timed('use', this.#store.used(sandboxes));
  }

  expire(ttlSeconds: number | null) {
    return this.#timed('drop', this.#store.expire(ttlSeconds));
  }

  lifetime(sandbox: string) {
    return this.#timed('read', this.#store.lifetime(sandbox));
  }

  list() {
    return this.#timed('list', this.#store.list());
  }

  unfinished(after: string, limit: number) {
    return this.#timed('list', this.#store.unfinished(after, limit));
  }

  tally<Result>(sandbox: string, keys: readonly string[], step: CountStep<Result>): Result | Promise<Result> {
    const counted = this.#store.tally(sandbox, keys, step);
    // What is done at once takes no time that is worth noting.
    return counted instanceof Promise ? this.#timed('tally', counted) : counted;
  }

  tallies(sandbox: string): Promise<readonly TallyEntry[]> {
    return this.#timed('tally', this.#store.tallies(sandbox));
  }

  check() {
    return this.#timed('check', this.#store.check());
  }

  close() {
    return this.#store.close();
  }

  #timed<Result>(operation: StoreOperation, work: Promise<Result>): Promise<Result> {
    const since = performance.now();
    const end = (): void => this.#meter.countStore(operation, performance.now() - since);
    // Also of one that fails, which its caller learns.
    void work.then(end, end);
    return work;
  }

  #contended<Result>(operation: StoreOperation, work: Promise<Result>): Promise<Result> {
    void work.then(
      (result) => (result === 'conflict' ? this.#meter.countConflict() : undefined),
      () => undefined,
    );
    return this.#timed(operation, work);
  }
}
