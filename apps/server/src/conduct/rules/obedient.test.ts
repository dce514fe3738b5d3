/** Clients that do as they are told: for each rule, what looks like a breach of it and is none. */
import type { ConductRule } from '@understudy/contract/sandboxes';
import { expect, it } from 'vitest';
import { deliveryFacts } from '../../journal/masked-entry.js';
import type { DeliveryRecord } from '../../webhooks/records.js';
import { lateAttempt } from '../../webhooks/dispatcher.js';
import type { Posted } from '../../webhooks/post.js';
import { found, type AttemptOptions } from '../attempts.fixture.js';
import { rules } from '../conduct.js';

/** The same request at some instants, in ms. */
const times = (instants: readonly number[], rest: Omit<AttemptOptions, 'at'>): AttemptOptions[] =>
  instants.map((at) => ({ at, ...rest }));

const every = (ms: number, count: number): number[] => Array.from({ length: count }, (_, i) => i * ms);

const poll: Omit<AttemptOptions, 'at'> = {
  operation: 'oauth.exchangeToken',
  method: 'POST',
  path: '/api/oauth/token',
  status: 400,
  evidence: { body: 'device', again: 'poll' },
};

const login: Omit<AttemptOptions, 'at'> = {
  operation: 'auth.login',
  method: 'POST',
  path: '/api/auth/login',
  status: 401,
  evidence: { body: 'wrong', isTyped: true },
};

const proof = (at: number, headers: string, rest: Partial<AttemptOptions> = {}): AttemptOptions => ({
  at,
  method: 'POST',
  path: '/api/oauth/token',
  status: 400,
  ...rest,
  evidence: { body: 'b', headers, again: 'retry' },
});

/** A page of a list of 45 records. */
const page = (at: number, query: string, start: number, rest: Partial<AttemptOptions> = {}): AttemptOptions => {
  const evidence = { page: { start, count: Math.min(10, 45 - start), total: 45 }, ...rest.evidence };
  return { at, query, ...rest, evidence };
};

const numbered = (numbers: readonly number[], rest: Partial<AttemptOptions> = {}): AttemptOptions[] =>
  numbers.map((number, i) => page(i * 100, `_page=${number}&_limit=10`, (number - 1) * 10, rest));

/** A download that breaks off again and again, and goes on each time where it was. */
const resumed = Array.from({ length: 14 }, (_, i): AttemptOptions => {
  const range = i === 0 ? {} : { range: `from ${i}` };
  return { at: i * 300, status: i === 0 ? 200 : 206, ended: 'cut', evidence: range };
});

const post = (at: number, rest: Partial<AttemptOptions> = {}): AttemptOptions => ({
  at,
  method: 'POST',
  path: '/api/notes',
  ...rest,
});
const lost = { status: null, ended: 'cut' } as const;
const bearer = { token: 't' };
const invalid: AttemptOptions = { at: 0, status: 401, evidence: { ...bearer, refusesToken: true } };
const stream = { path: '/api/events/stream', evidence: { isStream: true }, status: 503 } as const;
const ELSEWHERE = 'https://mock.test';

/** Rules that judge receivers of webhooks. */
type WebhookRule = Extract<ConductRule, `webhook_${string}`>;

const unproven = { code: 'missing_credential', pointer: '/headers/authorization', detail: 'is required' } as const;

/** Obedient clients by the rule that they seem to break. */
const OBEDIENT: Readonly<
  Record<Exclude<ConductRule, WebhookRule>, Readonly<Record<string, readonly AttemptOptions[]>>>
