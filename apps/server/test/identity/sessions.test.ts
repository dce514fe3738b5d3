/** Sessions: begun by a login, continued by a refresh, ended by a logout, a suspension or a reset; one for both domains. */
import { createHook } from 'node:async_hooks';
import type { Session } from '@understudy/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../sandboxes/client.js';
import { FaultyStore } from '../stores/faulty-store.js';
import { inProcess, newBase, useServer } from '../support.js';
import { Accounts, ADA, itemOf, kindOf, SEEDED } from './account.js';
import { failure, RelyingParty, spa, tokensOf } from './relying-party.js';

/** Counts the passwords that are hashed, whoever hashes them. */
let hashed = 0;
const counting = createHook({ init: (_id, type) => void (hashed += type === 'SCRYPTREQUEST' ? 1 : 0) });
beforeAll(() => void counting.enable());
afterAll(() => void counting.disable());

const server = useServer();

const accounts = (): Accounts => new Accounts(server, newBase());

/** How many passwords are hashed while something is done. */
async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  const before = hashed;
  await work();
  return hashed - before;
}

describe('a login', () => {
  test('looks the same for an unknown address and a wrong password, byte for byte', async () => {
    const auth = accounts();
    const { email } = await auth.seeded('active');
    const [unknown, wrong] = [await auth.login('nobody@example.com', 'x'), await auth.login(email, 'x')];
    expect(kindOf(unknown)).toBe('401 unauthorized');
    expect(wrong.json).toEqual(unknown.json);
    expect(unknown.headers.get('www-authenticate')).toBe('Bearer realm="understudy"');
    expect(wrong.headers.get('www-authenticate')).toBe(unknown.headers.get('www-authenticate'));
    expect(wrong.headers.get('content-length')).toBe(unknown.headers.get('content-length'));
  });

  test('costs the same: one password is hashed, whoever asks', async () => {
    const auth = accounts();
    await auth.newUser();
    const [active, suspended] = [await auth.seeded('active'), await auth.seeded('suspended')];
    const attempts: readonly (readonly [string, string])[] = [
      ['nobody@example.com', 'wrong password'],
      [active.email, 'wrong password'],
      [active.email, SEEDED],
      [suspended.email, 'wrong password'],
      [suspended.email, SEEDED],
      [ADA.email, 'wrong password'],
      [ADA.email, ADA.password],
    ];
    for (const [email, password] of attempts) {
      expect(await hashesOf(() => auth.login(email, password)), email).toBe(1);
    }
    const batch = [{ op: 'login', email: 'nobody@example.com', password: 'wrong password' }];
    expect(await hashesOf(() => auth.run(batch))).toBe(1);
  });

  test('hashes its password once, however often other writers come first, as registering does', async () => {
    const store = new FaultyStore();
    await using replica = await inProcess({ store });
    const auth = new Accounts(replica);
    for (const work of [() => auth.newUser(), () => auth.session(ADA.email)]) {
      const before = store.attempts;
      store.writes.push('conflict', 'conflict', 'none');
      expect(await hashesOf(work)).toBe(1);
      expect(store.attempts - before).toBe(3);
    }
  });

  test('takes the address in any case', async () => {
    const auth = accounts();
    const { id } = await auth.newUser();
    for (const email of ['ada@example.com', 'ADA@EXAMPLE.COM', 'Ada@Example.Com']) {
      expect((await auth.session(email)).user).toMatchObject({ id, email: ADA.email });
    }
    const seeded = await auth.seeded('active');
    expect((await auth.session(seeded.email.toUpperCase(), SEEDED)).user.id).toBe(seeded.id);
  });

  test('gives new tokens each time', async () => {
    const auth = accounts();
    await auth.newUser();
    const [one, other] = [await auth.session(), await auth.session()];
    expect(other.id).not.toBe(one.id);
    expect(other.access_token).not.toBe(one.access_token);
    expect(other.refresh_token).not.toBe(one.refresh_token);
  });
});

