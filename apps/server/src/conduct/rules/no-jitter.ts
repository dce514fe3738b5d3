/** Finds requests that failed together and were repeated together. */
import type { Attempt } from '../attempt.js';
import type { Rule } from '../rule.js';
import { between, grace, isClockSet, sinceEnd } from '../time.js';

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
      if (before.signs.retryAfter !== undefined || isClockSet(before, attempt)) continue;
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
    if (first === undefined || first.signs.by !== attempt.signs.by) break;
    if (between(first, attempt) > TOGETHER_MS) break;
    together.push(attempt);
  }
  return together;
}
