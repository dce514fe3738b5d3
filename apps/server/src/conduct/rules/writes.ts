/** Rules about writes, and about the receivers of webhooks. */
import {
  type Attempt,
  deliveryText,
  hasSucceeded,
  isAcknowledged,
  mayHaveSucceeded,
  attemptText,
  seconds,
  writes,
} from '../attempt.js';
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
      const { key } = attempt.evidence;
      if (key === undefined) continue;
      if (!firstUse.has(key)) firstUse.set(key, attempt);
      lastUse.set(key, attempt);
    }
    for (const [before, attempt] of retries) {
      yield;
      const [old, key] = [before.evidence.key, attempt.evidence.key];
      if (old === undefined || key === undefined || !writes(attempt) || !isRepeatable(before)) continue;
      // Where it is the same, or both go on being used, nothing was changed.
      if (lastUse.get(old) !== before || firstUse.get(key) !== attempt) continue;
      const detail = `${attemptText(attempt)} was repeated under another Idempotency-Key than the attempt that failed.`;
      yield { attempts: [before, attempt], detail };
    }
  },
};

/** The client left two records where it meant one, after a lost answer. */
export const duplicateWrite: Rule = {
  id: 'duplicate_write',
  *find({ series, attempts: all }) {
    const removed = new Set<string>();
    for (const attempt of all) {
      yield;
      if (attempt.method === 'DELETE' && hasSucceeded(attempt)) removed.add(attempt.path);
    }
    for (const attempts of series) {
      let lost: Attempt | undefined;
      for (const attempt of attempts) {
        yield;
        const { made } = attempt.evidence;
        // One that the client took back it has not left.
        if (made === undefined || removed.has(`${attempt.path}/${encodeURIComponent(made)}`)) continue;
        if (lost !== undefined && lost.evidence.made !== made) {
          const detail = `${attemptText(attempt)} created ${made}, after ${lost.evidence.made} had been created and the answer was lost.`;
          yield { attempts: [lost, attempt], detail };
        }
        // An answer that says that nothing was done, though something was, is not the client's fault.
        lost = mayHaveSucceeded(attempt) ? attempt : undefined;
      }
    }
  },
};

/** The receiver took more than 5 s to acknowledge a delivery; others leave no trace. */
export const webhookSlow: Rule = {
  id: 'webhook_slow',
  *find({ deliveries }) {
    for (const delivery of deliveries) {
      yield;
      if (!isAcknowledged(delivery)) continue;
      yield { delivery, detail: `${deliveryText(delivery)} was acknowledged after ${seconds(delivery.tookMs)}.` };
    }
  },
};

/** The receiver failed a delivery after more than 5 s, or never answered it; others leave no trace. */
export const webhookFailedLate: Rule = {
  id: 'webhook_failed_late',
  *find({ deliveries }) {
    for (const delivery of deliveries) {
      yield;
      if (isAcknowledged(delivery)) continue;
      const { status, tookMs } = delivery;
      const result = status === null ? 'had no answer' : `was answered ${status}`;
      yield { delivery, detail: `${deliveryText(delivery)} ${result} after ${seconds(tookMs)}.` };
    }
  },
};
