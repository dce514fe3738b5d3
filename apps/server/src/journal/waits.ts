/** Those who wait for an entry of a journal, or for a change of a sandbox. */
import { FewAtOnce } from './few-at-once.js';

/** Until when somebody waits. */
export interface Waiting {
  /** At most so long. */
  readonly ms: number;
  /** Aborted when nobody wants to know any more. */
  readonly signal: AbortSignal;
}

interface Wait {
  readonly after: number;
  /** Ends it, soon; once is enough. */
  readonly end: () => void;
}

/** The waits of one process, by what they are for: the name of a sandbox, or the sandbox. */
export class Waits<Key = string> {
  readonly #waits = new Map<Key, Set<Wait>>();
  readonly #ending = new FewAtOnce();

  /** The sandboxes that are waited for. */
  get sandboxes(): readonly Key[] {
    return [...this.#waits.keys()];
  }

  get isEmpty(): boolean {
    return this.#waits.size === 0;
  }

  /**
   * Ends once there is an entry after a sequence, or the time is over, which it answers with false; throws where the signal
   * is aborted.
   */
  async until(sandbox: Key, after: number, { ms, signal }: Waiting): Promise<boolean> {
    signal.throwIfAborted();
    let isNotified = true;
    await new Promise<void>((resolve) => {
      const waits = this.#waits.get(sandbox) ?? new Set();
      this.#waits.set(sandbox, waits);
      const leave = (): void => {
        waits.delete(wait);
        if (waits.size === 0 && this.#waits.get(sandbox) === waits) this.#waits.delete(sandbox);
        resolve();
      };
      let isEnding = false;
      const end = (): void => {
        if (isEnding) return;
        isEnding = true;
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        // Many may wait for the same entry, or as long.
        this.#ending.pass(leave);
      };
      const wait = { after, end };
      const timer = setTimeout(() => {
        isNotified = false;
        end();
      }, ms);
      signal.addEventListener('abort', end, { once: true });
      waits.add(wait);
    });
    signal.throwIfAborted();
    return isNotified;
  }

  /** Ends the waits for entries up to a sequence; which it is, need not be known. */
  notify(sandbox: Key, last = Infinity): void {
    for (const { after, end } of this.#waits.get(sandbox) ?? []) if (last > after) end();
  }

  /** Ends all waits. */
  end(): void {
    for (const waits of this.#waits.values()) for (const { end } of waits) end();
  }
}