> = {
  retried_too_soon: {
    'that wait as long as they are asked to': times([0, 1001, 2002], { status: 429, evidence: { retryAfter: 1000 } }),
    'that come again at once, as they are asked to': times([0, 60], { status: 503, evidence: { again: 'retry' } }),
    'that ask for another part of a file': [
      { at: 0, status: 503, evidence: { range: 'a', retryAfter: 1000 } },
      { at: 5, status: 206, evidence: { range: 'b' } },
      { at: 1010, status: 206, evidence: { range: 'a' } },
    ],
    'that ask for the head, and then for the file': [
      { at: 0, method: 'HEAD', status: 503, evidence: { retryAfter: 1000 } },
      { at: 5 },
    ],
  },
  retried_unsafe: {
    'that log in again': times([0, 500], { ...login, status: 500 }),
    'that ask for a token again': times([0, 500], { ...poll, status: 500, evidence: { body: 'code' } }),
    ...Object.fromEntries(
      [408, 421, 425, 429, 503].map((status) => [
        `whose ${status} says that nothing was done`,
        [post(0, { status, evidence: { body: 'b' } }), post(1100, { evidence: { body: 'b', made: 'n1' } })],
      ]),
    ),
    'that are a test which begins another day': [
      post(0, { status: 500, evidence: { body: 'b' } }),
      post(50, { evidence: { body: 'b', clock: 'by 86400000' } }),
    ],
  },
  changed_key: {
    'that take a new key for another request': [
      post(0, { status: 422, kind: 'idempotency_key_reused', evidence: { body: 'b', key: 'k1' } }),
      post(50, { evidence: { body: 'b', key: 'k2' } }),
    ],
  },
  duplicate_write: {
    'that remove the first before they write it again': [
      post(0, { ...lost, evidence: { body: 'b', made: 'n1' } }),
      { at: 50, method: 'DELETE', path: '/api/notes/n1', status: 204 },
      post(100, { evidence: { body: 'b', made: 'n2' } }),
    ],
    'whose 503 says that nothing was done': [
      post(0, { status: 503, evidence: { body: 'b', made: 'n1' } }),
      post(1100, { evidence: { body: 'b', made: 'n2' } }),
    ],
  },
  retried_hopeless: {
    'that poll for a device at its interval': times(every(5001, 20), poll),
    'that answer a request for a nonce with a new proof': [proof(0, 'one'), proof(20, 'two', { status: 200 })],
    'whose proof is too old': [
      { at: 0, status: 401, evidence: { headers: 'one' } },
      { at: 20, status: 401, evidence: { headers: 'two' } },
    ],
    'whose people mistype a password': times([0, 3000, 7000], login),
    'that are asked to come again': times([0, 1100], { status: 409, evidence: { retryAfter: 1000, again: 'retry' } }),
    'that put a body right under the same key': [
      post(0, { status: 422, evidence: { body: 'a', key: 'k' } }),
      post(50, { status: 422, evidence: { body: 'b', key: 'k' } }),
    ],
    'that take a new key as they are told to': [
      post(0, { status: 422, kind: 'idempotency_key_reused', evidence: { body: 'b', key: 'k1' } }),
      post(50, { status: 422, evidence: { body: 'b', key: 'k2' } }),
    ],
    'that wait until it is there': [...times([0, 1100, 2200], { status: 404 }), { at: 3300 }],
  },
  retry_storm: {
    'that poll for a device at its interval': times(every(5001, 20), poll),
    'that wait each time as long as they are asked to': times(every(1100, 30), {
      status: 429,
      evidence: { retryAfter: 1000 },
    }),
    'that follow a stream': times(every(3001, 15), stream),
    'that go on with a download': resumed,
  },
  no_backoff: {
    'that go on with a download': resumed,
    'whose waits are drawn, and close by chance': times([0, 1000, 2150, 3320], { status: 503 }),
    'that poll for a device at its interval': times(every(5001, 6), poll),
    'whose people type as fast each time': times(every(3000, 4), login),
    'that follow a stream': times(every(3001, 5), stream),
  },
  no_jitter: {
    'that come when they are asked to': [0, 1, 2].flatMap((i) => [
      { at: 0, url: `u${i}`, status: 429, evidence: { retryAfter: 1000 } },
      { at: 1002 + i, url: `u${i}` },
    ]),
  },
  never_retried: {
    'that come again otherwise': [
      { at: 0, status: 503, evidence: { retryAfter: 1000 } },
      { at: 1100, query: 'fresh=1', url: 'other' },
    ],
  },
  kept_paging: {
    'that stop at the last': numbered([1, 2, 3, 4, 5]),
    'whose list has shrunk': [
      page(0, '_page=5&_limit=10', 40),
      { at: 9, query: '_page=5&_limit=10', evidence: { page: { start: 38, count: 0, total: 38 } } },
    ],
    'that knew a shorter list before it grew': [
      { at: 0, query: 'page=4', evidence: { page: { start: 30, count: 10, total: 40 } } },
      { at: 9, query: 'page=5', evidence: { page: { start: 40, count: 5, total: 45 } } },
      { at: 20, query: 'page=5', evidence: { page: { start: 40, count: 0, total: 40 } } },
    ],
  },
  built_page_urls: {
    'that follow Link': [
      page(0, '_page=1&_limit=10', 0, { evidence: { page: { start: 0, count: 10, total: 45, next: 'second' } } }),
      page(50, 'page=2&per_page=10&pagination_style=link', 10, { url: 'second' }),
    ],
    'that count by the names of json-server, whose lists have a Link that nobody asks for': numbered([1, 2, 3]).map(
      (given) => ({
        ...given,
        evidence: { page: { start: 0, count: 10, total: 45, ...given.evidence?.page, next: 'next' } },
      }),
    ),
    'that follow Link in the same style': [
      page(0, 'pagination_style=link', 0, { evidence: { page: { start: 0, count: 10, total: 45, next: 'second' } } }),
      page(50, 'pagination_style=link&page=2', 10, { url: 'second' }),
    ],
  },
  mixed_cursor: {
    'that add a name to pass caches by': [
      { at: 0, query: 'q=a&_=1', evidence: { page: { start: 0, count: 10, total: 20, cursors: ['c'] } } },
      { at: 9, query: 'q=a&_=2&cursor=c', status: 400, kind: 'invalid_cursor', evidence: { cursor: 'c' } },
    ],
  },
  skipped_pages: {
    'that have a page already': [
      ...numbered([3]),
      ...numbered([1, 2, 3, 4, 5]).map((given, i) => ({
        ...given,
        at: 5000 + i * 100,
        ...(i === 2 && { status: 304, evidence: {} }),
      })),
    ],
    'that have had a page since before': numbered([1, 2, 3, 4, 5]).map((given, i) =>
      i === 2 ? { ...given, status: 304, evidence: {} } : given,
    ),
    'that look for something': numbered([1, 5, 3, 4]),
  },
  repeated_pages: {
    'that turn back': numbered([1, 2, 3, 2, 3, 4, 5]),
  },
  refetched_unchanged: {
    'that are three programs': [0, 1, 2].map((i) => ({ at: i, connection: `c${i}`, evidence: { etag: '"e"' } })),
  },
  secret_in_url: {
    'of streams': [{ at: 0, evidence: { secrets: ['access_token'], isStream: true } }],
  },
  credential_forwarded: {
    'that are led to https: on the same host': [
      {
        at: 0,
        status: 308,
        origin: 'http://mock.test',
        evidence: { credentials: 'c', isAuthorized: true, location: [ELSEWHERE, 'u'] },
      },
      { at: 5, origin: ELSEWHERE, url: 'u', evidence: { credentials: 'c', isAuthorized: true } },
    ],
  },
  downgraded: {
    'that are led to https:': [
      { at: 0, status: 308, origin: 'http://mock.test', evidence: { location: [ELSEWHERE, 'u'] } },
      { at: 5, origin: ELSEWHERE, url: 'u' },
    ],
  },
  used_expired_token: {
    'whose requests waited for a connection': [
      invalid,
      ...[4, 8, 12].map((at) => ({ at, path: `/api/${at}`, evidence: bearer })),
    ],
    'that count from when they have the token': [
      { at: 0, took: 2000, evidence: { issued: ['t', 60] } },
      { at: 61_900, evidence: bearer },
    ],
    'that log out': [invalid, { at: 2000, operation: 'auth.logout', method: 'POST', status: 401, evidence: bearer }],
    'that are issued the same text again': [
      invalid,
      { at: 1500, evidence: { issued: ['t', 60] } },
      { at: 3000, evidence: bearer },
    ],
  },
  reused_refresh_token: {
    'that are issued the same text again': [
      post(0, { evidence: { refresh: 'r1', issuedRefresh: 'r2' } }),
      post(100, { evidence: { issuedRefresh: 'r1' } }),
      post(200, { evidence: { refresh: 'r1', issuedRefresh: 'r3' } }),
    ],
  },
  no_state: {
    'that push their request': [
      { at: 0, operation: 'oauth.authorize', query: 'client_id=a&response_type=code&request_uri=urn%3Ax' },
    ],
  },
  no_pkce: {
    'that push their request': [
      { at: 0, operation: 'oauth.authorize', query: 'client_id=a&response_type=code&request_uri=urn%3Ax' },
    ],
  },
  kept_alive_nothing: {
    'that come after long pauses': every(10_000, 20).map((at, i) => ({ at, connection: `c${i}` })),
  },
  off_contract: {
    'that send a credential once they are asked for it': [
      { at: 0, status: 401, evidence: { offContract: [unproven] } },
      { at: 50, evidence: { isAuthorized: true } },
    ],
    'that pass caches by': [{ at: 0, unknown: [{ name: '_', in: 'query', nearest: 'q' }] }],
    'that say where a visitor comes from': [{ at: 0, unknown: [{ name: 'utm_source', in: 'query', nearest: null }] }],
    'that speak OAuth to any server': [
      { at: 0, operation: 'oauth.authorize', unknown: [{ name: 'kc_idp_hint', in: 'query', nearest: null }] },
      {
        at: 1,
        operation: 'oauth.authorize',
        query: 'client_id=a&client_info=1',
        unknown: [{ name: 'client_info', in: 'query', nearest: 'client_id' }],
      },
    ],
  },
  no_user_agent: {
    'that a proxy stands before': [{ at: 0, evidence: { agent: undefined as never, isProxied: true } }],
  },
};

