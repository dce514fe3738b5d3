/** Group commit: the writers of a sandbox that come in the same moment share one write to its store, and try again while others come first. */
import type { Mark, StoredRecord } from '../model/stored-record.js';
import type { State } from '../model/state.js';
import { busy } from '../stores/store.js';
import { nextTurn } from '#platform/event-loop';
import { givenUp, type WriterQueue } from './writer-queue.js';

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

/** Somebody who decides, and waits until that is stored. */
export interface Writer {
  readonly decide: Decide<unknown>;
  /** Aborted when nobody waits for it any more. */
  readonly signal: AbortSignal | undefined;
  isSettled: boolean;
  readonly resolve: (result: unknown) => void;
  readonly reject: (failure: unknown) => void;
}

/** What is known of the state that writers decide on. */
export interface CommitBase {
  /** Whether it was the present state at a time after they came. */
  isSure: boolean;
}

/** Learns the present state, where it is not known to be that. */
export async function makeSure(sandbox: CommitTarget, footing: CommitBase): Promise<void> {
  if (!footing.isSure && !sandbox.fresh) await sandbox.refresh();
  footing.isSure = true;
}

/** Decisions on the way to the store. */
export class CommitBatch {
  readonly #sandbox: CommitTarget;
  readonly #footing: CommitBase;
  #mark: Mark;
  #layer: State | undefined;
  /** Records that the layer has yet to show. */
  #unseen: StoredRecord[] = [];
  #writes: (readonly StoredRecord[])[] = [];
  #decided: { readonly writer: Writer; readonly decision: Decision<unknown> }[] = [];

  constructor(sandbox: CommitTarget, footing: CommitBase) {
    this.#sandbox = sandbox;
    this.#footing = footing;
    this.#mark = sandbox.mark;
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
    this.#footing.isSure = this.#sandbox.mark.generation !== 0;
    if (result === 'conflict') return false;
    // Where a reader has learnt of it as well, this is another mark than the sandbox's, and the next write a conflict.
    this.#mark = result;
    return true;
  }

  /** The store refuses a write on an old state; what writes nothing is held against it before it is settled. */
  async #compare(): Promise<boolean> {
    await makeSure(this.#sandbox, this.#footing);
    // Also a reader may have changed what a writer saw while it was at work.
    return this.#sandbox.mark === this.#mark;
  }
}

/** Writers that share a write: together they keep the process for some milliseconds. */
const MAX_TOGETHER = 50;

/** Whether something is done before anything else happens in this process. */
function isPrompt(work: Promise<unknown>): Promise<boolean> {
  return Promise.race([work.then(() => true), nextTurn().then(() => false)]);
}

function giveUp(writer: Writer): void {
  writer.isSettled = true;
  writer.reject(givenUp());
}

/** Lets each writer decide once. Where nobody else seems to write, they do so without asking the store first. */
async function attempt(sandbox: CommitTarget, writers: readonly Writer[], footing: CommitBase): Promise<void> {
  if (!footing.isSure && !sandbox.quiet) await makeSure(sandbox, footing);
  const stage = new CommitBatch(sandbox, footing);
  for (const writer of writers) {
    // Whoever was given up since the group was formed needs no decision.
    if (writer.signal?.aborted === true) {
      giveUp(writer);
      continue;
    }
    const deciding = writer.decide(stage.state).catch((failure: unknown) => ({ records: [], failure }));
    // Those before do not wait for one that takes its time, such as for the hash of a password.
    const isFree = !stage.isHolding || (await isPrompt(deciding)) || (await stage.flush());
    const decision = await deciding;
    if (!isFree) return;
    stage.add(writer, decision);
  }
  await stage.flush();
}

/** Commits what some writers decide, in their order; it never fails, they do. */
async function commitTogether(sandbox: CommitTarget, writers: readonly Writer[]): Promise<void> {
  const footing = { isSure: false };
  const left = (): Writer[] => writers.filter(({ isSettled }) => !isSettled);
  try {
    for (let waiting = left(); waiting.length > 0; waiting = left()) {
      await retryOnConflict(async () => {
        await attempt(sandbox, left(), footing);
        return left().length === waiting.length ? 'conflict' : 'some are settled';
      }, sandbox);
    }
  } catch (failure) {
    for (const { reject } of left()) reject(failure);
  }
}

/** How the writers of a sandbox take turns. */
export interface Turns {
  /** Everybody of this process who writes to the sandbox. */
  readonly writers: WriterQueue;
  /** Whether those that wait share one write. */
  readonly isShared: boolean;
}

/** Commits the writes of one sandbox. */
export class CommitQueue {
  readonly #sandbox: CommitTarget;
  readonly #turns: Turns;
  readonly #waiting = new Set<Writer>();

  constructor(sandbox: CommitTarget, turns: Turns) {
    this.#sandbox = sandbox;
    this.#turns = turns;
  }

  /**
   * Commits what is decided on the present state, and answers its result once that is stored. Who would have to wait
   * leaves when its signal is aborted, which is asked for only then.
   */
  commit<Result>(decide: Decide<Result>, wanted?: () => AbortSignal): Promise<Result> {
    const signal = this.#turns.writers.isBusy ? wanted?.() : undefined;
    return new Promise<Result>((resolve, reject) => {
      const writer = {
        decide,
        signal,
        isSettled: false,
        // It is given what it decided itself.
        resolve: (result: unknown) => resolve(result as Result),
        reject,
      };
      const leave = (): void => {
        if (this.#waiting.delete(writer)) giveUp(writer);
      };
      this.#waiting.add(writer);
      const turn = this.#turns.writers
        .inTurn(() => this.#takeTurn(writer), signal)
        .catch((failure: unknown) => {
          if (this.#waiting.delete(writer)) reject(failure);
        });
      if (signal === undefined) return;
      signal.addEventListener('abort', leave, { once: true });
      void turn.finally(() => signal.removeEventListener('abort', leave));
    });
  }

  /** Takes along who waits behind, and finds nothing left to do where it was taken along itself. */
  async #takeTurn(writer: Writer): Promise<void> {
    if (!this.#waiting.has(writer)) return;
    await commitTogether(this.#sandbox, await this.#group(writer));
  }

  /** What is read from the network in one go is written in one go, where a write takes longer than to bring it together. */
  async #group(first: Writer): Promise<readonly Writer[]> {
    if (!this.#turns.isShared) {
      this.#waiting.delete(first);
      return [first];
    }
    await nextTurn();
    const group = [...this.#waiting].slice(0, MAX_TOGETHER);
    for (const member of group) this.#waiting.delete(member);
    return group;
  }
}
