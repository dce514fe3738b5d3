/** Finds failed writes that were repeated under a new Idempotency-Key. */
import { type Attempt, mayHaveSucceeded, said, writes } from '../attempt.js';
import type { Rule } from '../rule.js';
import { retries } from '../series.js';

/** Refusals that ask to come again. */
const LATER = new Set([429, 503]);

/** Whether a client repeats such a failure: another refusal may have been put right. */
const isRepeatable = (attempt: Attempt): boolean => mayHaveSucceeded(attempt) || LATER.has(attempt.status ?? 0);

/** The client repeated a failed write under a new key. */
export const changedKey: Rule = {
  id: 'changed_key',
  *find({ series, attempts }) {
    const keyed = attempts.filter(({ signs }) => signs.key !== undefined);
    const lastUse = new Map(keyed.map((attempt) => [attempt.signs.key, attempt]));
    const firstUse = new Map(keyed.toReversed().map((attempt) => [attempt.signs.key, attempt]));
    for (const [before, attempt] of retries(series)) {
      const [old, key] = [before.signs.key, attempt.signs.key];
      if (!writes(attempt) || !isRepeatable(before)) continue;
      // Where a key is missing or the same, or both go on being used, nothing was changed.
      if (lastUse.get(old) !== before || firstUse.get(key) !== attempt) continue;
      const detail = `${said(attempt)} was repeated under another Idempotency-Key than the attempt that failed.`;
      yield { attempts: [before, attempt], detail };
    }
  },
};
