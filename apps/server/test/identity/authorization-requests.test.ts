/** What a browser is sent back with: sessions, hints and prompts, and the errors of requests that cannot be met. */
import { describe, expect, test } from 'vitest';
import { send } from '../sandboxes/client.js';
import { newBase, overSocket, useServer } from '../support.js';
import { destination } from './browser.js';
import { claimsOf, CALLBACK, type Parameters, PKCE, RelyingParty } from './relying-party.js';

const server = useServer();

/** A relying party, with a browser that has been nowhere, in a sandbox of its own. */
const party = (): RelyingParty => new RelyingParty(server, { base: newBase() });

/** Claims of the ID token that a request gives. */
async function login(rp: RelyingParty, parameters: Parameters = {}): Promise<Record<string, unknown>> {
  return claimsOf((await rp.logIn(parameters)).id_token);
}

async function setStatus(rp: RelyingParty, user: string, status: string): Promise<void> {
  const base = new URL(rp.issuer).pathname.replace('/api/oauth', '');
  const answer = await send(server, 'PATCH', `${base}/api/auth/users/${user}`, { status });
  expect(answer.status).toBe(200);
}

describe('the answer', () => {
  test('carries code, state and issuer, and nothing else', async () => {
    const rp = party();
    const page = await rp.authorize({ state: 'a state & more=ü' });
    expect(page.status).toBe(302);
    expect(page.headers['cache-control']).toBe('no-store');
    const back = destination(page);
    expect(back.href.startsWith(`${CALLBACK}?`)).toBe(true);
    expect([...back.searchParams.keys()].toSorted()).toEqual(['code', 'iss', 'state']);
    expect(back.searchParams.get('state')).toBe('a state & more=ü');
    expect(back.searchParams.get('iss')).toBe(rp.issuer);
  });

  test('has no state where none was sent', async () => {
    expect(Object.keys(await party().response({ state: undefined })).toSorted()).toEqual(['code', 'iss']);
  });

  test.each(['?a=1', '?flag', '?a=%20b+c&a=~*()!%27', '?code=mine&state=mine', '?x=%E2%82%AC&y=a/b?c:d@e'])(
    'keeps the query %s of the redirect_uri as it was written (RFC 6749 §3.1.2)',
    async (query) => {
      const page = await party().authorize({ redirect_uri: CALLBACK + query });
      expect(page.headers['location']?.startsWith(`${CALLBACK}${query}&code=`)).toBe(true);
    },
  );

  test('comes to programs that ask for it with response_mode=query, too', async () => {
    const url = party().authorizeUrl({ response_mode: 'query' });
    const answer = await fetch(url, { redirect: 'manual' });
    expect(answer.status).toBe(302);
  });
});

describe('the session', () => {
  test('is a cookie for the issuer alone, that no script can read', async () => {
    const rp = party();
    const page = await rp.authorize();
    const path = new URL(rp.issuer).pathname;
    expect(page.headers['set-cookie']).toMatch(
      new RegExp(`^understudy_session=[\\w.-]+; Path=${path}; HttpOnly; SameSite=Lax$`),
    );
  });

  test('is for https only where the server is reached by https', async () => {
    await using behind = await overSocket({ publicUrl: 'https://api.example.test' });
    const page = await new RelyingParty(behind).authorize();
    expect(page.headers['set-cookie']).toMatch(/; Secure$/);
  });

  test('is kept: the user logs in once', async () => {
    const rp = party();
    const first = await login(rp, { login_hint: 'usr_0002' });
    await rp.advance(1000);
    const second = await login(rp);
    expect([second['sub'], second['auth_time'], second['sid']]).toEqual([
      first['sub'],
      first['auth_time'],
      first['sid'],
    ]);
    expect(second['iat']).toBe(Number(first['iat']) + 1000);
  });

  test('of another sandbox, or a forged one, is none', async () => {
    const [here, there] = [party(), party()];
    await here.authorize({ login_hint: 'usr_0002' });
    const cookie = here.browser.cookiesFor(new URL(`${here.issuer}/authorize`));
    expect(cookie).not.toBe('');
    for (const stolen of [cookie, cookie.replace('=', '=x'), 'understudy_session=', 'understudy_session=a.b']) {
      const page = await there.authorize({ prompt: 'none' }, { cookie: stolen });
      expect(destination(page).searchParams.get('error'), stolen).toBe('login_required');
    }
    expect(destination(await here.authorize({ prompt: 'none' })).searchParams.get('error')).toBeNull();
  });

  test('ends when its user is suspended', async () => {
    const rp = party();
    await login(rp, { login_hint: 'usr_0002' });
    await setStatus(rp, 'usr_0002', 'suspended');
    expect(await rp.response({ prompt: 'none' })).toMatchObject({ error: 'login_required' });
    expect((await login(rp))['sub']).not.toBe('usr_0002');
  });
});

