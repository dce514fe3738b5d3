/** Group commit: the writers of a sandbox that come in the same moment share one write to its store. */
import { nextTurn } from '#platform/event-loop';
import { retryOnConflict } from './retry-on-conflict.js';
import type { CommitTarget } from './commit-target.js';
import { type Decide, type CommitBase, makeSure, CommitBatch, type Writer } from './commit-batch.js';
import { givenUp, type WriterQueue } from './writer-queue.js';

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
