/** Ends sandboxes of a shared store that nobody has used for as long as they live, whichever process used them last. */
import type { Journals } from '../../journal/journals.js';
import type { Store } from '../stores/store.js';
import { later, type Timer } from '#platform/event-loop';

/** How often a process looks for sandboxes whose life is over, in ms. */
const LOOK_MS = 5000;

/** Uses are told to the store after so many ms, together. */
const TELL_MS = 100;

/** A use is told to the store where the last one that was is this long ago, in ms, unless the sandbox lives a short time only. */
const TOLD_MS = 60_000;

/** How old what the store knows of a use may become, for a sandbox that lives so many seconds when nobody uses it. */
export function toldMs(ttlSeconds: number | null): number {
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
