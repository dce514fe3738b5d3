/** An entry on its way into a store of journals. */
import type { EntryPattern } from './entry-pattern.js';
import type { EntryTexts } from './entry-texts.js';

/** An entry that waits. */
export interface PendingEntry {
  readonly sandbox: string;
  /** Whether nobody has written to its sandbox: the journals of such sandboxes give way to others. */
  readonly isMinor: boolean;
  /** When its request came in, by `journalNow`. */
  readonly since: number;
  /** When its answer was ready to go out, by `journalNow`: whatever the client did after it, came later. */
  readonly answeredAt: number;
  /** Bytes that its parts take in memory. */
  readonly factsBytes: number;
  readonly headersBytes: number;
  readonly bodiesBytes: number;
  /** Its texts; made when somebody needs them. */
  texts(): EntryTexts;
  /** The same with what it shares with others. */
  pattern(): EntryPattern;
  /** Makes its pattern now, and lets go of all else. */
  encode(): void;
}

/** An entry by itself, which a store in memory may keep as it is. */
export interface WholeEntry extends PendingEntry {
  /** Lets go of its bodies, or of its headers. */
  dropBodies(): void;
  dropHeaders(): void;
}
