/** Rules on the waits between attempts: how many attempts there are, how waits grow, and how they differ between clients. */
import {
  type Attempt,
  between,
  grace,
  hasSucceeded,
  isClockSet,
  isMistyped,
  type Pausing,
  attemptText,
  seconds,
  sinceAnswer,
  sinceEnd,
} from '../attempt.js';
import type { Finding, Rule, Series } from '../rule.js';

const MOST_ATTEMPTS = 10;
const MOST_A_SECOND = 5;
const SECOND_MS = 1000;

/** Attempts of a series that are more than a second may have. */
function* rush(series: Series): Pausing<Series | undefined> {
  for (const [i, first] of series.entries()) {
    const last = series[i + MOST_A_SECOND];
    if (last === undefined) return undefined;
    yield;
    if (!isClockSet(first, last) && between(first, last) < SECOND_MS) return series.slice(i, i + MOST_A_SECOND + 1);
  }
  return undefined;
}

/** Waits of at least this long, in ms, may be those of a client that looks again and again. */
const POLLING_MS = 1000;

/** Attempts of a series that no answer asked for: the first, and those that came before their Retry-After was over or had none. */
function unprompted(series: Series): Attempt[] {
  return series.filter((attempt, i) => {
    const before = series[i - 1];
    const wait = before?.evidence.retryAfter;
    return before === undefined || wait === undefined || sinceAnswer(before, attempt) + grace(before, attempt) < wait;
  });
}

/** Whether a client polls, and does not retry: at such intervals, it had asked for the same before with success, or follows a stream. */
function isPolled(series: Series, polled: ReadonlySet<string>): boolean {
  const [first, second] = series;
  if (first === undefined || second === undefined) return false;
  return (polled.has(nameOf(first)) || first.evidence.isStream === true) && between(first, second) >= POLLING_MS;
}

const nameOf = ({ method, url, client }: Attempt): string => `${method} ${url} ${client}`;

/** The client made more than 10 attempts at one request, or more than 5 a second. */
export const retryStorm: Rule = {
  id: 'retry_storm',
  *find({ series: all, attempts }): Generator<Finding | undefined> {
    const polled = new Set<string>();
    for (const attempt of attempts) {
      yield;
      if (hasSucceeded(attempt)) polled.add(nameOf(attempt));
    }
    for (const series of all) {
      yield;
      const [first] = series;
      const fast = yield* rush(series);
      if (first === undefined) continue;
      if (fast !== undefined) {
        yield {
          attempts: fast,
          detail: `${attemptText(first)} was attempted ${fast.length} times in less than a second.`,
        };
      } else if (unprompted(series).length > MOST_ATTEMPTS && !isPolled(series, polled)) {
        yield { attempts: series, detail: `${attemptText(first)} was attempted ${series.length} times.` };
      }
    }
  },
};

/** Retries whose waits are looked at. */
const RETRIES = 3;

/** Waits as long as this are none, in ms. */
const NO_WAIT_MS = 8;

/** By which share, and by how many ms, waits that are meant to be equal differ: those that are drawn hardly ever come so close. */
const EQUAL = 0.05;
const EQUAL_MS = 15;

/** The waits before the first retries of a series, in ms; undefined where the client did not choose them. */
function waits(series: Series): number[] | undefined {
  const found: number[] = [];
  for (const [i, attempt] of series.slice(0, RETRIES + 1).entries()) {
    const before = series[i - 1];
    if (before === undefined) continue;
    // Nor where a person typed anew, or a stream said how long to wait (HTML Standard §9.2.3).
    const isChosen =
      before.evidence.retryAfter === undefined && before.evidence.isStream !== true && !isMistyped(before);
    if (!isChosen || isClockSet(before, attempt)) return undefined;
    found.push(Math.max(0, sinceEnd(before, attempt)));
  }
  return found.length === RETRIES ? found : undefined;
}

/** The client retried three times or more, at intervals that do not grow. */
export const noBackoff: Rule = {
  id: 'no_backoff',
  *find({ series: all }) {
    for (const series of all) {
      yield;
      const [first, second] = series;
      const waited = waits(series);
      if (first === undefined || second === undefined || waited === undefined) continue;
      const [shortest, longest] = [Math.min(...waited), Math.max(...waited)];
      // The first one may be long where a machine was busy: waits that grow do not end so.
      const hasNone = waited.slice(1).every((wait) => wait <= NO_WAIT_MS);
      // What lies between may also be waits that grow.
      const isEqual = shortest >= grace(first, second) && longest <= shortest * (1 + EQUAL) + EQUAL_MS;
      if (!hasNone && !isEqual) continue;
      const detail = `${attemptText(first)} was repeated after ${waited.map(seconds).join(', ')}.`;
      yield { attempts: series.slice(0, RETRIES + 1), detail };
    }
  },
};

/** Retries that come this close, in ms, come together. */
const TOGETHER_MS = 10;

/** So many cannot meet by chance. */
const SEVERAL = 3;

/** Several requests were repeated in the same 10 ms. */
export const noJitter: Rule = {
  id: 'no_jitter',
  *find({ attempts, retries }) {
    const found = new Set<Attempt>();
    for (const [before, attempt] of retries) {
      yield;
      // Where the answer says how long to wait, the client has not chosen it.
      if (before.evidence.retryAfter !== undefined || isClockSet(before, attempt)) continue;
      if (sinceEnd(before, attempt) >= grace(before, attempt)) found.add(attempt);
    }
    const waited: Attempt[] = [];
    for (const attempt of attempts) {
      yield;
      if (found.has(attempt)) waited.push(attempt);
    }
    for (let i = 0; i < waited.length;) {
      yield;
      const together = from(waited, i);
      if (together.length >= SEVERAL) {
        yield { attempts: together, detail: `${together.length} requests were repeated within ${TOGETHER_MS} ms.` };
      }
      i += Math.max(1, together.length);
    }
  },
};

/** Retries that come with the one at an index; two processes have no clock that is exact enough. */
function from(waited: readonly Attempt[], index: number): Attempt[] {
  const first = waited[index];
  const together: Attempt[] = [];
  for (const attempt of waited.slice(index, index + 100)) {
    if (first === undefined || first.evidence.by !== attempt.evidence.by) break;
    if (between(first, attempt) > TOGETHER_MS) break;
    together.push(attempt);
  }
  return together;
}
