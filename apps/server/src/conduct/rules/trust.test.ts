/** Secrets in URLs, credentials that follow redirects, and tokens that have ended. */
import { expect, it } from 'vitest';
import { found, type AttemptOptions } from '../attempts.fixture.js';
import { credentialForwarded, downgraded, reusedRefreshToken, secretInUrl, usedExpiredToken } from './auth.js';

it('finds secrets in queries, once for each request and name', () => {
  const given = [0, 1, 2].map((at) => ({ at, evidence: { secrets: ['access_token'] } }));
  expect(found(secretInUrl, [...given, { at: 3, evidence: { secrets: ['password'] } }])).toEqual([[1, 2, 3], [4]]);
});

it('says nothing of a query without secrets, nor of the token of a stream', () => {
  const stream = { secrets: ['access_token'], isStream: true } as const;
  expect(found(secretInUrl, [{ at: 0 }, { at: 1, evidence: stream }])).toEqual([]);
  expect(found(secretInUrl, [{ at: 1, evidence: { ...stream, secrets: ['access_token', 'password'] } }])).toEqual([
    [1],
  ]);
});

const ELSEWHERE = 'http://localhost:4010';
const held = { credentials: 'c', isAuthorized: true } as const;
const redirect: AttemptOptions = { at: 0, status: 307, evidence: { ...held, location: [ELSEWHERE, 'u'] } };
const there: Omit<AttemptOptions, 'at'> = { origin: ELSEWHERE, url: 'u', evidence: held };

it('finds credentials that go to another origin', () => {
  expect(found(credentialForwarded, [redirect, { at: 5, ...there }])).toEqual([[1, 2]]);
});

it.each<[string, AttemptOptions[]]>([
  ['are left behind', [redirect, { at: 5, ...there, evidence: {} }]],
  ['are others', [redirect, { at: 5, ...there, evidence: { ...held, credentials: 'other' } }]],
  [
    'are cookies',
    [
      { ...redirect, evidence: { credentials: 'c', location: [ELSEWHERE, 'u'] } },
      { at: 5, ...there },
    ],
  ],
  [
    'stay with their origin',
    [
      { ...redirect, origin: ELSEWHERE },
      { at: 5, ...there },
    ],
  ],
  ['go somewhere else by themselves', [redirect, { at: 5, ...there, url: 'v' }]],
  ['come from another client', [redirect, { at: 5, ...there, client: 'other' }]],
  ['come much later', [redirect, { at: 70_000, ...there }]],
  [
    'were there before',
    [
      { at: 0, ...there },
      { ...redirect, at: 5 },
    ],
  ],
])('says nothing of credentials that %s', (_what, given) => {
  expect(found(credentialForwarded, given)).toEqual([]);
});

it('finds redirects that are followed from https: to http:', () => {
  const secure: AttemptOptions = {
    at: 0,
    status: 307,
    origin: 'https://mock.test',
    evidence: { location: ['http://mock.test', 'u'] },
  };
  const plain = { at: 5, origin: 'http://mock.test', url: 'u' };
  expect(found(downgraded, [secure, plain])).toEqual([[1, 2]]);
  expect(found(downgraded, [secure])).toEqual([]);
  expect(found(downgraded, [secure, { ...plain, url: 'v' }])).toEqual([]);
  expect(found(downgraded, [redirect, { at: 5, ...there }])).toEqual([]);
});

const bearer = { token: 't' };
const invalid: AttemptOptions = { at: 0, status: 401, evidence: { ...bearer, refusesToken: true } };
const issue: AttemptOptions = { at: 0, evidence: { issued: ['t', 60] } };

it.each<[string, AttemptOptions[], number[]]>([
  ['was refused', [invalid, { at: 2000, evidence: bearer }], [1, 2]],
  ['was refused, again and again', [invalid, { at: 10, evidence: bearer }, { at: 20, evidence: bearer }], [1, 2, 3]],
  ['has ended', [issue, { at: 61_100, evidence: bearer }], [1, 2]],
  ['was refused twice', [invalid, { ...invalid, at: 2000 }, { ...invalid, at: 4000 }], [1, 2]],
])('finds a token that %s', (_what, given, expected) => {
  expect(found(usedExpiredToken, given)).toEqual([expected]);
});

it.each<[string, AttemptOptions[]]>([
  ['lives', [issue, { at: 59_000, evidence: bearer }]],
  ['may still live', [issue, { at: 60_900, evidence: bearer }]],
  [
    'lives from when it came',
    [
      { ...issue, took: 3000 },
      { at: 63_900, evidence: bearer },
    ],
  ],
  [
    'was on its way',
    [
      { ...invalid, took: 100 },
      { at: 50, evidence: bearer },
      { at: 60, evidence: bearer },
    ],
  ],
  ['may have been on its way', [invalid, { at: 500, evidence: bearer }]],
  [
    'waited with others for a connection',
    [invalid, ...[3, 6, 9, 12].map((at) => ({ at, path: `/api/${at}`, evidence: bearer }))],
  ],
  ['is none', [{ ...invalid, evidence: { refusesToken: true } }, { at: 2000 }, { at: 4000 }]],
  ['is another', [invalid, { at: 2000, evidence: { token: 'new' } }]],
  [
    'is forbidden something',
    [
      { at: 0, status: 403, evidence: bearer },
      { at: 2000, evidence: bearer },
    ],
  ],
  ['ended by a clock that was set', [issue, { at: 65_000, evidence: { ...bearer, clock: 'at 1' } }]],
])('says nothing of a token that %s', (_what, given) => {
  expect(found(usedExpiredToken, given)).toEqual([]);
});

const exchange = (at: number, rest: Partial<AttemptOptions> = {}): AttemptOptions => ({
  at,
  method: 'POST',
  ...rest,
  evidence: { refresh: 'r1', issuedRefresh: 'r2', ...rest.evidence },
});

it('finds refresh tokens that were exchanged before', () => {
  expect(found(reusedRefreshToken, [exchange(0), exchange(100, { status: 400 })])).toEqual([[1, 2]]);
  expect(found(reusedRefreshToken, [exchange(0, { took: 50 }), exchange(10)])).toEqual([[1, 2]]);
});

it.each<[string, AttemptOptions[]]>([
  ['come with logins', [1, 2].map((at) => exchange(at, { evidence: { refresh: undefined as never } }))],
  ['are new', [exchange(0), exchange(100, { evidence: { refresh: 'r2', issuedRefresh: 'r3' } })]],
  ['were not exchanged', [exchange(0, { status: 503, evidence: { issuedRefresh: 'r2' } }), exchange(100)]],
  ['were exchanged for nothing that came', [exchange(0, { ended: 'cut' }), exchange(100)]],
  ['stay', [exchange(0, { evidence: { issuedRefresh: 'r1' } }), exchange(100)]],
  ['are sent under the same key', [exchange(0, { evidence: { key: 'k' } }), exchange(100, { evidence: { key: 'k' } })]],
])('says nothing of refresh tokens that %s', (_what, given) => {
  expect(found(reusedRefreshToken, given)).toEqual([]);
});
