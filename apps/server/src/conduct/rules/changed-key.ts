/** Finds failed writes that were repeated under a new Idempotency-Key. */
import { type Attempt, mayHaveSucceeded, said, writes } from '../attempt.js';
import type { Rule } from '../rule.js';

/** Refusals that ask to come again. */
const LATER = new Set([408, 429, 503]);

/** Whether a client repeats such a failure: another refusal may have been put right. */
const isRepeatable = (attempt: Attempt): boolean => mayHaveSucceeded(attempt) || LATER.has(attempt.status ?? 0);

/** The client repeated a failed write under a new key. */
export const changedKey: Rule = {
  id: 'changed_key',
  *find({ retries, attempts }) {
    const [firstUse, lastUse] = [new Map<string, Attempt>(), new Map<string, Attempt>()];
    for (const attempt of attempts) {
      yield;
      const { key } = attempt.signs;
      if (key === undefined) continue;
      if (!firstUse.has(key)) firstUse.set(key, attempt);
      lastUse.set(key, attempt);
    }
    for (const [before, attempt] of retries) {
      yield;
      const [old, key] = [before.signs.key, attempt.signs.key];
      if (old === undefined || key === undefined || !writes(attempt) || !isRepeatable(before)) continue;
      // Where it is the same, or both go on being used, nothing was changed.
      if (lastUse.get(old) !== before || firstUse.get(key) !== attempt) continue;
      const detail = `${said(attempt)} was repeated under another Idempotency-Key than the attempt that failed.`;
      yield { attempts: [before, attempt], detail };
    }
  },
};
