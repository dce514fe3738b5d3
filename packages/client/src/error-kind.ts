/** Every reason for which a call can fail, as a closed union. */
import { problemKinds } from './generated/problem-kinds.js';
import type { Problem, ProblemKind } from './generated/types.js';

/**
 * A reason for which a call failed: a problem that the server reports, or one that only the client can see.
 *
 * - `network`: no answer came; `aborted`: the caller's signal ended the call
 * - `timeout`: the server said 504, or the client's own timeout ran out
 * - `malformed`: the answer is not JSON, or not the envelope of its route
 * - `validation`: the answer breaks the contract (only with the `validate` option)
 * - `unexpected_status`: an error status without a problem this client knows
 * - `pagination`: the pages of a list do not come to an end
 *
 * @example
 * ```ts
 * import { type ErrorKind } from '@understudy/client';
 *
 * const isTransient = (kind: ErrorKind) => kind === 'network' || kind === 'rate_limit';
 * ```
 */
export type ErrorKind = ProblemKind | 'network' | 'aborted' | 'validation' | 'unexpected_status' | 'pagination';

/** Whether a value is a problem of a kind this client knows. */
export function isProblem(value: unknown): value is Problem {
  if (!isObject(value)) return false;
  const kinds: readonly unknown[] = problemKinds;
  return kinds.includes(value['kind']) && typeof value['detail'] === 'string' && typeof value['status'] === 'number';
}

/** Whether a value is an object with members, as far as JSON goes. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
