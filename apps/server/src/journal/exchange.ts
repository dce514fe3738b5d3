/** An exchange that has ended, as it was: what the journal makes an entry of. */
import type { ExchangeEnding, UnknownMember } from '@understudy/contract/sandboxes';
import type { AppliedFault } from '../faults/outcome.js';
import type { ClockState } from '../kit/clock.js';

/** The start of a body: its own copy, so that it keeps nothing else in memory. */
export interface KeptBody {
  /** Its text where it was decoded already, else its bytes; the content coding undone. */
  readonly content: string | Uint8Array;
  /** Length of the whole body in bytes, as far as it came. */
  readonly bytes: number;
  readonly isTruncated: boolean;
}

/** What was sent in answer: its headers, and the start of its body. */
export interface KeptResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: KeptBody | undefined;
}

/** An exchange that has ended. Whoever has recorded one leaves it to the journal, which takes parts of it away. */
export interface Exchange {
  readonly id: string;
  readonly method: string;
  /** Path below the base URL, and query as it was sent. */
  readonly path: string;
  readonly query: string;
  readonly baseUrl: string;
  /** Name of the operation, such as education.listCourses. */
  readonly operation: string | undefined;
  /** Names and values in turn, as Node has them in rawHeaders. */
  headers: readonly string[];
  body: KeptBody | undefined;
  /** What its operation does not know. */
  readonly unknown: readonly UnknownMember[];
  readonly address: string | undefined;
  readonly connection: string | undefined;
  readonly status: number | undefined;
  readonly kind: string | undefined;
  readonly struck: AppliedFault | undefined;
  /** Id of the record that it created, whether or not its answer says so. */
  readonly made?: string | undefined;
  /** How the clock of its sandbox went. */
  readonly clock?: ClockState | undefined;
  response: KeptResponse;
  readonly ended: ExchangeEnding;
  /** When the request came in, by the clock of the machine: in ms since 1970. */
  readonly receivedAt: number;
  /** The same by `journalNow`, and when the answer was ready to go out. */
  readonly since: number;
  readonly answeredAt: number;
  readonly durationMs: number;
}
