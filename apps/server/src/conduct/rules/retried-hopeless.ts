/** Finds requests that were repeated unchanged although they can only be refused again. */
import { arrivedBy } from '../arrived.js';
import { type Attempt, hasSucceeded, isMistyped, said, writes } from '../attempt.js';
import type { Pausing } from '../pausing.js';
import type { Rule, Seen } from '../rule.js';
import type { Series } from '../series.js';
import { isClockSet, isPaced } from '../time.js';

const HOPELESS = new Set([400, 401, 403, 404, 405, 409, 410, 413, 415, 422]);

/** Times of the journal are whole: so many ms after one it may still have been earlier. */
const WHOLE_MS = 1;

/** Whether a repetition has the same answer: under a key that is in use, a 409 passes. */
function isHopeless(attempt: Attempt): boolean {
  const { status, signs } = attempt;
  if (signs.again !== undefined || isMistyped(attempt)) return false;
  return HOPELESS.has(status ?? 0) && !(status === 409 && signs.key !== undefined);
}

/** What a server decides by, beside the URL; undefined where that is not known. */
function judgedBy({ signs, kind }: Attempt): string | undefined {
  if (signs.body === '') return undefined;
  const key = kind === 'idempotency_key_reused' ? signs.key : undefined;
  return [signs.body, signs.credentials, signs.headers, key].join(' ');
}

/** Whether two attempts are alike in all that a server decides by. */
function isUnchanged(before: Attempt, attempt: Attempt): boolean {
  const judged = judgedBy(before);
  return judged !== undefined && before.url === attempt.url && judged === judgedBy({ ...attempt, kind: before.kind });
}

/** Whether a client waited for something until it was there: what no fault refused passed in the end, with time alone. */
function hasPassed(series: Series): boolean {
  const last = series.at(-1);
  if (last === undefined || !hasSucceeded(last)) return false;
  return series.every((attempt, i) => {
    const before = series[i - 1];
    return attempt.fault === undefined && (before === undefined || isPaced(before, attempt));
  });
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

/** The client repeated a request unchanged that can only be refused again. */
export const retriedHopeless: Rule = {
  id: 'retried_hopeless',
  *find(seen) {
    const isWritten = yield* writtenBetween(seen);
    for (const series of seen.series) {
      yield;
      if (hasPassed(series)) continue;
      for (const [i, attempt] of series.entries()) {
        yield;
        const before = series[i - 1];
        if (before === undefined || !isHopeless(before) || !isUnchanged(before, attempt)) continue;
        if (isClockSet(before, attempt) || isWritten(before, attempt)) continue;
        const detail = `${said(attempt)} was repeated unchanged after a ${before.status}.`;
        yield { attempts: [before, attempt], detail };
      }
    }
  },
};
