/**
 * The writers of one sandbox in this process: one after the other, and never so many that the last waits for long. Those
 * that come in the same moment share one write to its store, and try again while other processes come first.
 */
import type { Mark, StoredRecord } from '../model/internal.js';
import type { State } from '../model/state.js';
import { busy, type Store } from '../stores/store.js';
import { nextTurn } from '#platform/runtime';
import { ProblemError } from '../../kit/problem-error.js';

/** What a sandbox may hold. */
export interface Limits {
  /** Changed records, those of a few internal collections left out. */
  readonly maxRecords: number;
  /** Bytes that they may take. */
  readonly maxBytes: number;
  /** Bytes that those of all sandboxes may take that a process holds at once. */
  readonly maxTotalBytes: number;
}

/** A sandbox, as whoever commits to it sees it. */
export interface CommitTarget {
  readonly name: string;
  /** What it may hold. */
  readonly limits: Limits;
  /** All it holds, as far as this process knows; it changes with every write. */
  readonly state: State;
  /** The mark that this process knows: the same object as long as nothing changes. */
  readonly mark: Mark;
  /** Whether what this process knows is what a reader must see, without asking the store. */
  readonly fresh: boolean;
  /** Whether others seem not to write at the moment: then a write may be tried unasked. */
  readonly quiet: boolean;
  /** Learns what other processes wrote. */
  refresh(): Promise<void>;
  /**
   * Makes one write or several on top of a mark that was known here, and answers the next one; on a conflict, learns
   * what came first and says so.
   */
  write(writes: readonly (readonly StoredRecord[])[], mark: Mark): Promise<Mark | 'conflict'>;
  /** Makes room for so many bytes more; false where they would be more than the process may hold. */
  makeRoom(bytes: number): boolean;
  /** Runs some work while no other process writes, where the store can see to that. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Replicas collide rarely; more conflicts in a row than this mean that the store is not well. */
const MAX_ATTEMPTS = 20;

/** A handler that takes its time would lose to quick ones on other replicas again and again. */
const FAIR_ATTEMPTS = 3;

/** Tries as long as another writer comes first, but not for ever; later tries keep the others waiting. */
export async function retryOnConflict<Result>(
  work: () => Promise<Result | 'conflict'>,
  sandbox?: Pick<CommitTarget, 'alone'>,
): Promise<Result> {
  for (let i = 0; i < MAX_ATTEMPTS; i++) {
    const result = i < FAIR_ATTEMPTS || sandbox === undefined ? await work() : await sandbox.alone(work);
    if (result !== 'conflict') return result;
  }
  throw busy('other writers came first again and again');
}

/** What a writer makes of the state it finds: what to store, and what it comes to once that is done. */
export type Decision<Result> = { readonly records: readonly StoredRecord[] } & (
  | { readonly result: Result }
  | { readonly failure: unknown }
);

/** Decides on a state. It may run again after a conflict, so it must not do anything else. */
export type Decide<Result> = (state: State) => Promise<Decision<Result>>;

/** Somebody who waits for a turn. */
interface Waiter {
  /** When they came, in ms. */
  readonly since: number;
  readonly reject: (failure: unknown) => void;
}

/** Somebody who decides, and waits until that is stored. */
interface Writer extends Waiter {
  readonly decide: Decide<unknown>;
  /** Aborted when nobody waits for it any more. */
  readonly signal: AbortSignal | undefined;
  isSettled: boolean;
  readonly resolve: (result: unknown) => void;
}

/** Somebody who does something while nobody else of this process writes. */
interface Worker extends Waiter {
  /** It never fails. */
  readonly work: () => Promise<void>;
}

function giveUp(writer: Writer): void {
  writer.isSettled = true;
  writer.reject(new ProblemError('timeout', { detail: 'the client hung up' }));
}

/** Whether something is done before anything else happens in this process. */
function isPrompt(work: Promise<unknown>): Promise<boolean> {
  return Promise.race([work.then(() => true), nextTurn().then(() => false)]);
}

/** What some writers have decided, one on top of the other, on the way to the store. */
class CommitBatch {
  readonly #sandbox: CommitTarget;
  #mark: Mark;
  #layer: State | undefined;
  /** Records that the layer has yet to show. */
  #unseen: StoredRecord[] = [];
  #writes: (readonly StoredRecord[])[] = [];
  #decided: { readonly writer: Writer; readonly decision: Decision<unknown> }[] = [];
  /** Whether the state that is decided on was the present one at a time after the writers came. */
  isSure: boolean;

