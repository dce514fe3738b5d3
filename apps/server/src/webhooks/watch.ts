/** Finds deliveries that nobody in this process asked for: those of a process that ended, or died. */
import { later, type Timer } from '#platform/turns';
import type { Sandbox } from '../state/registry/sandbox.js';

/** Time between two looks where nothing else is said, in ms. A look is one question to the store, and one for each sandbox it names. */
const LOOK_EVERY_MS = 5000;

/** Sandboxes that one look takes up; the next goes on after them. */
const AT_ONCE = 100;

/** Sandboxes that hold unfinished records, some at a time, in the order of their names. */
export type Unfinished = (after: string, limit: number) => Promise<readonly { name: string; sandbox: Sandbox }[]>;

/** Looks again and again, as long as it is not stopped. */
export class Watch {
  readonly #unfinished: Unfinished;
  readonly #wake: (sandbox: Sandbox) => void;
  #timer: Timer | undefined;
  readonly #everyMs: number;
  #isStopped = false;
  #after = '';

  constructor(unfinished: Unfinished, wake: (sandbox: Sandbox) => void, everyMs = LOOK_EVERY_MS) {
    this.#unfinished = unfinished;
    this.#wake = wake;
    this.#everyMs = everyMs;
  }

  /** Looks now, and again later. */
  async look(): Promise<void> {
    try {
      const found = await this.#unfinished(this.#after, AT_ONCE);
      this.#after = found.length < AT_ONCE ? '' : (found.at(-1)?.name ?? '');
      if (!this.#isStopped) for (const { sandbox } of found) this.#wake(sandbox);
    } catch {
      // While the store is away nothing can be delivered; the next look may find it.
    }
    if (!this.#isStopped) this.#timer = later(() => void this.look(), this.#everyMs);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }
}
