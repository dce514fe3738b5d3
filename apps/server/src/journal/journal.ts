/** The request journal of a sandbox: its last requests, and a count of those it dropped. */
import type { JournalEntry } from '@understudy/contract';
import type { JournalPool, PooledJournal } from './journal-pool.js';
import { type AnsweredRequest, RememberedRequest } from './remembered-request.js';

/** Remembers the last requests of a sandbox, as many as the limits allow. */
export class Journal implements PooledJournal {
  readonly #pool: JournalPool;
  /** A request of number n, counted from 0, stands at n modulo the number of requests that are kept. */
  readonly #ring: (RememberedRequest | undefined)[] = [];
  #count = 0;
  #dropped = 0;
  #bytes = 0;
  /** Up to which sequence it was cleared. */
  #cleared = 0;
  /** Called, and to be taken out, when a request is added. */
  readonly waits = new Set<() => void>();

  constructor(pool: JournalPool) {
    this.#pool = pool;
  }

  /** Remembers a request; older ones make room. */
  add(answered: AnsweredRequest): void {
    const { requests, bytes } = this.#pool.limits;
    const before = this.#bytes;
    if (this.#count - this.#dropped >= requests) this.#forgetOldest();
    this.#count += 1;
    if (requests === 0) return;
    const remembered = new RememberedRequest(answered);
    this.#ring[(this.#count - 1) % requests] = remembered;
    this.#bytes += remembered.bytes;
    while (this.#bytes > bytes) this.#forgetOldest();
    this.#pool.resized(this, before, this.#bytes);
    this.#pool.makeRoom();
    for (const end of this.waits) end();
  }

  /** How many requests it no longer holds. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Whether it dropped a request since it was last cleared. */
  get incomplete(): boolean {
    return this.#dropped > this.#cleared;
  }

  /** The highest number that it gave. */
  get last(): number {
    return this.#count;
  }

  /** Drops the oldest request that it holds. */
  dropOldest(): void {
    const before = this.#bytes;
    this.#forgetOldest();
    this.#pool.resized(this, before, this.#bytes);
  }

  /** Drops all requests, when their sandbox begins anew or is no longer held. */
  clear(): void {
    const before = this.#bytes;
    while (this.#dropped < this.#count) this.#forgetOldest();
    this.#cleared = this.#dropped;
    this.#pool.resized(this, before, 0);
  }

  /** The requests it holds, oldest first. */
  entries(): JournalEntry[] {
    const { requests } = this.#pool.limits;
    return Array.from({ length: this.#count - this.#dropped }, (_, i) => this.#dropped + i).flatMap(
      (number) => this.#ring[number % requests]?.entry(number + 1) ?? [],
    );
  }

  #forgetOldest(): void {
    const at = this.#dropped % this.#pool.limits.requests;
    this.#dropped += 1;
    this.#bytes -= this.#ring[at]?.bytes ?? 0;
    this.#ring[at] = undefined;
  }
}
