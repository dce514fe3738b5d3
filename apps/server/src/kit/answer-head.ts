/** What the head of an answer says of its outcome. */
import type { Status } from '@understudy/contract/kit';
import type { ForBrowser } from './redirect.js';

/** What the head of an answer says of its outcome, whichever way it is asked for. */
export interface AnswerHead {
  readonly status: Status;
  /** Where what was created or accepted is found (RFC 9110 §10.2.2): a path below the base URL of the sandbox, as it is declared. */
  readonly location?: string | undefined;
  /** Whole seconds after which to ask again (RFC 9110 §10.2.3). */
  readonly retryAfter?: number | undefined;
  /** What a browser gets instead of the answer. */
  readonly redirect?: ForBrowser | undefined;
}
