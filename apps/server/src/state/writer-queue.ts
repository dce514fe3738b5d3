/** The writers of one sandbox in this process: one at a time, and never so many that the last waits for long. */
import { storeUnavailable } from './store.js';

/** Writers that may wait for each other where the store may be slow. */
const MAX_WRITERS = 500;

/** How long one may wait for its turn, where the store says nothing else. */
const TURN_MS = 5000;

/** Lets writers through one after the other. */
export class WriterQueue {
  #turn: Promise<unknown> | undefined;
  #writers = 0;

  /** Runs some work when all that came before is done, however long that takes. */
  async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn === undefined ? work() : this.#turn.then(work, work);
    const settled = turn.catch(() => undefined);
    this.#turn = settled;
    try {
      return await turn;
    } finally {
      if (this.#turn === settled) this.#turn = undefined;
    }
  }

  /** The same, but fails as an unavailable store does rather than wait for too many, or for too long. */
  async soon<Result>(work: () => Promise<Result>, turnMs = TURN_MS): Promise<Result> {
    if (this.#writers >= MAX_WRITERS) throw storeUnavailable(new Error(`${MAX_WRITERS} writers wait for their turn`));
    const since = performance.now();
    this.#writers += 1;
    try {
      return await this.inTurn(async () => {
        if (performance.now() - since < turnMs) return work();
        throw storeUnavailable(new Error('the writers before this one took too long'));
      });
    } finally {
      this.#writers -= 1;
    }
  }
}
