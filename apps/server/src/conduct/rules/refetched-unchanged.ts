/** Finds answers that were fetched again and again although their ETag stayed the same (RFC 9111 §4.3.1). */
import { type Attempt, hasSucceeded, said } from '../attempt.js';
import { grouped, senderOf } from '../groups.js';
import type { Pausing } from '../pausing.js';
import type { Rule } from '../rule.js';
import { between, isClockSet } from '../time.js';

const TIMES = 3;
const WITHIN_MS = 10_000;

/** What was fetched: only what could have been asked whether it has changed. */
function fetched(attempt: Attempt): string | undefined {
  const { method, status, url, signs } = attempt;
  if (method !== 'GET' || status !== 200 || signs.etag === undefined || !hasSucceeded(attempt)) return undefined;
  // What comes on another connection may be another program of the same kind, which has fetched nothing yet.
  return `${senderOf(attempt)} ${attempt.connection} ${url}`;
}

/** Whether the same was fetched each time, soon, and without saying what was known of it. */
function isUnchanged(some: readonly Attempt[]): boolean {
  const [first, last] = [some[0], some.at(-1)];
  if (first === undefined || last === undefined || some.length < TIMES) return false;
  if (between(first, last) > WITHIN_MS || isClockSet(first, last)) return false;
  return some.every(({ signs }) => signs.etag === first.signs.etag && signs.revalidates !== true);
}

/** The first that were fetched again and again. */
function* firstUnchanged(group: readonly Attempt[]): Pausing<readonly Attempt[]> {
  for (const i of group.keys()) {
    yield;
    const some = group.slice(i, i + TIMES);
    if (isUnchanged(some)) return some;
  }
  return [];
}

/** The client fetched the same URL 3 times within 10 s without If-None-Match, though it had an ETag. */
export const refetchedUnchanged: Rule = {
  id: 'refetched_unchanged',
  *find({ attempts }) {
    const groups = yield* grouped(attempts, fetched);
    for (const group of groups.values()) {
      const some = yield* firstUnchanged(group);
      const [first] = some;
      if (first === undefined) continue;
      yield { attempts: some, detail: `${said(first)} was fetched ${TIMES} times within 10 s, and had not changed.` };
    }
  },
};
