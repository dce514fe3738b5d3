/** What of an answer went out, as its host says once it knows. */
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import type { ByteStart } from '../journal/byte-start.js';

/** What of an answer went out, where that is not simply all of it. */
export interface Sent {
  /** Whether its head did. */
  readonly hasHead: boolean;
  /** What of its body did; left out for a body that went out as a whole. */
  readonly body?: ByteStart;
}

/** What records an exchange. */
export interface Recording {
  /** Takes how it ended; to be called once. Where it is not said what went out, all of the answer did. */
  end(how: ExchangeEnding, sent?: Sent): void;
}

/** Nothing went out. */
export const NOTHING_SENT: Sent = { hasHead: false };

/** Bytes of an answer's body that the journal keeps. */
export const MAX_ANSWER = 4096;
