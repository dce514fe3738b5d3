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

/** Whether a start may succeed later without another option: nothing answers, or what answers takes nobody at the moment. */
export function isAway(error: unknown): boolean {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (stateOf(first) !== '') return /^(08|40|53|57|55P03)/.test(stateOf(first));
  const code = first instanceof Error && 'code' in first ? String(first.code) : '';
  // Such as ECONNREFUSED; what begins with ERR_ is Node's word for a wrong use.
  return /^E(?!RR_)/.test(code) || (first instanceof Error && /timeout|terminated|ended/i.test(first.message));
}

/** What a client is told of a failure that may pass: what is wrong, and nothing of the database. */
export function outageOf(error: unknown): string {
  switch (stateOf(error)) {
    case '53100':
      return 'there is no room left on the disk of the store';
    case '53300':
      return 'the store takes no more connections at the moment';
    case '25006':
    case '42501':
      return 'the store takes no writes at the moment';
    case CANCELED:
      return 'the store took too long';
    default:
      return isSlow(error) ? 'the store took too long' : 'the store cannot be reached at the moment';
  }
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