  constructor(sandbox: CommitTarget, isSure: boolean) {
    this.#sandbox = sandbox;
    this.#mark = sandbox.mark;
    this.isSure = isSure;
  }

  /** What the next writer decides on. */
  get state(): State {
    if (this.#unseen.length > 0) {
      this.#layer ??= this.#sandbox.state.layer();
      this.#layer.apply(this.#unseen);
      this.#unseen = [];
    }
    return this.#layer ?? this.#sandbox.state;
  }

  /** Whether somebody waits for the store. */
  get isHolding(): boolean {
    return this.#writes.length > 0;
  }

  /** Takes in what the next writer decided. */
  add(writer: Writer, decision: Decision<unknown>): void {
    this.#decided.push({ writer, decision });
    if (decision.records.length === 0) return;
    this.#writes.push(decision.records);
    this.#unseen.push(...decision.records);
  }

  /** Stores what was decided, and settles it; false where another process came first. */
  async flush(): Promise<boolean> {
    if (this.#decided.length === 0) return true;
    const holds = this.isHolding ? await this.#store() : await this.#compare();
    if (!holds) return false;
    for (const { writer, decision } of this.#decided) {
      writer.isSettled = true;
      if ('failure' in decision) writer.reject(decision.failure);
      else writer.resolve(decision.result);
    }
    [this.#decided, this.#writes] = [[], []];
    return true;
  }

  async #store(): Promise<boolean> {
    const result = await this.#sandbox.write(this.#writes, this.#mark);
    // On a conflict it has learnt what came first, unless the sandbox is gone and has to come into being again.
    this.isSure = this.#sandbox.mark.generation !== 0;
    if (result === 'conflict') return false;
    // Where a reader has learnt of it as well, this is another mark than the sandbox's, and the next write a conflict.
    this.#mark = result;
    return true;
  }

  /** The store refuses a write on an old state; what writes nothing is held against it before it is settled. */
  async #compare(): Promise<boolean> {
    if (!this.isSure && !this.#sandbox.fresh) await this.#sandbox.refresh();
    this.isSure = true;
    // Also a reader may have changed what a writer saw while it was at work.
    return this.#sandbox.mark === this.#mark;
  }
}

/**
 * Lets each writer decide once, and answers whether the state is then known for sure. Where nobody else seems to write,
 * they decide without asking the store first.
 */
async function attempt(sandbox: CommitTarget, writers: readonly Writer[], isSure: boolean): Promise<boolean> {
  const isUnknown = !isSure && !sandbox.quiet;
  if (isUnknown && !sandbox.fresh) await sandbox.refresh();
  const batch = new CommitBatch(sandbox, isSure || isUnknown);
  for (const writer of writers) {
    // Whoever was given up since the group was formed needs no decision.
    if (writer.signal?.aborted === true) {
      giveUp(writer);
      continue;
    }
    const deciding = writer.decide(batch.state).catch((failure: unknown) => ({ records: [], failure }));
    // Those before do not wait for one that takes its time, such as for the hash of a password.
    const isFree = !batch.isHolding || (await isPrompt(deciding)) || (await batch.flush());
    const decision = await deciding;
    if (!isFree) return batch.isSure;
    batch.add(writer, decision);
  }
  await batch.flush();
  return batch.isSure;
}

/** Commits what some writers decide, in their order; it never fails, they do. */
async function commitTogether(sandbox: CommitTarget, writers: readonly Writer[]): Promise<void> {
  let [left, isSure] = [writers, false];
  const tryOnce = async (): Promise<'conflict' | 'some are settled'> => {
    const before = left.length;
    isSure = await attempt(sandbox, left, isSure);
    left = left.filter((writer) => !writer.isSettled);
    return left.length === before ? 'conflict' : 'some are settled';
  };
  try {
    while (left.length > 0) await retryOnConflict(tryOnce, sandbox);
  } catch (failure) {
    for (const { reject } of left) reject(failure);
  }
}

/** Writers that may wait for each other, where the store says nothing else. */
const MAX_WRITERS = 500;

/** How long one may wait for its turn, where the store says nothing else. */
const TURN_MS = 5000;

/** Writers that share a write: together they keep the process for some milliseconds. */
const MAX_TOGETHER = 50;

/** Lets the writers of a sandbox through. */
export class CommitQueue {
  readonly #sandbox: CommitTarget;
  readonly #isShared: boolean;
  readonly #maxWriters: number;
  readonly #turnMs: number;
  /** In the order in which they came. */
  readonly #waiting: (Writer | Worker)[] = [];
  /** How many have their turn. */
  #atWork = 0;
  #isRunning = false;

