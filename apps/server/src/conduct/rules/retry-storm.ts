/** Finds requests that were attempted too often, or too fast. */
import { type Attempt, hasSucceeded, said } from '../attempt.js';
import type { Pausing } from '../pausing.js';
import type { Finding, Rule } from '../rule.js';
import type { Series } from '../series.js';
import { between, grace, isClockSet, sinceAnswer } from '../time.js';

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
function unasked(series: Series): Attempt[] {
  return series.filter((attempt, i) => {
    const before = series[i - 1];
    const wait = before?.signs.retryAfter;
    return before === undefined || wait === undefined || sinceAnswer(before, attempt) + grace(before, attempt) < wait;
  });
}

/** Whether a client polls, and does not retry: at such intervals, it had asked for the same before with success, or follows a stream. */
function isPolled(series: Series, polled: ReadonlySet<string>): boolean {
  const [first, second] = series;
  if (first === undefined || second === undefined) return false;
  return (polled.has(nameOf(first)) || first.signs.isStream === true) && between(first, second) >= POLLING_MS;
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
        yield { attempts: fast, detail: `${said(first)} was attempted ${fast.length} times in less than a second.` };
      } else if (unasked(series).length > MOST_ATTEMPTS && !isPolled(series, polled)) {
        yield { attempts: series, detail: `${said(first)} was attempted ${series.length} times.` };
      }
    }
  },
};