describe('prompt', () => {
  test.each(['login', 'login consent'])('%s logs in anew', async (prompt) => {
    const rp = party();
    const first = await login(rp);
    await rp.advance(10);
    const second = await login(rp, { prompt });
    expect(second['auth_time']).toBe(Number(first['auth_time']) + 10);
    expect(second['sid']).not.toBe(first['sid']);
  });

  test('consent keeps the session', async () => {
    const rp = party();
    const first = await login(rp);
    await rp.advance(10);
    expect((await login(rp, { prompt: 'consent' }))['auth_time']).toBe(first['auth_time']);
  });

  test.each(['none login', 'login none', 'none none', 'NONE', 'create', 'login  consent'])(
    '%j is invalid_request',
    async (prompt) => {
      expect(await party().response({ prompt })).toMatchObject({ error: 'invalid_request', state: 'state-1' });
    },
  );
});

describe('max_age', () => {
  test.each([
    ['9', 'a new login', 10],
    ['10', 'the old login', 0],
    ['0', 'a new login', 10],
  ])('%s after ten seconds gives %s', async (max_age, _what, later) => {
    const rp = party();
    const first = await login(rp);
    await rp.advance(10);
    expect((await login(rp, { max_age }))['auth_time']).toBe(Number(first['auth_time']) + later);
  });

  test('that the session is too old for is login_required with prompt=none', async () => {
    const rp = party();
    await login(rp);
    await rp.advance(10);
    expect(await rp.response({ prompt: 'none', max_age: '9' })).toMatchObject({ error: 'login_required' });
    expect(await rp.response({ prompt: 'none', max_age: '10' })).toHaveProperty('code');
  });

  test.each(['-1', '1.5', 'soon', '0x10'])('%j is invalid_request', async (max_age) => {
    expect(await party().response({ max_age })).toMatchObject({ error: 'invalid_request', state: 'state-1' });
  });
});

describe('login_hint', () => {
  test('names the user by id or by e-mail address, in any case', async () => {
    const rp = party();
    const { json } = await send(server, 'GET', '/api/auth/users/usr_0002');
    const { email } = (json as { data: { email: string } }).data;
    for (const login_hint of ['usr_0002', email, email.toUpperCase()]) {
      expect(await login(new RelyingParty(server), { login_hint }), login_hint).toMatchObject({ sub: 'usr_0002' });
    }
    expect((await login(rp))['sub']).toBe('usr_0001');
  });

  test('of another user switches the session', async () => {
    const rp = party();
    await login(rp, { login_hint: 'usr_0001' });
    expect((await login(rp, { login_hint: 'usr_0002' }))['sub']).toBe('usr_0002');
    expect((await login(rp, { prompt: 'none' }))['sub']).toBe('usr_0002');
    expect(await rp.response({ prompt: 'none', login_hint: 'usr_0001' })).toMatchObject({ error: 'login_required' });
  });

  test.each([
    ['nobody@example.com', 'names no user'],
    ['usr_9999', 'names no user'],
    ['somebody', 'names no user'],
    ['usr_0004', 'is pending'],
    ['usr_0007', 'is suspended'],
    ['usr_0009', 'is deactivated'],
  ])('%s is access_denied: it %s', async (login_hint, why) => {
    const rp = party();
    const response = await rp.response({ login_hint });
    expect(response).toMatchObject({ error: 'access_denied', state: 'state-1' });
    expect(response['error_description']).toContain(why);
    // The session of somebody else does not stand in.
    await login(rp);
    expect(await rp.response({ login_hint })).toEqual(response);
    expect(await rp.response({ login_hint, prompt: 'none' })).toMatchObject({ error: 'login_required' });
  });
});

