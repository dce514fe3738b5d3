/** Finds retries whose waits do not grow. */
import { isMistyped, said } from '../attempt.js';
import type { Rule } from '../rule.js';
import type { Series } from '../series.js';
import { grace, isClockSet, seconds, sinceEnd } from '../time.js';

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
    const isChosen = before.signs.retryAfter === undefined && before.signs.isStream !== true && !isMistyped(before);
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
      // What lies between cannot be told from waits that grow.
      const isEqual = shortest >= grace(first, second) && longest <= shortest * (1 + EQUAL) + EQUAL_MS;
      if (!hasNone && !isEqual) continue;
      const detail = `${said(first)} was repeated after ${waited.map(seconds).join(', ')}.`;
      yield { attempts: series.slice(0, RETRIES + 1), detail };
    }
  },
};
