/** A sandbox whose journal is given, in a time of its own: what waits for it goes on at once. */
import { vi } from 'vitest';
import type { JournalEntry, Verdict } from '../src/index.js';
import type { SandboxLike } from '../src/testing.js';
import { realTime } from '../src/testing/received/watch.js';

/** An entry: what matters of it, and when the journal has it, in ms. */
export type Given = Partial<JournalEntry> & { readonly at?: number };

/** A verdict: what matters of it, and when the server gives it, in ms. */
export type GivenVerdict = Partial<Verdict> & { readonly at_ms?: number };

/** A sandbox with its time. */
export interface FakeJournal extends SandboxLike {
  /** What was asked for, such as `since=0&per_page=50`. */
  readonly asked: string[];
  /** Time that has passed, in ms. */
  readonly now: () => number;
}

const kept = { headers: {}, body: null, body_encoding: 'utf8', body_bytes: 0, body_truncated: false } as const;

/** An entry of a GET that was answered with 200. */
export function entry(given: Partial<JournalEntry> = {}): JournalEntry {
  return {
    id: 'req_1',
    sequence: 1,
    received_at: '2026-01-01T00:00:00.000Z',
    operation: 'education.listCourses',
    method: 'GET',
    path: '/api/education/courses',
    query: '',
    ...kept,
    controls: {},
    unknown: [],
    client: { address: null, connection: null },
    status: 200,
    kind: null,
    fault: null,
    hint: null,
    trace: null,
    response: { ...kept },
    ended: 'complete',
    duration_ms: 1,
    curl: 'curl',
    ...given,
  };
}

/** An entry with a JSON body. */
export function withBody(body: unknown, given: Given = {}): Given {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { method: 'POST', body: text, body_bytes: text.length, ...given };
}

/** A verdict of severity error on the first request. */
function verdict(given: Partial<Verdict>): Verdict {
  return {
    id: 'retried_unsafe_1',
    rule: 'retried_unsafe',
    severity: 'error',
    detail: 'It was repeated.',
    requests: [1],
    reference: null,
    code: null,
    pointer: null,
    document: null,
    blames: null,
    at: '2026-01-01T00:00:00.000Z',
    ...given,
  };
}

/** One time for all of them, as it is outside. */
let now = 0;

/** A sandbox that receives these requests, and judges them; `meta` is what its journal says of itself. */
export function fakeJournal(
  given: readonly Given[],
  meta: object = {},
  verdicts: readonly GivenVerdict[] = [],
): FakeJournal {
  now = 0;
  vi.spyOn(realTime, 'now').mockImplementation(() => now);
  const asked: string[] = [];
  const all = given.map(({ at = 0, ...rest }, index) => ({ at, entry: entry({ sequence: index + 1, ...rest }) }));
  return {
    name: 'test-1',
    baseUrl: 'http://understudy.local/sandboxes/test-1',
    asked,
    now: () => now,
    fetch: async (path) => {
      const { pathname, searchParams: query } = new URL(path, 'http://understudy.local');
      asked.push(query.toString());
      const number = (name: string, other: number) => Number(query.get(name) ?? other);
      const said = () => ({ dropped: 0, incomplete: false, last: all.filter(({ at }) => at <= now).length, ...meta });
      if (pathname === '/conduct') {
        const severities = (query.get('severity') ?? '').split(',');
        const judged = verdicts
          .filter(({ at_ms = 0 }) => at_ms <= now)
          .map(({ at_ms: _at, ...rest }) => verdict(rest))
          .filter(({ severity }) => severities.includes(severity));
        const size = number('per_page', 10);
        const start = (number('page', 1) - 1) * size;
        return Response.json({ data: judged.slice(start, start + size), meta: said() });
      }
      const isAsked = ({ entry: { sequence, method, status, operation, path: sent } }: (typeof all)[number]) =>
        sequence > number('since', 0) &&
        (query.get('method') ?? method) === method &&
        (query.get('path') ?? sent) === sent &&
        (query.get('operation') ?? operation) === operation &&
        number('status', status ?? 0) === (status ?? 0);
      const there = () => all.filter((one) => isAsked(one) && one.at <= now);
      const end = now + number('wait', 0) * 1000;
      const next = all.filter((one) => isAsked(one) && one.at > now).map(({ at }) => at);
      if (there().length === 0 && end > now) now = Math.round(Math.min(end, ...next));
      const data = there()
        .slice(0, number('per_page', 10))
        .map((one) => one.entry);
      return Response.json({ data, meta: said() });
    },
  };
}
