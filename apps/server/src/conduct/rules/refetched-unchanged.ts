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
  return `${senderOf(attempt)} ${url}`;
}

/** Whether what came later is what came before, soon after it, and neither said what was known of it. */
function isRefetched(before: Attempt, later: Attempt): boolean {
  if (between(before, later) > WITHIN_MS || isClockSet(before, later)) return false;
  if (before.signs.revalidates === true || later.signs.revalidates === true) return false;
  return before.signs.etag === later.signs.etag;
}

/**
 * The first that were fetched again and again. What comes on a connection of its own may be another program of the same
 * kind, which has fetched nothing yet; a client may take turns with several connections, so what came again on any of
 * them counts together.
 */
function* firstUnchanged(group: readonly Attempt[]): Pausing<readonly Attempt[]> {
  const lastOf = new Map<Attempt['connection'], Attempt>();
  let again: (readonly [before: Attempt, attempt: Attempt])[] = [];
  for (const attempt of group) {
    yield;
    const before = lastOf.get(attempt.connection);
    lastOf.set(attempt.connection, attempt);
    if (before === undefined || !isRefetched(before, attempt)) continue;
    again = [...again, [before, attempt] as const].slice(1 - TIMES);
    const some = new Set(again.flat().toSorted((one, other) => one.sequence - other.sequence));
    const [first] = some;
    if (again.length === TIMES - 1 && first !== undefined && isRefetched(first, attempt)) return [...some];
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
      yield {
        attempts: some,
        detail: `${said(first)} was fetched ${some.length} times within 10 s, and had not changed.`,
      };
    }
  },
};
