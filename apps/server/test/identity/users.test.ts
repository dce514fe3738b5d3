/** Users: how they register, change and go through their states. */
import type { User } from '@understudy/contract';
import { describe, expect, test } from 'vitest';
import { faults } from '../sandboxes/client.js';
import { newBase, NOW, useServer } from '../support.js';
import { Accounts, ADA, itemOf, itemsOf, kindOf, type Registration } from './account.js';

const server = useServer();

const accounts = (): Accounts => new Accounts(server, newBase());

test('a user lives through all nine routes', async () => {
  const auth = accounts();
  const registered = await auth.newUser();
  expect(registered).toEqual({
    id: expect.stringMatching(/^usr_/),
    email: ADA.email,
    name: ADA.name,
    status: 'active',
    created_at: NOW,
  });
  const { id } = registered;

  const session = await auth.session();
  const user = { ...registered, updated_at: NOW };
  expect(session).toEqual({
    id: expect.stringMatching(/^tok_/),
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 86_400,
    user,
  });
  expect((await auth.profile(session.access_token)).json).toEqual({ data: user, meta: { delayMs: 0 } });

  await auth.control('POST', '/clock', { action: 'advance', seconds: 60 });
  const renamed = itemOf<User>(await auth.change(id, { name: 'Ada King' }));
  expect(renamed).toEqual({ ...user, name: 'Ada King', updated_at: '2026-03-01T12:01:00.000Z' });
  expect((await auth.get(id)).json).toMatchObject({ data: renamed });
  expect(itemsOf<User>(await auth.list('?q=ada%20king'))).toEqual([renamed]);

  const next = itemOf<typeof session>(await auth.refresh(session.refresh_token));
  expect(next.user).toEqual(renamed);
  expect(next.refresh_token).not.toBe(session.refresh_token);

  const [result] = await auth.run([{ op: 'login', ref: 'again', email: ADA.email, password: ADA.password }]);
  expect(result).toMatchObject({ ref: 'again', op: 'login', ok: true, status: 200, error: null });

  expect(itemOf(await auth.logout(next.access_token))).toEqual({ id: expect.any(String), status: 'logged_out' });
  expect(kindOf(await auth.profile(next.access_token))).toBe('401 unauthorized');
  expect(kindOf(await auth.refresh(next.refresh_token))).toBe('401 unauthorized');
});

