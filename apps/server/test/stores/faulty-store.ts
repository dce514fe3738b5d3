/** A store that answers "conflict", "unavailable", or loses its answer, and that others write to, when a test says so. */
import type { CountStep } from '../../src/faults/action.js';
import { type Store, storeUnavailable } from '../../src/store/stores/store.js';
import { MemoryStore } from '../../src/store/stores/memory-store.js';

/** What the next call of the store meets: nothing, another writer, no store, or a store that goes away after it wrote. */
export type Fault = 'none' | 'conflict' | 'unavailable' | 'lost answer';

/** Wraps a memory store. As it is not exclusive, every read asks it. */
export class FaultyStore implements Store {
  readonly exclusive = false;
  readonly inner: Store;
  readonly tokens: Store['tokens'];
  /** Faults for the next writes, in order. */
  readonly writes: Fault[] = [];
  /** Faults for the next reads, in order. */
  readonly reads: Fault[] = [];
  /** Faults for the next counts, in order. */
  readonly counts: Fault[] = [];
  /** Calls of write and replace that reached it. */
  attempts = 0;
  /** Questions what has changed that reached it. */
  questions = 0;
  /** Records that it sent in answer to them. */
  recordsSent = 0;
  /** Runs before a write that meets a conflict: what the other writer does. */
  onConflict: () => Promise<void> = async () => undefined;
  /** Runs before a write that meets nothing. */
  onWrite: () => Promise<void> = async () => undefined;
  /** Runs before a question is answered. */
  onQuestion: () => Promise<void> = async () => undefined;
  /** Runs while the answer to a question is on its way. */
  onAnswer: () => Promise<void> = async () => undefined;

  /** @param inner what it writes to; replicas share one */
  constructor(inner: Store = new MemoryStore()) {
    this.inner = inner;
    this.tokens = inner.tokens;
  }

  async changedSince(...parameters: Parameters<Store['changedSince']>): ReturnType<Store['changedSince']> {
    this.questions += 1;
    if (this.reads.shift() === 'unavailable') throw storeUnavailable(new Error('connection refused'));
    await this.onQuestion();
    const answer = await this.inner.changedSince(...parameters);
    this.recordsSent += answer?.records.length ?? 0;
    await this.onAnswer();
    return answer;
  }

  async write(...parameters: Parameters<Store['write']>): ReturnType<Store['write']> {
    return this.#meet(() => this.inner.write(...parameters));
  }

  async replace(...parameters: Parameters<Store['replace']>): ReturnType<Store['replace']> {
    return this.#meet(() => this.inner.replace(...parameters));
  }

  async #meet<Result>(write: () => Promise<Result>): Promise<Result | 'conflict'> {
    this.attempts += 1;
    const fault = this.writes.shift() ?? 'none';
    if (fault === 'unavailable') throw storeUnavailable(new Error('connection refused'));
    if (fault === 'conflict') {
      await this.onConflict();
      return 'conflict';
    }
    await this.onWrite();
    const result = await write();
    if (fault === 'lost answer') throw storeUnavailable(new Error('connection reset'));
    return result;
  }

  drop(sandbox: string): Promise<void> {
    return this.inner.drop(sandbox);
  }

  admit(...parameters: Parameters<Store['admit']>): ReturnType<Store['admit']> {
    return this.inner.admit(...parameters);
  }

  glance(...parameters: Parameters<Store['glance']>): ReturnType<Store['glance']> {
    return this.inner.glance(...parameters);
  }

  count(...parameters: Parameters<Store['count']>): ReturnType<Store['count']> {
    return this.inner.count(...parameters);
  }

  used(sandboxes: readonly string[]): Promise<void> {
    return this.inner.used(sandboxes);
  }

  expire(ttlSeconds: number | null): ReturnType<Store['expire']> {
    return this.inner.expire(ttlSeconds);
  }

  list(): ReturnType<Store['list']> {
    return this.inner.list();
  }

  unfinished(...parameters: Parameters<Store['unfinished']>): ReturnType<Store['unfinished']> {
    return this.inner.unfinished(...parameters);
  }

  async tally<Result>(sandbox: string, keys: readonly string[], step: CountStep<Result>): Promise<Result> {
    if (this.counts.shift() === 'unavailable') throw storeUnavailable(new Error('connection refused'));
    return this.inner.tally(sandbox, keys, step);
  }

  tallies(sandbox: string): ReturnType<Store['tallies']> {
    return this.inner.tallies(sandbox);
  }

  check(): Promise<void> {
    return this.inner.check();
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}