/** The same of receivers of webhooks: how their delivery ended. */
const RECEIVERS: Readonly<Record<WebhookRule, Readonly<Record<string, Posted>>>> = {
  webhook_slow: {
    'that take all the time that they have': { status: 204, tookMs: 5000 },
    'that accept what they do later': { status: 202, tookMs: 30 },
    'that refuse late': { status: 503, tookMs: 6000 },
    'that are never reached': { reason: 'no answer within 15 s' },
  },
  webhook_failed_late: {
    'that acknowledge late': { status: 200, tookMs: 6000 },
    'that refuse at once': { status: 410, tookMs: 5 },
    'that are overrun, and say so at once': { status: 429, retryAfter: '60', tookMs: 5000 },
    'that hang up at once': { reason: 'socket hang up', tookMs: 3 },
    'that are never reached': { reason: 'connect ETIMEDOUT' },
  },
};

/** What of deliveries is judged. */
function judgedOf(posted: Posted) {
  const delivery = { id: 'evt_1.we_1', event_id: 'evt_1', attempts: 0 } as DeliveryRecord;
  const request = { url: 'http://127.0.0.1:3000/hooks', type: 'invoice.paid' };
  const late = lateAttempt({ delivery, request, posted });
  return late === undefined ? [] : [deliveryFacts({ attempt: late, endedAt: 0 })];
}