describe('a refresh', () => {
  test('rotates; using one again ends the whole session', async () => {
    const auth = accounts();
    await auth.newUser();
    const first = await auth.session();
    const second = itemOf<Session>(await auth.refresh(first.refresh_token));
    const reuse = await auth.refresh(first.refresh_token);
    expect(kindOf(reuse)).toBe('401 unauthorized');
    expect(reuse.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(kindOf(await auth.refresh(second.refresh_token))).toBe('401 unauthorized');
    for (const { access_token: token } of [first, second]) {
      expect(kindOf(await auth.profile(token))).toBe('401 unauthorized');
    }
  });

  test('of nothing of ours is 401, of no text 400', async () => {
    const auth = accounts();
    expect(kindOf(await auth.refresh('rt_nonsense'))).toBe('401 unauthorized');
    expect(kindOf(await auth.refresh(''))).toBe('400 bad_request');
  });

  test('of another sandbox is 401', async () => {
    const [here, there] = [accounts(), accounts()];
    await here.newUser();
    await there.newUser();
    const [mine, theirs] = [await here.session(), await there.session()];
    expect(theirs.refresh_token).not.toBe(mine.refresh_token);
    expect(kindOf(await here.refresh(theirs.refresh_token))).toBe('401 unauthorized');
    expect(kindOf(await here.profile(theirs.access_token))).toBe('401 unauthorized');
    expect(kindOf(await here.profile(mine.access_token))).toBe('200');
  });
});

describe('a logout', () => {
  test.each(['access', 'refresh', 'both'] as const)('by %s token ends the session; it may be repeated', async (by) => {
    const auth = accounts();
    await auth.newUser();
    const session = await auth.session();
    const other = await auth.session();
    const tokens = [
      by === 'refresh' ? undefined : session.access_token,
      by === 'access' ? undefined : session.refresh_token,
    ] as const;
    const first = await auth.logout(...tokens);
    expect(itemOf(first)).toMatchObject({ status: 'logged_out' });
    expect((await auth.logout(...tokens)).json).toEqual(first.json);
    expect(kindOf(await auth.profile(session.access_token))).toBe('401 unauthorized');
    expect(kindOf(await auth.refresh(session.refresh_token))).toBe('401 unauthorized');
    expect(kindOf(await auth.profile(other.access_token))).toBe('200');
  });

  test('of two sessions at once ends both', async () => {
    const auth = accounts();
    await auth.newUser();
    const [one, other] = [await auth.session(), await auth.session()];
    await auth.logout(one.access_token, other.refresh_token);
    expect(kindOf(await auth.refresh(one.refresh_token))).toBe('401 unauthorized');
    expect(kindOf(await auth.profile(other.access_token))).toBe('401 unauthorized');
  });

  test('of nothing is 401', async () => {
    const auth = accounts();
    expect(kindOf(await auth.logout())).toBe('401 unauthorized');
    expect(kindOf(await auth.logout('nonsense'))).toBe('401 unauthorized');
    expect(kindOf(await auth.logout(undefined, 'rt_nonsense'))).toBe('401 unauthorized');
  });
});

describe('suspending a user', () => {
  test.each([['suspended'], ['deactivated'], ['suspended', 'active']] as const)(
    'or making one %s ends access and refresh tokens, for good',
    async (...statuses) => {
      const auth = accounts();
      const { id } = await auth.newUser();
      const session = await auth.session();
      const rp = new RelyingParty(server, { base: auth.base });
      const tokens = await rp.logIn({ login_hint: id });
      for (const status of statuses) await auth.change(id, { status });
      expect(kindOf(await auth.profile(session.access_token))).toBe('401 unauthorized');
      expect(kindOf(await auth.refresh(session.refresh_token))).toBe('401 unauthorized');
      expect(await rp.statusOf(tokens.access_token)).toBe(401);
      expect(failure(await rp.refresh(tokens.refresh_token))).toBe('400 invalid_grant');
    },
  );

  test('is over for a user who is active again: a new login works, and lives through other changes', async () => {
    const auth = accounts();
    const { id } = await auth.newUser();
    for (const status of ['suspended', 'active']) await auth.change(id, { status });
    const anew = await auth.session();
    expect(kindOf(await auth.profile(anew.access_token))).toBe('200');
    await auth.change(id, { name: 'Ada King' });
    expect(kindOf(await auth.profile(anew.access_token))).toBe('200');
  });

  test('ends also what is derived and stored nowhere: opaque tokens, codes, browser sessions', async () => {
    const auth = accounts();
    const id = 'usr_0002';
    const rp = new RelyingParty(server, { base: auth.base });
    const opaque = async (): Promise<string> => {
      const { json } = await send(server, 'GET', `${auth.base}/api/oauth/authorize?login_hint=${id}`);
      return (json as { data: [{ access_token: string }] }).data[0].access_token;
    };
    const ended: string[] = [];
    // Twice: nothing else is written that would distinguish the two.
    for (let times = 0; times < 2; times++) {
      const [token, code] = [await opaque(), await rp.code({ login_hint: id })];
      ended.push(token);
      expect(await rp.statusOf(token)).toBe(200);
      expect(await rp.response({ prompt: 'none' })).toHaveProperty('code');
      await auth.change(id, { status: 'suspended' });
      await auth.change(id, { status: 'active' });
      for (const one of ended) expect(await rp.statusOf(one)).toBe(401);
      expect(failure(await rp.redeem(code))).toBe('400 invalid_grant');
      expect(await rp.response({ prompt: 'none' })).toMatchObject({ error: 'login_required' });
    }
    expect(await rp.statusOf(await opaque())).toBe(200);
    expect(await opaque()).toBe(await opaque());
    tokensOf(await rp.redeem(await rp.code({ login_hint: id })));
  });

  test('leaves the sessions of others alone', async () => {
    const auth = accounts();
    const { id } = await auth.newUser();
    const seeded = await auth.seeded('active');
    const other = await auth.session(seeded.email, SEEDED);
    await auth.change(id, { status: 'suspended' });
    expect(kindOf(await auth.profile(other.access_token))).toBe('200');
  });
});

describe('both domains', () => {
  test('accept the tokens of the other', async () => {
    const auth = accounts();
    const { id } = await auth.newUser();
    const rp = new RelyingParty(server, { base: auth.base, client: spa });
    const [session, tokens] = [await auth.session(), await rp.logIn({ login_hint: id })];
    expect((await rp.userinfo(session.access_token)).json).toMatchObject({ sub: id, email: ADA.email, name: ADA.name });
    expect((await auth.profile(tokens.access_token)).json).toMatchObject({ data: { id } });

    const asSession = itemOf<Session>(await auth.refresh(tokens.refresh_token));
    expect(asSession.user.id).toBe(id);
    const login = new RelyingParty(server, { base: auth.base, client: { id: 'understudy-login' } });
    const asTokens = tokensOf(await login.refresh(session.refresh_token));
    expect((await rp.userinfo(asTokens.access_token)).json['sub']).toBe(id);

    // A logout of one is a logout of the other.
    await auth.logout(undefined, asTokens.refresh_token);
    expect(await rp.statusOf(session.access_token)).toBe(401);
    await auth.logout(tokens.access_token);
    expect(kindOf(await auth.refresh(asSession.refresh_token))).toBe('401 unauthorized');
  });

  test('let a user who registered log in by browser', async () => {
    const auth = accounts();
    const { id } = await auth.newUser();
    const rp = new RelyingParty(server, { base: auth.base });
    const { access_token: token } = await rp.logIn({
      login_hint: ADA.email.toUpperCase(),
      scope: 'openid profile email',
    });
    expect((await rp.userinfo(token)).json).toMatchObject({
      sub: id,
      given_name: 'Ada',
      family_name: 'Lovelace',
      email: ADA.email,
    });
  });

  test('refuse the token of a client on its own where a user is meant', async () => {
    const auth = accounts();
    const rp = new RelyingParty(server, { base: auth.base });
    const { json } = await rp.token({ grant_type: 'client_credentials' });
    expect(kindOf(await auth.profile(String(json['access_token'])))).toBe('401 unauthorized');
  });
});

test('a snapshot keeps sessions, codes that were used and users; restoring brings them back on another server', async () => {
  const auth = accounts();
  const { id } = await auth.newUser();
  const session = await auth.session();
  const rp = new RelyingParty(server, { base: auth.base });
  const code = await rp.code({ login_hint: id });
  const tokens = tokensOf(await rp.redeem(code));
  const used = itemOf<Session>(await auth.refresh(session.refresh_token));
  const { json: snapshot } = await auth.control('GET', '/snapshot');

  await auth.logout(used.access_token);
  await auth.change(id, { status: 'deactivated' });
  expect(kindOf(await auth.profile(session.access_token))).toBe('401 unauthorized');
  expect((await auth.control('PUT', '/snapshot', snapshot)).status).toBe(200);
  expect(kindOf(await auth.profile(session.access_token))).toBe('200');

  await using elsewhere = await inProcess();
  const there = new Accounts(elsewhere, auth.base);
  expect((await there.control('PUT', '/snapshot', snapshot)).status).toBe(200);
  expect((await there.user(id)).status).toBe('active');
  expect(kindOf(await there.profile(session.access_token))).toBe('200');
  expect(kindOf(await there.profile(tokens.access_token))).toBe('200');
  expect((await there.session()).user.id).toBe(id);
  // What was used is still used, here and there.
  expect(failure(await rp.redeem(code))).toBe('400 invalid_grant');
  expect(kindOf(await there.refresh(session.refresh_token))).toBe('401 unauthorized');
  expect(kindOf(await there.profile(used.access_token))).toBe('401 unauthorized');
});

test('a reset ends every session and forgets who registered; the opaque tokens go on', async () => {
  const auth = accounts();
  const { id } = await auth.newUser();
  const session = await auth.session();
  const rp = new RelyingParty(server, { base: auth.base });
  const tokens = await rp.logIn();
  expect((await auth.control('POST', '/reset')).status).toBe(200);
  expect(kindOf(await auth.profile(session.access_token))).toBe('401 unauthorized');
  expect(kindOf(await auth.refresh(session.refresh_token))).toBe('401 unauthorized');
  expect(await rp.statusOf(tokens.access_token)).toBe(401);
  expect(kindOf(await auth.get(id))).toBe('404 not_found');
  expect(kindOf(await auth.login(ADA.email, ADA.password))).toBe('401 unauthorized');
  const answer = await server.fetch(`${auth.base}/api/oauth/authorize?per_page=1`);
  const { data } = (await answer.json()) as { data: { access_token: string }[] };
  expect(await rp.statusOf(data[0]?.access_token ?? '')).toBe(200);
});
