/** Finds requests that were repeated unchanged although they can only be refused again. */
import { arrivedBy } from '../arrived.js';
import { type Attempt, hasSucceeded, said, writes } from '../attempt.js';
import type { Pausing } from '../pausing.js';
import type { Rule, Seen } from '../rule.js';
import { isClockSet } from '../time.js';

const HOPELESS = new Set([400, 401, 403, 404, 405, 409, 410, 413, 415, 422]);

/** Times of the journal are whole: so many ms after one it may still have been earlier. */
const WHOLE_MS = 1;

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
function* writtenBetween({ attempts }: Seen): Pausing<(before: Attempt, attempt: Attempt) => boolean> {
  const ends: { readonly at: number; readonly latest: number }[] = [];
  let latest = -Infinity;
  // They stand in the order in which they began.
  for (const attempt of attempts) {
    yield;
    const { at, durationMs, signs } = attempt;
    if (!writes(attempt) || (!hasSucceeded(attempt) && signs.made === undefined)) continue;
    latest = Math.max(latest, at + durationMs);
    ends.push({ at, latest });
  }
  return (before, attempt) => (ends[arrivedBy(ends, attempt.at) - 1]?.latest ?? -Infinity) >= before.at + WHOLE_MS;
}

/** The client repeated unchanged what can only be refused again. */
export const retriedHopeless: Rule = {
  id: 'retried_hopeless',
  *find(seen) {
    const isWritten = yield* writtenBetween(seen);
    for (const [before, attempt] of seen.retries) {
      yield;
      if (!isHopeless(before) || !isUnchanged(before, attempt) || isClockSet(before, attempt)) continue;
      if (isWritten(before, attempt)) continue;
      const detail = `${said(attempt)} was repeated unchanged after a ${before.status}.`;
      yield { attempts: [before, attempt], detail };
    }
  },
};
