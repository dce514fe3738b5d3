/** Batches: up to fifty operations in order, each seeing the ones before it, each with a result of its own. */
import { contract, type Session } from '@understudy/contract';
import { expect, test } from 'vitest';
import { faults } from '../sandboxes/client.js';
import { Accounts, ADA, kindOf, SEEDED } from './account.js';
import { long } from '../long.js';
import { jsonRequest, newBase, useServer } from '../support.js';

const server = useServer();

const accounts = (): Accounts => new Accounts(server, newBase());

const password = 'correct horse battery';
const address = (i: number) => `user${i}@example.com`;
const sessionOf = (login?: { result: unknown }): Session =>
  contract.auth.operations.login.output.shape.data.element.parse(login?.result);
const outcomes = (results: readonly { ok: boolean; status: number }[]) =>
  results.map(({ ok, status }) => `${ok} ${status}`);

long('fifty operations with mixed results, each seeing the ones before it', async () => {
  const auth = accounts();
  const operations = Array.from({ length: 10 }, (_, i) => [
    { op: 'register', ref: `r${i}`, email: address(i), password, name: `User ${i}` },
    { op: 'login', ref: `l${i}`, email: address(i).toUpperCase(), password },
    { op: 'login', ref: `w${i}`, email: address(i), password: 'wrong password' },
    { op: 'register', ref: `c${i}`, email: address(i), password, name: 'Somebody Else' },
    { op: 'login', ref: `n${i}`, email: address(i + 1), password },
  ]).flat();
  const answer = await auth.batch(operations);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.json['pagination']).toEqual({ page: 1, perPage: 50, total: 50, totalPages: 1 });
  const results = await auth.run(operations);
  expect(results.map(({ ref, op }) => [ref, op])).toEqual(operations.map(({ ref, op }) => [ref, op]));
  const first = (answer.json as { data: typeof results }).data;
  expect(outcomes(first)).toEqual(
    Array.from({ length: 10 }, () => ['true 200', 'true 200', 'false 401', 'false 409', 'false 401']).flat(),
  );
  for (const { ok, result, error } of first) {
    expect(result === null).toBe(!ok);
    expect(error === null).toBe(ok);
  }
  // The second time everybody was there from the start.
  expect(outcomes(results).filter((_, i) => i % 5 === 4)).toEqual([
    ...Array.from({ length: 9 }, () => 'true 200'),
    'false 401',
  ]);
});

test('results are those of the routes themselves', async () => {
  const [batched, alone] = [accounts(), accounts()];
  const { id: _id, ...session } = await alone.newUser().then(() => alone.session());
  const [registered, loggedIn, refused] = await batched.run([
    { op: 'register', ...ADA },
    { op: 'login', email: ADA.email, password: ADA.password },
    { op: 'login', email: ADA.email, password: 'wrong password' },
  ]);
  expect(registered?.result).toEqual(await alone.newUser());
  expect(loggedIn?.result).toMatchObject({ token_type: 'Bearer', expires_in: 86_400, user: session.user });
  const { json } = await alone.login(ADA.email, 'wrong password');
  expect(refused?.error).toEqual({ kind: json['kind'], detail: json['detail'] });
  expect([registered?.ref, registered?.op]).toEqual([null, 'register']);
});

test('tokens of a batch work in it and after it', async () => {
  const auth = accounts();
  const [, login] = await auth.run([
    { op: 'register', ...ADA },
    { op: 'login', email: ADA.email, password: ADA.password },
  ]);
  const session = sessionOf(login);
  expect(kindOf(await auth.profile(session.access_token))).toBe('200');
  const results = await auth.run([
    { op: 'refresh', refresh_token: session.refresh_token },
    { op: 'logout', access_token: session.access_token },
    { op: 'logout', access_token: session.access_token },
    { op: 'refresh', refresh_token: session.refresh_token },
    { op: 'logout' },
    { op: 'login', email: ADA.email, password: ADA.password },
  ]);
  expect(outcomes(results)).toEqual(['true 200', 'true 200', 'true 200', 'false 401', 'false 401', 'true 200']);
  expect(kindOf(await auth.profile(session.access_token))).toBe('401 unauthorized');
});

test('reuse of a refresh token inside a batch ends the session, and is remembered though it failed', async () => {
  const auth = accounts();
  await auth.newUser();
  const session = await auth.session();
  const results = await auth.run([
    { op: 'refresh', ref: 'first', refresh_token: session.refresh_token },
    { op: 'refresh', ref: 'reuse', refresh_token: session.refresh_token },
  ]);
  expect(outcomes(results)).toEqual(['true 200', 'false 401']);
  const next = sessionOf(results[0]);
  expect(kindOf(await auth.profile(next.access_token))).toBe('401 unauthorized');
  expect(kindOf(await auth.refresh(next.refresh_token))).toBe('401 unauthorized');
});

test('users who may not log in are 403 in it', async () => {
  const auth = accounts();
  const [pending, suspended, deactivated] = [
    await auth.seeded('pending'),
    await auth.seeded('suspended'),
    await auth.seeded('deactivated'),
  ];
  const results = await auth.run(
    [pending, suspended, deactivated].map(({ email }) => ({ op: 'login', email, password: SEEDED })),
  );
  expect(outcomes(results)).toEqual(['false 403', 'false 403', 'false 403']);
});

test('is one write: it raises the revision once, and a forced failure drops all of it', async () => {
  const auth = accounts();
  const register = Array.from({ length: 5 }, (_, i) => ({ op: 'register', ...ADA, email: address(i) }));
  const revision = async () => {
    const { json } = await auth.control('GET', '');
    return (json as { data: { revision: number } }).data.revision;
  };
  const answer = await server.fetch(
    `${auth.base}/api/auth/batch?simulate_error=malformed`,
    jsonRequest('POST', { operations: register }),
  );
  expect(answer.status).toBe(200);
  expect(kindOf(await auth.login(address(0), ADA.password))).toBe('401 unauthorized');
  const before = await revision();
  await auth.run(register);
  expect(await revision()).toBe(before + 1);
});

test('the identical registration twice in one batch is one user', async () => {
  const auth = accounts();
  const results = await auth.run([
    { op: 'register', ...ADA },
    { op: 'register', ...ADA, email: ADA.email.toLowerCase() },
  ]);
  expect(outcomes(results)).toEqual(['true 200', 'true 200']);
  expect(results[1]?.result).toEqual(results[0]?.result);
});

test.each([
  ['no operations', [], '#/operations'],
  ['fifty-one', Array.from({ length: 51 }, () => ({ op: 'logout' })), '#/operations'],
  ['an unknown operation', [{ op: 'delete' }], '#/operations/0/op'],
  ['a faulty member', [{ op: 'logout' }, { op: 'login', email: 'a@example.com' }], '#/operations/1/password'],
])('%s is 400, and nothing is done', async (_what, operations, pointer) => {
  const auth = accounts();
  const answer = await auth.batch([...operations]);
  expect(kindOf(answer)).toBe('400 bad_request');
  expect(faults(answer).map((fault) => fault.split(' ')[0])).toEqual([pointer]);
});

test('what is wrong with an operation is said in words, not in those of a library', async () => {
  const { json } = await accounts().batch([{ op: 'delete' }, {}, 1 as never]);
  const { errors } = json as { errors: { pointer: string; detail: string }[] };
  expect(errors.map(({ pointer, detail }) => `${pointer} ${detail}`)).toEqual([
    '#/operations/0/op must be one of register, login, refresh, logout',
    '#/operations/1/op is required',
    '#/operations/2 must be an object, but is a number',
  ]);
});
