/** Finds POST and PATCH requests that were repeated although they may have been done (RFC 9110 §9.2.2). */
import { type Attempt, mayHaveSucceeded, said } from '../attempt.js';
import type { Rule } from '../rule.js';

const UNSAFE = new Set(['POST', 'PATCH']);

/** Operations that do the same when they are repeated: a session more harms nobody, and equal registrations are one. */
const REPEATABLE = new Set(['auth.login', 'auth.logout', 'auth.register']);

/** Whether it does nothing the second time: under a key or a condition, or where a standard has no such key. */
function isSafe({ signs, operation = null }: Attempt): boolean {
  if (signs.key !== undefined || signs.isGuarded === true) return true;
  return operation !== null && (operation.startsWith('oauth.') || REPEATABLE.has(operation));
}

/** The client repeated a POST or PATCH after a failure that may have been a success, without an Idempotency-Key. */
export const retriedUnsafe: Rule = {
  id: 'retried_unsafe',
  *find({ retries }) {
    for (const [before, attempt] of retries) {
      yield;
      if (!UNSAFE.has(attempt.method) || isSafe(attempt) || !mayHaveSucceeded(before)) continue;
      const how = before.status === null || before.status < 400 ? 'no whole answer' : `a ${before.status}`;
      const detail = `${said(attempt)} was repeated without an Idempotency-Key after ${how}: it may be done twice.`;
      yield { attempts: [before, attempt], detail };
    }
  },
};
