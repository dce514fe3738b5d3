/** Those who wait the same time for something else to happen. One timer is enough for all of them. */
import type { FewAtOnce } from '../journal/waiters.js';

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
