/**
 * Timers: the waits that faults make, before an answer and while it goes out, and those of everybody who waits the
 * same time for something else.
 */
import type { Services } from '../call/services.js';
import type { FewAtOnce } from '../journal/journals.js';

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

/** Whoever is still among them after so long. */
export interface DeadlineRules<Member> {
  /** How long each of them waits, in ms. */
  readonly ms: number;
  /** Called with one whose time is over; it waits no more. */
  readonly over: (member: Member) => void;
  /** Sets the timer. */
  readonly start: (look: () => void, ms: number) => ReturnType<typeof setTimeout>;
  /** Lets those go on whose time is over at once. */
  readonly few: FewAtOnce;
}

/** Those who wait, in the order in which they began. */
export class Deadlines<Member> {
  readonly #rules: DeadlineRules<Member>;
  readonly #since = new Map<Member, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(rules: DeadlineRules<Member>) {
    this.#rules = rules;
  }

  /** Lets one begin to wait, unless it does already. */
  add(member: Member): void {
    if (this.#since.has(member)) return;
    // Whole numbers take no memory of their own.
    this.#since.set(member, Math.floor(performance.now()));
    this.#timer ??= this.#start(this.#rules.ms);
  }

  /** Lets one wait no more. */
  delete(member: Member): void {
    if (!this.#since.delete(member) || this.#since.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #start(ms: number): ReturnType<typeof setTimeout> {
    return this.#rules.start(() => this.#look(), ms);
  }

  #look(): void {
    const { ms, few, over } = this.#rules;
    const now = performance.now();
    const late: Member[] = [];
    let left: number | undefined;
    for (const [member, since] of this.#since) {
      left = since + ms - now;
      if (left > 0) break;
      late.push(member);
      left = undefined;
    }
    for (const member of late) this.#since.delete(member);
    this.#timer = left === undefined ? undefined : this.#start(Math.ceil(left));
    for (const member of late) few.pass(() => over(member));
  }
}
