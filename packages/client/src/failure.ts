/** What went wrong with one attempt, before it is known whether another one follows. */
import type { ErrorKind } from './error-kind.js';
import type { Problem, ProblemFault } from './generated/types.js';

/** What went wrong with one attempt. */
export interface Failure {
  readonly kind: ErrorKind;
  /** What happened, in words. */
  readonly detail: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  readonly status?: number | undefined;
  readonly headers?: Headers | undefined;
  /** JSON, or the start of a text. */
  readonly body?: unknown;
  readonly problem?: Problem | undefined;
  /** What breaks the contract in the answer. */
  readonly faults?: readonly ProblemFault[] | undefined;
  readonly requestId?: string | undefined;
  /** Time the server asks to wait, in ms. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** The failure of a call that its caller has ended. */
export function aborted(cause: unknown): Failure {
  return { kind: 'aborted', detail: 'The caller ended the call.', retryable: false, cause };
}
