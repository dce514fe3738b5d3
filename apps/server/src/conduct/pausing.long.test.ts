/** How much rules do before others have a turn: counted by what they read of attempts, not by a clock. */
import { expect, it } from 'vitest';
import type { Attempt } from './attempt.js';
import { type AttemptOptions, seenOf } from './attempts.fixture.js';
import { judge } from './conduct.js';
import type { Seen } from './rule.js';

const ATTEMPTS = 10_000;

/** Members of attempts that may be read before others have a turn: those of some hundred attempts. */
const READ_AT_ONCE = 2000;

/** What is sent, of which each kind occupies other rules. */
const traffic: Readonly<Record<string, (i: number) => AttemptOptions>> = {
  'the same read': (i) => ({ at: i, evidence: { etag: `e${i}` } }),
  'failures of the same read': (i) => ({ at: i * 2, status: 500 }),
  'retries of many writes': (i) => ({
    at: i * 3,
    method: 'POST',
    path: `/api/notes/${i % 2000}`,
    status: 503,
    evidence: { key: `k${i}`, body: `b${i % 2000}`, made: `note_${i}`, retryAfter: 1 },
  }),
  'refusals of many clients': (i) => ({
    at: i * 3,
    path: `/api/notes/${i % 3000}`,
    status: 404,
    connection: `c${i}`,
    evidence: { token: `t${i % 100}`, cursor: `c${i % 10}`, refresh: `r${i % 10}` },
  }),
  'pages of lists': (i) => ({
    at: i * 2,
    path: `/api/notes/${Math.floor(i / 5000)}`,
    query: `page=${(i % 5000) + 1}`,
    connection: `c${i}`,
    evidence: { page: { start: i % 5000, count: i % 5000 === 4999 ? 0 : 1, total: 4999 }, agent: '' },
  }),
  'redirects that are followed': (i) => ({
    at: i * 2,
    url: `u${i}`,
    status: 302,
    origin: i % 2 === 0 ? 'https://a.test' : 'http://b.test',
    evidence: { location: [i % 2 === 0 ? 'http://b.test' : 'https://a.test', `u${i + 1}`], secrets: ['token'] },
  }),
};

/** Attempts that count what is read of them. */
function counted(attempts: readonly Attempt[]) {
  const count = { read: 0 };
  const counting: ProxyHandler<Attempt> = {
    get: (target, name, receiver) => {
      count.read += 1;
      return Reflect.get(target, name, receiver) as unknown;
    },
  };
  return { count, attempts: attempts.map((attempt) => new Proxy(attempt, counting)) };
}

/** The most that is read in a step, but for the first ones. */
function mostRead(steps: Iterator<unknown>, count: { read: number }, uncounted = 0): number {
  let most = 0;
  for (let step = 0; ; step += 1) {
    count.read = 0;
    const { done } = steps.next();
    if (step >= uncounted) most = Math.max(most, count.read);
    if (done === true) return most;
  }
}

/** The attempts of one kind of traffic. */
const attemptsOf = (give: (i: number) => AttemptOptions): readonly Attempt[] =>
  seenOf(Array.from({ length: ATTEMPTS }, (_, i) => give(i))).attempts;

it.each(Object.keys(traffic))('pauses often while 10,000 attempts are judged: %s', (kind) => {
  const { count, attempts } = counted(attemptsOf(traffic[kind] ?? (() => ({ at: 0 }))));
  const known: Pick<Seen, 'deliveries' | 'begun' | 'now' | 'isFinished' | 'isPublic'> = {
    deliveries: [],
    begun: 0,
    now: Date.parse('2026-01-02T00:00:00.000Z'),
    isFinished: true,
    isPublic: () => undefined,
  };
  // The first step puts them in order, which takes less than a millisecond where they nearly are.
  const most = mostRead(judge(attempts, known), count, 1);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(READ_AT_ONCE);
});
