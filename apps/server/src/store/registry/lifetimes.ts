/** The lives of sandboxes: when each began, and the end of those that nobody has used for as long as they live. */
import { type ClockState, readClock } from '../../kit/clock.js';
import { type Store, TALLY_LIMITS } from '../stores/store.js';
import type { Journals } from '../../journal/journals.js';
import { later, LRUCache, type Timer } from '#platform/runtime';

/** What has no record expires soon: of sandboxes that began anew before so many others it is no longer known. */
const MOST = 10_000;

/** When each sandbox was made, reset, restored or forgotten last. */
export class Beginnings {
  /** By name, the one that began last at the end. */
  readonly #at = new Map<string, number>();
  readonly #first: number;

  /** @param isNew whether nothing can have been before this process */
  constructor(isNew: boolean) {
    this.#first = isNew ? readClock({ mode: 'real' }) : 0;
  }

  /** A sandbox begins anew. */
  begin(name: string): void {
    this.#put(name, readClock({ mode: 'real' }));
  }

  /** A sandbox goes on that was there before this process. */
  resume(name: string): void {
    this.#put(name, 0);
  }

  #put(name: string, at: number): void {
    this.#at.delete(name);
    this.#at.set(name, at);
    const [first] = this.#at.keys();
    if (this.#at.size > MOST && first !== undefined) this.#at.delete(first);
  }

  /** When a sandbox began, in ms since 1970; 0 where that is not known, or its clock is another than the system's. */
  of(name: string, { mode }: ClockState): number {
    return mode === 'real' ? (this.#at.get(name) ?? this.#first) : 0;
  }
}

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

/** How often a process looks for sandboxes whose life is over, in ms. */
const LOOK_MS = 5000;

/** Uses are told to the store after so many ms, together. */
const TELL_MS = 100;

/** A use is told to the store where the last one that was is this long ago, in ms, unless the sandbox lives a short time only. */
const TOLD_MS = 60_000;

/** How old what the store knows of a use may become, for a sandbox that lives so many seconds when nobody uses it. */
export function touchIntervalMs(ttlSeconds: number | null): number {
  return ttlSeconds === null ? TOLD_MS : Math.min(TOLD_MS, ttlSeconds * 100);
}

/** What knows how long sandboxes live, and what ends with them. */
export interface IdleLives {
  readonly store: Store;
  readonly journals: Pick<Journals, 'begin'>;
  /** Idle life of a sandbox that nobody has configured, in seconds; null: it never ends. */
  readonly ttlSeconds: number | null;
  /** Called with the name of one that was ended. */
  readonly ended: (name: string) => void;
}

/** Tells a store which sandboxes are used, and has it forget those that are not. */
export class IdleLife {
  readonly #lives: IdleLives;
  readonly #used = new Set<string>();
  #telling: Timer | undefined;
  #looking: Timer | undefined;
  #isClosed = false;

  constructor(lives: IdleLives) {
    this.#lives = lives;
  }

  /** Begins to look for those whose life is over. */
  begin(): void {
    if (this.#isClosed) return;
    this.#looking = later(() => void this.#look(), LOOK_MS);
  }

  /** Learns that one is used. */
  used(name: string): void {
    this.#used.add(name);
    this.#telling ??= later(() => void this.#tell(), TELL_MS);
  }

  /** Ends those whose life is over. */
  async end(): Promise<void> {
    const { store, journals, ttlSeconds, ended } = this.#lives;
    for (const name of await store.expire(ttlSeconds)) {
      ended(name);
      await journals.begin(name);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#telling);
    clearTimeout(this.#looking);
  }

  async #tell(): Promise<void> {
    this.#telling = undefined;
    const names = [...this.#used];
    this.#used.clear();
    // A store that is away is told of the next use.
    await this.#lives.store.used(names).catch(() => undefined);
  }

  async #look(): Promise<void> {
    await this.end().catch(() => undefined);
    this.begin();
  }
}
