/** Those who wait for an entry of a journal, or for a change of a sandbox. */
import type { Waiter } from '../kit/event-source.js';
import { onNextTurn } from '#platform/runtime';

/** So many go on in one turn of the event loop: the answers of all of them together take some ms. */
const AT_ONCE = 16;

/** Where those who waited pass. */
export class FewAtOnce {
  readonly #waiting: (() => void)[] = [];
  /** How many went on in this turn. */
  #passed = 0;
  #isPlanned = false;

  /** Lets one go on, at once or in a later turn where many came before. */
  pass(goOn: () => void): void {
    if (this.#waiting.length > 0 || this.#passed >= AT_ONCE) {
      this.#waiting.push(goOn);
      return;
    }
    this.#passed += 1;
    this.#plan();
    goOn();
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    onNextTurn(() => this.#turn());
  }

  #turn(): void {
    this.#isPlanned = false;
    const next = this.#waiting.splice(0, AT_ONCE);
    this.#passed = next.length;
    if (next.length > 0) this.#plan();
    for (const goOn of next) goOn();
  }
}

/** Until when somebody waits. */
export interface Waiting {
  /** At most so long. */
  readonly ms: number;
  /** Aborted when nobody wants to know any more. */
  readonly signal: AbortSignal;
}

/** The waits of one process, by what they are for: the name of a sandbox, or the sandbox. */
export class Waiters<Key = string> {
  /** Those who wait, each with the sequence after which it waits for an entry. */
  readonly #waits = new Map<Key, Map<Waiter, number>>();
  readonly #ending = new FewAtOnce();

  /** The sandboxes that are waited for. */
  get sandboxes(): readonly Key[] {
    return [...this.#waits.keys()];
  }

  get isEmpty(): boolean {
    return this.#waits.size === 0;
  }

  /** Has somebody wait for an entry after a sequence: once it is woken, it waits no more. */
  add(sandbox: Key, after: number, waiter: Waiter): void {
    const waits = this.#waits.get(sandbox) ?? new Map<Waiter, number>();
    this.#waits.set(sandbox, waits.set(waiter, after));
  }

  /** Has somebody wait no more. */
  delete(sandbox: Key, waiter: Waiter): void {
    const waits = this.#waits.get(sandbox);
    if (waits?.delete(waiter) === true && waits.size === 0) this.#waits.delete(sandbox);
  }

  /**
   * Ends once there is an entry after a sequence, or the time is over, which it answers with false; throws where the signal
   * is aborted.
   */
  async until(sandbox: Key, after: number, { ms, signal }: Waiting): Promise<boolean> {
    signal.throwIfAborted();
    const isNotified = await new Promise<boolean>((resolve) => {
      const end = (is: boolean): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        this.delete(sandbox, waiter);
        resolve(is);
      };
      const leave = (): void => end(true);
      const waiter = { wake: leave };
      // Many may wait as long.
      const timer = setTimeout(() => this.#ending.pass(() => end(false)), ms);
      signal.addEventListener('abort', leave, { once: true });
      this.add(sandbox, after, waiter);
    });
    signal.throwIfAborted();
    return isNotified;
  }

  /** Wakes those who wait for entries up to a sequence; which it is, need not be known. */
  notify(sandbox: Key, last = Infinity): void {
    for (const [waiter, after] of this.#waits.get(sandbox) ?? []) if (last > after) this.#wake(sandbox, waiter);
  }

  /** Wakes all. */
  end(): void {
    for (const [sandbox, waits] of this.#waits) for (const waiter of waits.keys()) this.#wake(sandbox, waiter);
  }

  /** Wakes one, soon: many may wait for the same entry. */
  #wake(sandbox: Key, waiter: Waiter): void {
    this.delete(sandbox, waiter);
    this.#ending.pass(() => waiter.wake());
  }
}
