/** Finds requests that were repeated unchanged although they can only be refused again. */
import { arrivedBy } from '../arrived.js';
import { type Attempt, hasSucceeded, said, writes } from '../attempt.js';
import type { Rule, Seen } from '../rule.js';
import { retries } from '../series.js';
import { isClockSet } from '../time.js';

const HOPELESS = new Set([400, 401, 403, 404, 405, 409, 410, 413, 415, 422]);

/** Whether a repetition has the same answer: under a key that is in use, a 409 passes. */
function isHopeless({ status, signs }: Attempt): boolean {
  return HOPELESS.has(status ?? 0) && !(status === 409 && signs.key !== undefined);
}

/** Whether two attempts are alike in all that a server decides by. */
function isUnchanged(before: Attempt, attempt: Attempt): boolean {
  const { signs } = before;
  return signs.credentials === attempt.signs.credentials && signs.headers === attempt.signs.headers;
}

/** Tells whether something may have been written, or was under way, between two attempts. */
function writtenBetween({ attempts }: Seen): (before: Attempt, attempt: Attempt) => boolean {
  const written = attempts.filter((one) => writes(one) && (hasSucceeded(one) || one.signs.made !== undefined));
  let latest = -Infinity;
  // They stand in the order in which they began.
  const ends = written.map((one) => {
    latest = Math.max(latest, one.at + one.durationMs);
    return { at: one.at, latest };
  });
  return (before, attempt) => (ends[arrivedBy(ends, attempt.at) - 1]?.latest ?? -Infinity) >= before.at;
}

/** The client repeated unchanged what can only be refused again. */
export const retriedHopeless: Rule = {
  id: 'retried_hopeless',
  *find(seen) {
    const isWritten = writtenBetween(seen);
    for (const [before, attempt] of retries(seen.series)) {
      if (!isHopeless(before) || !isUnchanged(before, attempt) || isClockSet(before, attempt)) continue;
      if (isWritten(before, attempt)) continue;
      const detail = `${said(attempt)} was repeated unchanged after a ${before.status}.`;
      yield { attempts: [before, attempt], detail };
    }
  },
};
