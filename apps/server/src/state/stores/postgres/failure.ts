/** What the SQLSTATEs of PostgreSQL mean here (PostgreSQL documentation, appendix A). */

/** Statements that the database gave up. */
const CANCELED = '57014';

/** Transactions that waited for each other, of which the database gave up this one. */
const DEADLOCK = '40P01';

/** What the driver says of one that it gave up itself. */
const TOO_SLOW = /timeout/i;

/** Failures of connections, resources and operation: the next try may succeed. A fault of ours is none of these. */
const PASSING = /^(08|53|57|58|25006|25P03|40|55P03|28|3D000|42501)/;

/** The SQLSTATE of an error that the database sent; empty for any other error. */
export function stateOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[0-9A-Z]{5}$/.test(code) ? code : '';
}

/** Whether trying again later may help; what the database did not say itself is a failure of the connection to it. */
export function isPassing(error: unknown): boolean {
  const state = stateOf(error);
  return state === '' || PASSING.test(state);
}

/** Whether the database took too long. */
export function isSlow(error: unknown): boolean {
  const state = stateOf(error);
  return state === CANCELED || (state === '' && TOO_SLOW.test(String(error)));
}

/** Whether a store cannot be reached because the database ended a transaction so that others that wait for it go on. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Error && stateOf(error.cause) === DEADLOCK;
}
