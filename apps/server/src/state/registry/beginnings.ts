/** When sandboxes became what they are, as far as this process has seen it. */
import { LRUCache } from 'lru-cache';
import { type ClockState, readClock } from '../../kit/clock.js';

/** What has no record expires soon: of sandboxes that began anew before so many others it is no longer known. */
const MOST = 10_000;

/** When each sandbox was made, reset, restored or forgotten last. */
export class Beginnings {
  readonly #at = new LRUCache<string, number>({ max: MOST });
  readonly #first: number;

  /** @param isNew whether nothing can have been before this process */
  constructor(isNew: boolean) {
    this.#first = isNew ? readClock({ mode: 'real' }) : 0;
  }

  /** A sandbox begins anew. */
  begin(name: string): void {
    this.#at.set(name, readClock({ mode: 'real' }));
  }

  /** A sandbox goes on that was there before this process. */
  resume(name: string): void {
    this.#at.set(name, 0);
  }

  /** When a sandbox began, in ms since 1970; 0 where that is not known, or its clock is another than the system's. */
  of(name: string, { mode }: ClockState): number {
    return mode === 'real' ? (this.#at.get(name) ?? this.#first) : 0;
  }
}
