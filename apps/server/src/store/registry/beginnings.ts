/** When sandboxes became what they are, as far as this process has seen it. */
import { type ClockState, readClock } from '../../kit/clock.js';

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
