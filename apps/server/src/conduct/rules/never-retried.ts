/** Finds reads that were given up at once, although the answer said when to come again. */
import { isWhole, said } from '../attempt.js';
import type { Rule } from '../rule.js';
import { isClockSet, seconds } from '../time.js';

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
      const { method, status, signs, at, durationMs } = first;
      if (method !== 'GET' || !LATER.has(status ?? 0) || !isWhole(first)) continue;
      const { retryAfter } = signs;
      if (retryAfter === undefined || retryAfter > SHORT_MS || isClockSet(first, newest)) continue;
      if (!isFinished && now < at + durationMs + LATEST_MS) continue;
      // It asked again, otherwise than a repetition is known by.
      if ((lastAt.get(first.path) ?? at) > at) continue;
      const detail = `${said(first)} was given up after a ${status} that asked to come again after ${seconds(retryAfter)}.`;
      yield { attempts: [first], detail };
    }
  },
};