  /** @param store what it says of writers; whether those that wait share one write, which they do where it is not exclusive */
  constructor(sandbox: CommitTarget, store: Pick<Store, 'exclusive' | 'maxWriters' | 'turnMs'>) {
    this.#sandbox = sandbox;
    this.#isShared = !store.exclusive;
    this.#maxWriters = store.maxWriters ?? MAX_WRITERS;
    this.#turnMs = store.turnMs ?? TURN_MS;
  }

  /**
   * Commits what is decided on the present state, and answers its result once that is stored. Who would have to wait
   * leaves when its signal is aborted, which is asked for only then.
   */
  commit<Result>(decide: Decide<Result>, wanted?: () => AbortSignal): Promise<Result> {
    const signal = this.#isRunning ? wanted?.() : undefined;
    return new Promise<Result>((resolve, reject) => {
      const writer: Writer = {
        decide,
        signal,
        since: performance.now(),
        isSettled: false,
        // It is given what it decided itself.
        resolve: (result) => resolve(result as Result),
        reject,
      };
      if (signal?.aborted === true) return giveUp(writer);
      signal?.addEventListener('abort', () => this.#leave(writer), { once: true });
      this.#join(writer);
    });
  }

  /** Does some work while nobody else of this process writes. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const settled = async (): Promise<void> => {
        try {
          resolve(await work());
        } catch (failure) {
          reject(failure);
        }
      };
      this.#join({ since: performance.now(), reject, work: settled });
    });
  }

  #join(waiter: Writer | Worker): void {
    if (this.#waiting.length + this.#atWork >= this.#maxWriters) {
      waiter.reject(busy(`${this.#maxWriters} writers wait for this sandbox`));
      return;
    }
    this.#waiting.push(waiter);
    if (!this.#isRunning) void this.#run();
  }

  #leave(writer: Writer): void {
    const index = this.#waiting.indexOf(writer);
    if (index < 0) return;
    this.#waiting.splice(index, 1);
    giveUp(writer);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      if (performance.now() - first.since >= this.#turnMs) {
        this.#waiting.shift();
        first.reject(busy('the writers before this one took too long'));
      } else if ('work' in first) {
        this.#waiting.shift();
        this.#atWork = 1;
        await first.work();
      } else {
        // What is read from the network in one go is written in one go, where a write takes longer than to bring it together.
        if (this.#isShared) await nextTurn();
        const group = this.#group();
        this.#atWork = group.length;
        await commitTogether(this.#sandbox, group);
      }
      this.#atWork = 0;
    }
    this.#isRunning = false;
  }

  /** Takes those out that are next, and share a write. */
  #group(): Writer[] {
    const group: Writer[] = [];
    const most = this.#isShared ? MAX_TOGETHER : 1;
    for (let next = this.#waiting[0]; next !== undefined && !('work' in next); next = this.#waiting[0]) {
      if (group.length === most) break;
      group.push(next);
      this.#waiting.shift();
    }
    return group;
  }
}