describe('id_token_hint', () => {
  test('of the user of the session is satisfied without asking, even when it has expired', async () => {
    const rp = party();
    const { id_token: id_token_hint } = await rp.logIn({ login_hint: 'usr_0002' });
    await rp.advance(86_400);
    expect((await login(rp, { prompt: 'none', id_token_hint }))['sub']).toBe('usr_0002');
  });

  test('of another user is login_required with prompt=none', async () => {
    const rp = party();
    const { id_token: id_token_hint } = await rp.logIn({ login_hint: 'usr_0002' });
    await login(rp, { login_hint: 'usr_0001' });
    expect(await rp.response({ prompt: 'none', id_token_hint })).toMatchObject({ error: 'login_required' });
  });

  test('of another user logs that one in where that may be asked for', async () => {
    const rp = party();
    const { id_token: id_token_hint } = await rp.logIn({ login_hint: 'usr_0002' });
    await login(rp, { login_hint: 'usr_0001' });
    expect((await login(rp, { id_token_hint }))['sub']).toBe('usr_0002');
    const elsewhere = await rp.response({ id_token_hint, login_hint: 'usr_0001' });
    expect(elsewhere).toMatchObject({ error: 'login_required' });
  });

  test('that is no ID token of this issuer is login_required with prompt=none', async () => {
    const [rp, other] = [party(), party()];
    const { id_token: foreign } = await other.logIn();
    const { access_token: access, id_token: own } = await rp.logIn();
    for (const id_token_hint of ['nonsense', foreign, access, `${own}x`]) {
      expect(await rp.response({ prompt: 'none', id_token_hint })).toMatchObject({ error: 'login_required' });
    }
  });
});

describe('a request that cannot be met is reported in the redirect', () => {
  test.each<[string, Parameters, string]>([
    ['an empty response_type', { response_type: '' }, 'invalid_request'],
    ['a scope with a quote', { scope: 'openid "x"' }, 'invalid_scope'],
    ['a scope with two spaces', { scope: 'openid  profile' }, 'invalid_scope'],
    ['a state that is too long', { state: 'x'.repeat(4001) }, 'invalid_request'],
  ])('%s', async (_what, parameters, error) => {
    const rp = party();
    const response = await rp.response(parameters);
    expect(response).toMatchObject({ error, iss: rp.issuer });
    expect(response['error_description']).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    expect(response).not.toHaveProperty('code');
  });

  test.each(['state', 'nonce', 'scope', 'response_type', 'code_challenge', 'prompt', 'login_hint', 'max_age'])(
    '%s twice (RFC 6749 §3.1)',
    async (name) => {
      const rp = party();
      const url = new URL(rp.authorizeUrl(PKCE));
      url.searchParams.append(name, '1');
      url.searchParams.append(name, '1');
      const back = destination(await rp.browser.visit(url)).searchParams;
      expect(back.get('error')).toBe('invalid_request');
      expect(back.getAll('state')).toEqual(name === 'state' ? [] : ['state-1']);
    },
  );

  test.each(['client_id', 'redirect_uri'])('but not %s twice: nobody knows where to', async (name) => {
    const rp = party();
    const url = new URL(rp.authorizeUrl());
    url.searchParams.append(name, url.searchParams.get(name) ?? '');
    const page = await rp.browser.visit(url);
    expect([page.status, page.location]).toEqual([400, undefined]);
  });

  test.each(['query.jwt', 'x'])('nor is response_mode=%s known', async (mode) => {
    expect(await party().response({ response_mode: mode })).toMatchObject({ error: 'invalid_request' });
  });

  test('a parameter without a value is no fault, and comes back no more than one left out', async () => {
    const empty = { nonce: '', code_challenge: '', code_challenge_method: '', prompt: '', max_age: '', login_hint: '' };
    expect(Object.keys(await party().response({ ...empty, state: '' })).toSorted()).toEqual(['code', 'iss']);
  });
});

test('without openid there is no ID token', async () => {
  const rp = party();
  const plain = await rp.redeem(await rp.code({ scope: 'email' }));
  expect(plain.json).toMatchObject({ scope: 'email', refresh_token: expect.any(String) });
  expect(plain.json).not.toHaveProperty('id_token');
});