describe('registering', () => {
  test('again in the same way gives the same user, later too, in any case of the address', async () => {
    const auth = accounts();
    const first = await auth.newUser();
    await auth.control('POST', '/clock', { action: 'advance', seconds: 3600 });
    expect(await auth.newUser()).toEqual(first);
    expect(await auth.newUser({ ...ADA, email: 'ADA@EXAMPLE.COM' })).toEqual(first);
    expect(itemsOf(await auth.list('?q=ada%40example.com'))).toHaveLength(1);
  });

  test.each([
    ['password', { password: 'another password' }],
    ['name', { name: 'Another Ada' }],
    ['password, the address in another case', { email: 'ada@EXAMPLE.com', password: 'another password' }],
  ])('again with another %s is 409', async (_what, change) => {
    const auth = accounts();
    await auth.newUser();
    const answer = await auth.register({ ...ADA, ...change });
    expect(kindOf(answer)).toBe('409 conflict');
    expect(faults(answer)).toEqual(['#/email conflict']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('a seeded address is 409, but for who knows the password and the name', async () => {
    const auth = accounts();
    const { email, name, id } = await auth.seeded('active');
    expect(kindOf(await auth.register({ email, name, password: 'another password' }))).toBe('409 conflict');
    expect(kindOf(await auth.register({ email, name: 'Else', password: 'Passw0rd!' }))).toBe('409 conflict');
    const same = itemOf<Registration>(await auth.register({ email: email.toUpperCase(), name, password: 'Passw0rd!' }));
    expect(same.id).toBe(id);
  });

  test('gives the same id whatever ran before it, and another in another sandbox seed', async () => {
    const [one, other] = [accounts(), accounts()];
    await other.newUser({ ...ADA, email: 'else@example.com' });
    const { id } = await one.newUser();
    expect((await other.newUser()).id).toBe(id);
    const third = accounts();
    await third.control('PUT', '', { seed: 'another' });
    expect((await third.newUser()).id).not.toBe(id);
  });

  test('an address that only looks seeded belongs to who registers it', async () => {
    const auth = accounts();
    const email = 'not.seeded.5@example.com';
    const { id } = await auth.newUser({ ...ADA, email });
    expect((await auth.session(email)).user.id).toBe(id);
  });

  test('lists every fault at once', async () => {
    const answer = await accounts().register({ email: 'nobody', password: 'short', name: '' });
    expect(kindOf(answer)).toBe('400 bad_request');
    expect(faults(answer).map((fault) => fault.split(' ')[0])).toEqual(['#/email', '#/password', '#/name']);
  });
});

describe('states', () => {
  const states = ['pending', 'active', 'suspended', 'deactivated'] as const;
  const legal = new Set([
    'pending active',
    'pending deactivated',
    'active suspended',
    'active deactivated',
    'suspended active',
    'suspended deactivated',
  ]);
  const pairs = states.flatMap((from) => states.map((to) => [from, to] as const));

  test.each(pairs)('%s → %s', async (from, to) => {
    const auth = accounts();
    const { id } = await auth.seeded(from);
    const before = await auth.user(id);
    const answer = await auth.change(id, { status: to });
    if (from === to) {
      // Nothing changes, so nothing is refused.
      expect(itemOf(answer)).toEqual(before);
    } else if (legal.has(`${from} ${to}`)) {
      expect(itemOf(answer)).toEqual({ ...before, status: to, updated_at: NOW });
      expect(await auth.user(id)).toEqual(itemOf(answer));
    } else {
      expect(kindOf(answer)).toBe('409 conflict');
      expect(faults(answer)).toEqual(['#/status conflict']);
      expect(await auth.user(id)).toEqual(before);
    }
  });

  test('a refused transition changes no name either', async () => {
    const auth = accounts();
    const before = await auth.seeded('deactivated');
    expect(kindOf(await auth.change(before.id, { status: 'active', name: 'Else' }))).toBe('409 conflict');
    expect(await auth.user(before.id)).toEqual(before);
  });

  test.each([
    ['pending', 'the user has not been activated yet'],
    ['suspended', 'the user is suspended'],
    ['deactivated', 'the user is deactivated'],
  ] as const)('a user who is %s cannot log in: 403', async (status, detail) => {
    const auth = accounts();
    const { email } = await auth.seeded(status);
    const answer = await auth.login(email, 'Passw0rd!');
    expect(kindOf(answer)).toBe(`403 user_${status}`);
    expect(answer.json['detail']).toBe(detail);
    // Who does not know the password does not learn the state.
    expect(kindOf(await auth.login(email, 'wrong password'))).toBe('401 unauthorized');
  });

  test('who changes the password logs in with the new one, and with the old one no more', async () => {
    const auth = accounts();
    const { email } = await auth.user('usr_0001');
    expect((await auth.change('usr_0001', { password: 'another password' })).status).toBe(200);
    expect(kindOf(await auth.login(email, 'Passw0rd!'))).toBe('401 unauthorized');
    expect(kindOf(await auth.login(email, 'another password'))).toBe('200');
    expect(JSON.stringify((await auth.control('GET', '/snapshot')).json)).not.toContain('another password');
    expect(kindOf(await auth.change('usr_0001', { password: 'short' }))).toBe('400 bad_request');
  });

  test('a pending user who is activated can log in', async () => {
    const auth = accounts();
    const { id, email } = await auth.seeded('pending');
    await auth.change(id, { status: 'active' });
    expect((await auth.session(email, 'Passw0rd!')).user.id).toBe(id);
  });
});

test('an unknown user is 404, a faulty change 400, an empty one changes nothing', async () => {
  const auth = accounts();
  const { id } = await auth.newUser();
  expect(kindOf(await auth.get('usr_9999'))).toBe('404 not_found');
  expect(kindOf(await auth.change('usr_9999', { name: 'Else' }))).toBe('404 not_found');
  expect(faults(await auth.change(id, { status: 'gone', name: '' })).map((fault) => fault.split(' ')[0])).toEqual([
    '#/name',
    '#/status',
  ]);
  const before = await auth.user(id);
  expect(itemOf(await auth.change(id, {}))).toEqual(before);
});

test('the list filters by status, and every seeded state is there', async () => {
  const auth = accounts();
  for (const status of ['pending', 'active', 'suspended', 'deactivated']) {
    const users = itemsOf<User>(await auth.list(`?status=${status}&per_page=50`));
    expect(users.length).toBeGreaterThan(0);
    expect(new Set(users.map((user) => user.status))).toEqual(new Set([status]));
  }
});
