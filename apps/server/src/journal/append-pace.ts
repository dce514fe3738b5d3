/** How long appending to journals takes at the moment: where it takes long here, it does for the other processes too. */
import { BATCH_MS, SETTLE_MS } from './journal-store.js';

/** Entries wait for their batch, and then for the batch before it: with room to spare, three times as long as one takes. */
const BATCHES = 3;

/** After so many ms, what was measured counts for half. */
const HALF_MS = 1000;

/** Longest that is waited for, in ms. */
const MOST_MS = 5000;

/** Measures how long appending takes. */
export class AppendPace {
  #slowest = 0;
  #at = 0;

  /** Does some appending, and measures it. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    try {
      return await work();
    } finally {
      this.note(performance.now() - begun, performance.now());
    }
  }

  /** Notes that appending took so many ms. */
  note(ms: number, now: number): void {
    this.#slowest = Math.max(ms, this.#fadedAt(now));
    this.#at = now;
  }

  /** How long after its answer an entry has come for sure, in ms, whichever process has answered. */
  settleMs(now = performance.now()): number {
    return Math.min(MOST_MS, Math.max(SETTLE_MS, BATCH_MS + BATCHES * this.#fadedAt(now)));
  }

  #fadedAt(now: number): number {
    return this.#slowest * 0.5 ** ((now - this.#at) / HALF_MS);
  }
}
