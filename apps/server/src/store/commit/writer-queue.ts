/** The writers of one sandbox in this process: one at a time, and never so many that the last waits for long. */
import { ProblemError } from '../../kit/problem-error.js';
import { busy } from '../stores/store.js';

/** Writers that may wait for each other, where the store says nothing else. */
const MAX_WRITERS = 500;

/** How long one may wait for its turn, where the store says nothing else. */
const TURN_MS = 5000;

/** How long a queue may become. */
export interface QueueLimits {
  readonly maxWriters?: number | undefined;
  /** How long one may wait for its turn, in ms. */
  readonly turnMs?: number | undefined;
}

/** The problem of a writer that was given up before its turn. */
export function givenUp(): ProblemError {
  return new ProblemError('timeout', { detail: 'the client hung up' });
}

/** Lets writers through one after the other. */
export class WriterQueue {
  readonly #maxWriters: number;
  readonly #turnMs: number;
  #turn: Promise<unknown> | undefined;
  #writers = 0;

  constructor({ maxWriters = MAX_WRITERS, turnMs = TURN_MS }: QueueLimits = {}) {
    this.#maxWriters = maxWriters;
    this.#turnMs = turnMs;
  }

  /** Whether a writer would have to wait for others. */
  get isBusy(): boolean {
    return this.#writers > 0;
  }

  /**
   * Runs some work when all that came before is done; fails rather than wait for too many, or for too long. Who is given
   * up before its turn leaves the queue.
   */
  async inTurn<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (signal?.aborted === true) throw givenUp();
    if (this.#writers >= this.#maxWriters) throw busy(`${this.#maxWriters} writers wait for this sandbox`);
    const since = performance.now();
    let isIn = true;
    this.#writers += 1;
    const leave = (): void => {
      if (isIn) this.#writers -= 1;
      isIn = false;
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await this.#after(async () => {
        if (!isIn) throw givenUp();
        // What has begun is finished, and counts until then.
        signal?.removeEventListener('abort', leave);
        if (performance.now() - since < this.#turnMs) return work();
        throw busy('the writers before this one took too long');
      });
    } finally {
      signal?.removeEventListener('abort', leave);
      leave();
    }
  }

  async #after<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn === undefined ? work() : this.#turn.then(work, work);
    const settled = turn.catch(() => undefined);
    this.#turn = settled;
    try {
      return await turn;
    } finally {
      if (this.#turn === settled) this.#turn = undefined;
    }
  }
}
