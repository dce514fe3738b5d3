/** Rules on what is tried again: whether it may be, whether it helps, and when. */
import {
  arrivedBy,
  type Attempt,
  grace,
  hasSucceeded,
  isClockSet,
  isMistyped,
  isPaced,
  isWhole,
  mayHaveSucceeded,
  type Pausing,
  attemptText,
  seconds,
  sinceAnswer,
  writes,
} from '../attempt.js';
import type { Rule, Seen, Series } from '../rule.js';

/** The client repeated a request before its Retry-After was over. */
export const retriedTooSoon: Rule = {
  id: 'retried_too_soon',
  *find({ retries }) {
    for (const [before, attempt] of retries) {
      yield;
      const { retryAfter } = before.evidence;
      // A client that has not read the head does not know of it.
      if (retryAfter === undefined || before.status === null || before.ended === 'client_left') continue;
      if (isClockSet(before, attempt)) continue;
      const waited = sinceAnswer(before, attempt);
      if (waited + grace(before, attempt) >= retryAfter) continue;
      const detail = `${attemptText(attempt)} was repeated ${seconds(waited)} after an answer that asked for ${seconds(retryAfter)}.`;
      yield { attempts: [before, attempt], detail };
    }
  },
};

const UNSAFE = new Set(['POST', 'PATCH']);

/** Operations that do the same when they are repeated: a session more harms nobody, and equal registrations are one. */
const REPEATABLE = new Set(['auth.login', 'auth.logout', 'auth.register']);

/** The operations that have answered pages of lists: those only read, a search by POST as well. */
function* searchesIn({ attempts }: Seen): Pausing<ReadonlySet<string | null>> {
  const found = new Set<string | null>();
  for (const { operation, evidence } of attempts) {
    yield;
    if (evidence.page !== undefined) found.add(operation);
  }
  return found;
}

/** Whether it does nothing the second time: under a key or a condition, or where a standard has no such key. */
function isSafe({ evidence, operation = null }: Attempt): boolean {
  if (evidence.key !== undefined || evidence.isGuarded === true) return true;
  return operation !== null && (operation.startsWith('oauth.') || REPEATABLE.has(operation));
}

/** The client repeated a POST or PATCH after a failure that may have been a success, without an Idempotency-Key. */
export const retriedUnsafe: Rule = {
  id: 'retried_unsafe',
  *find(seen) {
    const searches = yield* searchesIn(seen);
    for (const [before, attempt] of seen.retries) {
      yield;
      if (!UNSAFE.has(attempt.method) || isSafe(attempt) || searches.has(attempt.operation)) continue;
      if (!mayHaveSucceeded(before)) continue;
      const how = before.status === null || before.status < 400 ? 'no whole answer' : `a ${before.status}`;
      const detail = `${attemptText(attempt)} was repeated without an Idempotency-Key after ${how}: it may be done twice.`;
      yield { attempts: [before, attempt], detail };
    }
  },
};

const HOPELESS = new Set([400, 401, 403, 404, 405, 409, 410, 413, 415, 422]);

/** Times of the journal are whole: so many ms after one it may still have been earlier. */
const WHOLE_MS = 1;

/** Whether a repetition has the same answer: under a key that is in use, a 409 passes. */
function isHopeless(attempt: Attempt): boolean {
  const { status, evidence } = attempt;
  if (evidence.again !== undefined || isMistyped(attempt)) return false;
  return HOPELESS.has(status ?? 0) && !(status === 409 && evidence.key !== undefined);
}

/** What a server decides by, beside the URL; undefined where that is not known. */
function judgedBy({ evidence, kind }: Attempt): string | undefined {
  if (evidence.body === '') return undefined;
  const key = kind === 'idempotency_key_reused' ? evidence.key : undefined;
  return [evidence.body, evidence.credentials, evidence.headers, key].join(' ');
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
    const { at, durationMs, evidence } = attempt;
    if (!writes(attempt) || (!hasSucceeded(attempt) && evidence.made === undefined)) continue;
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
        const detail = `${attemptText(attempt)} was repeated unchanged after a ${before.status}.`;
        yield { attempts: [before, attempt], detail };
      }
    }
  },
};

const LATER = new Set([429, 503]);

/** Longest Retry-After that is worth waiting for, in ms. */
const SHORT_MS = 5000;

/** How long after it a client may still come, in ms. */
const LATEST_MS = 30_000;

/** The client gave up at once on a GET answered 429 or 503 with a short Retry-After. */
export const neverRetried: Rule = {
  id: 'never_retried',
  *find({ series: all, attempts, now, isFinished }) {
    const newest = attempts.at(-1);
    const lastAt = new Map<string, number>();
    for (const { path, at } of attempts) {
      yield;
      lastAt.set(path, at);
    }
    for (const [first, second] of all) {
      yield;
      if (first === undefined || second !== undefined || newest === undefined) continue;
      const { method, status, evidence, at, durationMs } = first;
      if (method !== 'GET' || !LATER.has(status ?? 0) || !isWhole(first)) continue;
      const { retryAfter } = evidence;
      if (retryAfter === undefined || retryAfter > SHORT_MS || isClockSet(first, newest)) continue;
      if (!isFinished && now < at + durationMs + LATEST_MS) continue;
      // It asked again, otherwise than a repetition is known by.
      if ((lastAt.get(first.path) ?? at) > at) continue;
      const detail = `${attemptText(first)} was given up after a ${status} that asked to come again after ${seconds(retryAfter)}.`;
      yield { attempts: [first], detail };
    }
  },
};
