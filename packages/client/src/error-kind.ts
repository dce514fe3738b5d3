/** Every reason for which a call can fail, as a closed union. */
import type { CurrentRecords, Problem, ProblemKind } from './generated/types.js';

/**
 * A reason for which a call failed: a problem that the server reports, or one that only the client can see.
 *
 * - `network`: no answer came, or it broke off; `aborted`: the caller's signal ended the call
 * - `timeout`: the server said 504, or the client's own timeout ran out
 * - `malformed`: the answer is not JSON, not the envelope of its route, or of another media type
 * - `validation`: the answer breaks the contract (only with the `validate` option)
 * - `unexpected_status`: an error status whose body has no kind this client knows; the error has the `body`
 * - `pagination`: the pages of a list do not come to an end
 *
 * @example
 * ```ts
 * import { type ErrorKind } from '@understudy/client';
 *
 * const isTransient = (kind: ErrorKind) => kind === 'network' || kind === 'rate_limit';
 * ```
 */
export type ErrorKind =
  | ProblemKind
  | 'network'
  | 'aborted'
  | 'validation'
  | 'unexpected_status'
  | 'pagination'
  | (keyof OwnKinds & string);

/**
 * Problem kinds of domains of one's own, which {@link ErrorKind} then has as well: `true`, or the record that an error of
 * the kind shows. Empty: a program adds its own by
 * declaration merging; a file that `understudy client` writes does so by itself.
 *
 * @example
 * ```ts
 * declare module '@understudy/client' {
 *   interface OwnKinds {
 *     already_done: true;
 *   }
 * }
 * ```
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- it is there to be added to
export interface OwnKinds {}

/**
 * The record that an error of a kind shows as it is now; undefined for kinds that show none.
 *
 * @example
 * ```ts
 * import { type CurrentOf } from '@understudy/client';
 *
 * const total = (order: CurrentOf<'order_closed'>) => order.total.amount;
 * ```
 */
export type CurrentOf<Kind extends ErrorKind> = Kind extends keyof CurrentRecords
  ? CurrentRecords[Kind]
  : Kind extends keyof OwnKinds
    ? Exclude<OwnKinds[Kind], true>
    : never;

/** Whether a value is one of these kinds of problems. */
export function isKind(value: unknown, kinds: readonly unknown[]): value is ProblemKind {
  return kinds.includes(value);
}

/** Whether a value is a problem of one of these kinds. */
export function isProblem(value: unknown, kinds: readonly unknown[]): value is Problem {
  if (!isObject(value)) return false;
  return isKind(value['kind'], kinds) && typeof value['detail'] === 'string' && typeof value['status'] === 'number';
}

/** Whether a value is an object with members, as far as JSON goes. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