const cases = Object.entries(OBEDIENT).flatMap(([id, clients]) =>
  Object.entries(clients).map(([what, given]) => [id, what, given] as const),
);

it('has such clients for every rule', () => {
  const all = { ...OBEDIENT, ...RECEIVERS };
  expect(Object.keys(all)).toEqual(rules.map(({ id }) => id));
  expect(Object.values(all).every((clients) => Object.keys(clients).length > 0)).toBe(true);
});

it.each(cases)('%s says nothing of clients %s', (id, _what, given) => {
  const rule = rules.find((one) => one.id === id);
  expect(rule && found(rule, given)).toEqual([]);
});

it.each(
  Object.entries(RECEIVERS).flatMap(([id, receivers]) =>
    Object.entries(receivers).map(([what, posted]) => [id, what, posted] as const),
  ),
)('%s says nothing of receivers %s', (id, _what, posted) => {
  const rule = rules.find((one) => one.id === id);
  expect(rule && found(rule, [], { deliveries: judgedOf(posted) })).toEqual([]);
});

it('still finds who polls without a pause', () => {
  const fast = times(every(50, 8), poll);
  const broken = rules.filter((rule) => found(rule, fast).length > 0).map(({ id }) => id);
  expect(broken).toEqual(['retry_storm']);
});
