/** Finds clients that open a new connection for each request (RFC 9112 §9.3). */
import { type Attempt, isWhole } from '../attempt.js';
import { grouped } from '../groups.js';
import type { Pausing } from '../pausing.js';
import type { Rule } from '../rule.js';
import { sinceEnd } from '../time.js';

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
    if (attempt.signs.isProxied === true) return undefined;
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
