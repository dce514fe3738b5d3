/** The waits that faults make, before an answer and while it goes out. */
import type { Services } from '../call/services.js';

// As they were when this was loaded: a test that puts a clock of its own in the place of the timers waits for none of ours.
const { setTimeout: begin, clearTimeout: stop } = globalThis;

/** Waits by the timers of the machine. */
const machineSleep: Services['sleep'] = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = begin(resolve, ms);
    const end = (): void => {
      stop(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', end, { once: true });
  });

/** The waits of one server's answers. A server that stops ends them all: what was to come late comes at once then. */
export class Timers {
  readonly #sleep: Services['sleep'];
  readonly #open = new Set<AbortController>();
  readonly #atEnd: (() => void)[] = [];
  #isOver = false;

  /** @param sleep waits instead of the timers of the machine */
  constructor(sleep = machineSleep) {
    this.#sleep = sleep;
  }

  /** Whether nothing waits any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Waits so many ms; not so long where the server stops in the meantime.
   *
   * @throws the reason of the signal when it is aborted: nobody is left to wait for
   */
  async pause(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (ms <= 0 || this.#isOver) return;
    const early = new AbortController();
    const end = (): void => early.abort();
    signal.addEventListener('abort', end, { once: true });
    this.#open.add(early);
    try {
      await this.#sleep(ms, early.signal);
    } catch (error) {
      if (!early.signal.aborted) throw error;
    } finally {
      this.#open.delete(early);
      signal.removeEventListener('abort', end);
    }
    signal.throwIfAborted();
  }

  /** Has something else end with all waits. */
  whenOver(end: () => void): void {
    this.#atEnd.push(end);
  }

  /** Ends all waits, and those that would begin later. */
  end(): void {
    this.#isOver = true;
    for (const early of this.#open) early.abort();
    for (const end of this.#atEnd) end();
  }
}
