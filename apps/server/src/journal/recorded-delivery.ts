/** An attempt at a delivery on its way into a store: into a journal of its own, beside that of the requests of its sandbox. */
import type { LateAttempt } from '../kit/late-attempt.js';
import { deliveryText } from './delivery-text.js';
import type { EntryPattern } from './entry-pattern.js';
import type { EntryTexts } from './entry-texts.js';
import { journalNow } from './journal-store.js';
import type { WholeEntry } from './pending-entry.js';
import { wallTimeOf } from './wall-time.js';

/** The journal of the deliveries of a sandbox: no sandbox has a space in its name. */
export const deliveriesOf = (sandbox: string): string => `${sandbox} deliveries`;

/** Bytes of an attempt beside its text. */
const ENTRY_BYTES = 200;

/** An attempt that has just ended. It is small, and has neither headers nor bodies. */
export class RecordedDelivery implements WholeEntry {
  readonly sandbox: string;
  readonly isMinor = false;
  readonly since = journalNow();
  readonly answeredAt = this.since;
  readonly factsBytes: number;
  readonly headersBytes = 0;
  readonly bodiesBytes = 0;
  readonly #texts: EntryTexts;

  constructor(sandbox: string, attempt: LateAttempt) {
    const facts = deliveryText(attempt, wallTimeOf(this.since));
    this.sandbox = deliveriesOf(sandbox);
    this.factsBytes = ENTRY_BYTES + facts.length;
    this.#texts = { facts, headers: null, bodies: null };
  }

  texts(): EntryTexts {
    return this.#texts;
  }

  pattern(): EntryPattern {
    return this.#texts;
  }

  encode(): void {
    // It has its texts from the beginning.
  }

  dropBodies(): void {
    // It has none.
  }

  dropHeaders(): void {
    // It has none.
  }
}
