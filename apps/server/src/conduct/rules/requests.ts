/** Rules on single requests and their connections: what they ask for, what they name, and what they keep open. */
import {
  type Attempt,
  between,
  grouped,
  hasSucceeded,
  isClockSet,
  isWhole,
  type Pausing,
  attemptText,
  senderOf,
  sinceEnd,
} from '../attempt.js';
import type { Rule } from '../rule.js';

const TIMES = 3;
const WITHIN_MS = 10_000;

/** What was fetched: only what could have been asked whether it has changed. */
function fetched(attempt: Attempt): string | undefined {
  const { method, status, url, evidence } = attempt;
  if (method !== 'GET' || status !== 200 || evidence.etag === undefined || !hasSucceeded(attempt)) return undefined;
  return `${senderOf(attempt)} ${url}`;
}

/** Whether what came later is what came before, soon after it, and neither said what was known of it. */
function isRefetched(before: Attempt, later: Attempt): boolean {
  if (between(before, later) > WITHIN_MS || isClockSet(before, later)) return false;
  if (before.evidence.revalidates === true || later.evidence.revalidates === true) return false;
  return before.evidence.etag === later.evidence.etag;
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
        detail: `${attemptText(first)} was fetched ${some.length} times within 10 s, and had not changed.`,
      };
    }
  },
};

const REQUESTS = 20;

/** Longest pause after which the connection before would still be open, in ms. */
const LONGEST_PAUSE_MS = 3000;

/** Whether a request could have come on the connection of the one before. */
function couldShare(before: Attempt, attempt: Attempt): boolean {
  const pause = sinceEnd(before, attempt);
  return pause >= 0 && pause <= LONGEST_PAUSE_MS && isWhole(before) && before.fault === undefined;
}

/**
 * The first requests that each have a connection of their own, though they could have shared one; none where any came by a
 * proxy, which has connections of its own.
 */
function* apart(group: readonly Attempt[]): Pausing<readonly Attempt[] | undefined> {
  let run: Attempt[] = [];
  let found: readonly Attempt[] | undefined;
  for (const attempt of group) {
    yield;
    if (attempt.evidence.isProxied === true) return undefined;
    if (found !== undefined) continue;
    const before = run.at(-1);
    const isNew = run.every(({ connection }) => connection !== attempt.connection);
    run = before !== undefined && isNew && couldShare(before, attempt) ? [...run, attempt] : [attempt];
    if (run.length === REQUESTS) found = run;
  }
  return found;
}

/** The client opened a new connection for each of 20 requests. */
export const keptAliveNothing: Rule = {
  id: 'kept_alive_nothing',
  *find({ attempts }) {
    const groups = yield* grouped(attempts, ({ client, connection }) => (connection === null ? undefined : client));
    for (const group of groups.values()) {
      const run = yield* apart(group);
      if (run === undefined) continue;
      yield { attempts: run, detail: `${REQUESTS} requests one after the other came on ${REQUESTS} connections.` };
    }
  },
};

/** The client sent no User-Agent. */
export const noUserAgent: Rule = {
  id: 'no_user_agent',
  *find({ attempts }) {
    // In process nobody needs to say it, and a proxy may have dropped it.
    const groups = yield* grouped(attempts, ({ address, evidence }) =>
      address === null || evidence.agent !== undefined || evidence.isProxied === true ? undefined : address,
    );
    for (const [address, group] of groups) {
      yield { attempts: group, detail: `${group.length} requests from ${address} had no User-Agent.` };
    }
  },
};
