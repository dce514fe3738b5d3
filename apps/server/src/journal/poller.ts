/** Finds the entries of other processes that somebody in this one waits for. */
import { onNextTurn, type Timer } from '#platform/turns';
import type { JournalStore } from './journal-store.js';
import type { Waits } from './waits.js';

/** Time between two looks. */
const POLL_MS = 100;

/** What the waits of a process are for, in a store that processes share. */
export class Poller {
  readonly #waits: Waits;
  readonly #store: JournalStore;
  /** Sandboxes that somebody has begun to wait for. */
  readonly #begun = new Set<string>();
  #isPlanned = false;
  #timer: Timer | undefined;

  constructor(waits: Waits, store: JournalStore) {
    this.#waits = waits;
    this.#store = store;
  }

  /** Looks at once whether there is what somebody has begun to wait for, and then again and again. */
  begin(sandbox: string): void {
    this.#begun.add(sandbox);
    this.#timer ??= setTimeout(() => void this.#turn(), POLL_MS);
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    // Those who begin in the same moment ask together.
    onNextTurn(() => {
      this.#isPlanned = false;
      const sandboxes = [...this.#begun];
      this.#begun.clear();
      void this.#look(sandboxes);
    });
  }

  /** Looks no more. */
  end(): void {
    clearTimeout(this.#timer);
  }

  async #turn(): Promise<void> {
    await this.#look(this.#waits.sandboxes);
    this.#timer = this.#waits.isEmpty ? undefined : setTimeout(() => void this.#turn(), POLL_MS);
  }

  async #look(sandboxes: readonly string[]): Promise<void> {
    if (sandboxes.length === 0) return;
    try {
      const lasts = await this.#store.lasts(sandboxes);
      for (const [sandbox, last] of lasts) this.#waits.notify(sandbox, last);
    } catch {
      // The store is away; the next look may find it back.
    }
  }
}
