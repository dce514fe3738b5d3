/** The waits that faults make, before an answer and while it goes out. */
import { startTimer, stopTimer, type Timer } from '#platform/event-loop';
import type { Services } from '../call/services.js';

/** A wait under way. It takes the place of a promise with closures around it: thousands may be under way at once. */
class Wait {
  readonly #open: Set<Wait>;
  readonly #signal: AbortSignal;
  readonly #settle: (error?: unknown) => void;
  readonly #timer: Timer;

  constructor(ms: number, { open, signal, settle }: { open: Set<Wait>; signal: AbortSignal; settle: Wait['end'] }) {
    this.#open = open;
    this.#signal = signal;
    this.#settle = settle;
    this.#timer = startTimer(Wait.#over, ms, this);
    open.add(this);
    signal.addEventListener('abort', this, { once: true });
  }

  static #over(wait: Wait): void {
    wait.end();
  }

  /** Its client has gone. */
  handleEvent(): void {
    this.end(this.#signal.reason);
  }

  /** Ends it, with what is wrong where something is. */
  end(error?: unknown): void {
    stopTimer(this.#timer);
    this.#open.delete(this);
    this.#signal.removeEventListener('abort', this);
    this.#settle(error);
  }
}

/** The waits of one server's answers. A server that stops ends them all: what was to come late comes at once then. */
export class Timers {
  readonly #sleep: Services['sleep'] | undefined;
  readonly #waits = new Set<Wait>();
  readonly #open = new Set<AbortController>();
  readonly #atEnd: (() => void)[] = [];
  #isOver = false;

  /** @param sleep waits instead of the timers of the machine */
  constructor(sleep?: Services['sleep']) {
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
  pause(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#sleep !== undefined) return this.#sleepFor(ms, { signal, sleep: this.#sleep });
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (ms <= 0 || this.#isOver) return resolve();
      const settle = (error: unknown): void => (error === undefined ? resolve() : reject(error));
      return void new Wait(ms, { open: this.#waits, signal, settle });
    });
  }

  async #sleepFor(ms: number, { signal, sleep }: { signal: AbortSignal; sleep: Services['sleep'] }): Promise<void> {
    signal.throwIfAborted();
    if (ms <= 0 || this.#isOver) return;
    const early = new AbortController();
    const end = (): void => early.abort();
    signal.addEventListener('abort', end, { once: true });
    this.#open.add(early);
    try {
      await sleep(ms, early.signal);
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
    for (const wait of this.#waits) wait.end();
    for (const end of this.#atEnd) end();
  }
}
