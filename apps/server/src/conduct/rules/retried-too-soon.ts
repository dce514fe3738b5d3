/** Finds requests that were repeated before the Retry-After of their answer was over (RFC 9110 §10.2.3). */
import { said } from '../attempt.js';
import type { Rule } from '../rule.js';
import { grace, isClockSet, seconds, sinceAnswer } from '../time.js';

/** The client repeated a request before its Retry-After was over. */
export const retriedTooSoon: Rule = {
  id: 'retried_too_soon',
  *find({ retries }) {
    for (const [before, attempt] of retries) {
      yield;
      const { retryAfter } = before.signs;
      // A client that has not read the head does not know of it.
      if (retryAfter === undefined || before.status === null || before.ended === 'client_left') continue;
      if (isClockSet(before, attempt)) continue;
      const waited = sinceAnswer(before, attempt);
      if (waited + grace(before, attempt) >= retryAfter) continue;
      const detail = `${said(attempt)} was repeated ${seconds(waited)} after an answer that asked for ${seconds(retryAfter)}.`;
      yield { attempts: [before, attempt], detail };
    }
  },
};
