/** Sandboxes of which a process keeps nothing but counts: they end as those do that hold something, once nobody asks for them. */
import { LRUCache } from '#platform/lru-cache';
import { type Store, TALLY_LIMITS } from '../stores/store.js';

/** Where counts are, and how long they live. */
export interface CountLife {
  readonly store: Store;
  /** Idle life of a sandbox that nobody has configured, in seconds; null: it never ends. */
  readonly ttlSeconds: number | null;
  /** The monotonic clock of the machine, in ms. */
  readonly monotonic: () => number;
}

/** Knows when each of them was used. */
export class IdleCounts {
  readonly #life: CountLife;
  /** When each was used last, in ms; there are no more of them than counts. */
  readonly #usedAt = new LRUCache<string, number>({ maxSize: TALLY_LIMITS.perStore, sizeCalculation: () => 1 });

  constructor(life: CountLife) {
    this.#life = life;
  }

  /** Takes in one in which something is counted. */
  add(name: string): void {
    // Only a store that dies with the process forgets.
    if (this.#life.store.exclusive && this.#life.ttlSeconds !== null) this.#usedAt.set(name, this.#life.monotonic());
  }

  /** Counts as a use of one; where it comes too late, the counts are gone. */
  use(name: string): void {
    const usedAt = this.#usedAt.peek(name);
    if (usedAt === undefined) return;
    if (this.#isOver(usedAt)) this.#forget(name);
    else this.add(name);
  }

  /** Lets one go that holds something from now on, or nothing at all. */
  delete(name: string): void {
    this.#usedAt.delete(name);
  }

  /** Forgets the counts of those that were idle too long. */
  sweep(): void {
    // Those used longest ago come first.
    for (const name of this.#usedAt.rkeys()) {
      const usedAt = this.#usedAt.peek(name);
      if (usedAt === undefined || !this.#isOver(usedAt)) return;
      this.#forget(name);
    }
  }

  #isOver(usedAt: number): boolean {
    const { ttlSeconds, monotonic } = this.#life;
    return ttlSeconds !== null && monotonic() - usedAt > ttlSeconds * 1000;
  }

  #forget(name: string): void {
    this.#usedAt.delete(name);
    // An exclusive store drops at once; nobody waits for it.
    void this.#life.store.drop(name);
  }
}
