/** Logging out at the issuer (OpenID Connect RP-Initiated Logout 1.0): what ends, where the browser goes, and where it never goes. */
import { decodeJwt, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { signingKey } from '../../src/identity/jwt.js';
import { send } from '../sandboxes/client.js';
import { newBase, overSocket, useServer } from '../support.js';
import { Browser } from './browser.js';
import { eddsa, failure, form, RelyingParty, spa } from './relying-party.js';

const server = useServer();

const party = (base = newBase()): RelyingParty => new RelyingParty(server, { base });

const HOME = 'http://127.0.0.1:3000/bye';

/** What prompt=none says: whether the browser has a session. */
async function hasSession(rp: RelyingParty): Promise<boolean> {
  const { error, code } = await rp.response({ prompt: 'none' });
  expect(error === undefined || error === 'login_required').toBe(true);
  return code !== undefined;
}

describe('a logout', () => {
  test('ends the session, and its tokens', async () => {
    const rp = party();
    const { id_token, access_token, refresh_token } = await rp.logIn();
    expect(await hasSession(rp)).toBe(true);
    const page = await rp.logOut({ id_token_hint: id_token, post_logout_redirect_uri: HOME, state: 's 1' });
    expect([page.status, page.headers['location']]).toEqual([302, `${HOME}?state=s+1`]);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['set-cookie']).toMatch(
      /^understudy_session=; Path=[^;]+\/api\/oauth; HttpOnly; SameSite=Lax; Max-Age=0$/,
    );
    expect(await hasSession(rp)).toBe(false);
    expect(await rp.statusOf(access_token)).toBe(401);
    expect((await rp.refresh(refresh_token)).json['error']).toBe('invalid_grant');
  });

  test('ends the session also for whoever kept the cookie', async () => {
    const rp = party();
    await rp.logIn();
    const cookie = rp.browser.cookiesFor(new URL(`${rp.issuer}/authorize`));
    await rp.leave();
    const page = await rp.authorize({ prompt: 'none' }, { cookie });
    expect(page.location?.searchParams.get('error')).toBe('login_required');
  });

  test('is remembered for as long as a session lasts, which is thirty days', async () => {
    const rp = party();
    await rp.logIn();
    await rp.advance(30 * 86_400 - 1);
    expect(await hasSession(rp)).toBe(true);
    await rp.advance(1);
    expect(await hasSession(rp)).toBe(false);
  });

  test('ends codes of the session that were not redeemed yet', async () => {
    const rp = party();
    const code = await rp.code();
    await rp.leave();
    expect(failure(await rp.redeem(code))).toBe('400 invalid_grant');
  });

  test('by POST is the same', async () => {
    const rp = party();
    const { id_token } = await rp.logIn();
    const fields = form({ id_token_hint: id_token, post_logout_redirect_uri: HOME });
    const page = await rp.browser.visit(`${rp.issuer}/logout`, { form: fields });
    expect([page.status, page.headers['location']]).toEqual([302, HOME]);
    expect(await hasSession(rp)).toBe(false);
  });

  test('of a program without an address to go to says that it happened, and never asks', async () => {
    const rp = party();
    await rp.logIn();
    const { issuer } = rp;
    const cookie = rp.browser.cookiesFor(new URL(`${issuer}/logout`));
    for (const accept of ['application/json', '*/*']) {
      const answer = await fetch(`${issuer}/logout`, { method: 'POST', headers: { accept, cookie } });
      expect([answer.status, await answer.json()]).toEqual([200, { logged_out: true }]);
      expect(await hasSession(rp)).toBe(false);
    }
  });

  test('needs no session: without one it leads on just the same', async () => {
    const page = await party().logOut({ post_logout_redirect_uri: `${HOME}?a=1`, state: 'x', client_id: 'whoever' });
    expect(page.headers['location']).toBe(`${HOME}?a=1&state=x`);
  });

  test('leaves what was asked for with offline_access (Back-Channel Logout §2.7)', async () => {
    const rp = party();
    const { refresh_token } = await rp.logIn({ scope: 'openid offline_access' });
    await rp.leave();
    expect((await rp.refresh(refresh_token)).status).toBe(200);
  });

  test('leaves other sessions of the user, and a login made afterwards', async () => {
    const base = newBase();
    const [one, two] = [party(base), party(base)];
    await one.logIn({ state: 'one' });
    const others = await two.logIn({ state: 'two' });
    await one.leave();
    expect(await hasSession(two)).toBe(true);
    expect(await two.statusOf(others.access_token)).toBe(200);
    // The clock stands still, and the request is the same.
    const again = await one.logIn({ state: 'one' });
    expect(await hasSession(one)).toBe(true);
    expect(await one.statusOf(again.access_token)).toBe(200);
  });

  test('by a program, of another user than the one in the browser, ends the login of the ID token alone', async () => {
    const base = newBase();
    const [one, two] = [party(base), party(base)];
    const { id_token, access_token } = await one.logIn({ login_hint: 'usr_0001' });
    await two.logIn({ login_hint: 'usr_0002' });
    const cookie = two.browser.cookiesFor(new URL(`${two.issuer}/logout`));
    const query = form({ id_token_hint: id_token, post_logout_redirect_uri: HOME });
    const answer = await fetch(`${two.issuer}/logout?${query}`, { headers: { cookie }, redirect: 'manual' });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([302, null]);
    expect(await hasSession(two)).toBe(true);
    expect(await one.statusOf(access_token)).toBe(401);
  });

  test('by a hint ends sessions of browsers alone, and no other login that it may name', async () => {
    const base = newBase();
    const rp = party(base);
    const account = { email: 'marcelo.abbott.1@example.com', password: 'Passw0rd!' };
    const { json } = await send(server, 'POST', `${base}/api/auth/login`, account);
    const [{ access_token: own = '' } = {}] = json['data'] as Record<string, string>[];
    const { access_token: alone } = (await rp.token({ grant_type: 'client_credentials' })).json;
    const { id_token, access_token } = await rp.logIn();
    const { kid, sign: key } = await signingKey('RS256');
    const hint = (sid: unknown) =>
      new SignJWT({ ...decodeJwt(id_token), sid }).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(key);
    // No browser, and so no cookie, says whose session it is.
    const logOut = async (sid: unknown) =>
      server.fetch(`${base}/api/oauth/logout`, { method: 'POST', body: form({ id_token_hint: await hint(sid) }) });
    const isActive = async (token: unknown) => (await rp.about('introspect', String(token))).json['active'];
    for (const token of [own, alone]) {
      // The id of a login that had no browser is its session as well.
      const [grant] = String(decodeJwt(String(token)).jti).split('.');
      expect(grant).toMatch(/^gnt_/);
      expect((await logOut(grant)).status).toBe(200);
      expect(await isActive(token)).toBe(true);
    }
    expect(await rp.statusOf(access_token)).toBe(200);
    expect((await logOut(decodeJwt(id_token)['sid'])).status).toBe(200);
    expect(await rp.statusOf(access_token)).toBe(401);
  });

  test.each(['malformed', 'close;at=body', 'stall;after_bytes=4;seconds=0.05', 'drip;bytes=64;every=1'])(
    'that is made for show only, as %s before its commit is, leaves the cookie and the session',
    async (fault) => {
      const rp = party();
      const { id_token, access_token } = await rp.logIn();
      const query = form({ id_token_hint: id_token, post_logout_redirect_uri: HOME });
      const cookie = rp.browser.cookiesFor(new URL(`${rp.issuer}/logout`));
      const headers = { cookie, 'understudy-fault': `${fault};commit=before` };
      const answer = await fetch(`${rp.issuer}/logout?${query}`, { headers, redirect: 'manual' });
      expect([answer.status, answer.headers.get('location'), answer.headers.get('set-cookie')]).toEqual([
        200,
        null,
        null,
      ]);
      await answer.text().catch(() => undefined);
      expect(await hasSession(rp)).toBe(true);
      expect(await rp.statusOf(access_token)).toBe(200);
    },
  );

  test('takes an ID token that has expired', async () => {
    const rp = party();
    const { id_token } = await rp.logIn();
    await rp.advance(100_000);
    expect((await rp.logOut({ id_token_hint: id_token, post_logout_redirect_uri: HOME })).status).toBe(302);
  });
});

describe('refuses, and ends nothing,', () => {
  const foreign = [
    'https://evil.example/',
    '//evil.example',
    '/bye',
    'javascript:alert(1)',
    'http://127.0.0.1:3000/#x',
    'http://user@127.0.0.1:3000/',
    'http://localhost@evil.example',
    'data:text/html,x',
    'http://127.0.0.1\\@evil.example',
    'http://127.0.0.1:3000/\r\nset-cookie:a=b',
  ];

  test.each(foreign)('to send the browser to %j', async (uri) => {
    const rp = party();
    const { id_token, access_token } = await rp.logIn();
    for (const way of ['GET', 'POST'] as const) {
      const fields = form({ id_token_hint: id_token, post_logout_redirect_uri: uri });
      const page =
        way === 'GET'
          ? await rp.logOut(Object.fromEntries(fields))
          : await rp.browser.visit(`${rp.issuer}/logout`, { form: fields });
      expect([page.status, page.location, page.headers['set-cookie']]).toEqual([400, undefined, undefined]);
      expect(page.body).toContain('<code>invalid_request</code>: post_logout_redirect_uri must be');
      expect(page.body).not.toMatch(/<a |<form|http-equiv/);
    }
    expect(await hasSession(rp)).toBe(true);
    expect(await rp.statusOf(access_token)).toBe(200);
  });

  test('a hint that is no ID token, or one of another sandbox or client', async () => {
    const rp = party();
    const { id_token, access_token } = await rp.logIn();
    const other = (await party().logIn()).id_token;
    const wrong: [string | undefined, string][] = [
      ['x', 'understudy-web'],
      [`${id_token}x`, 'understudy-web'],
      [access_token, 'understudy-web'],
      [other, 'understudy-web'],
      [id_token, 'understudy-spa'],
    ];
    for (const [id_token_hint, client_id] of wrong) {
      const page = await rp.logOut({ id_token_hint, client_id, post_logout_redirect_uri: HOME });
      expect([page.status, page.location]).toEqual([400, undefined]);
    }
    expect(await hasSession(rp)).toBe(true);
  });

  test('two addresses at once', async () => {
    const rp = party();
    const page = await rp.browser.visit(
      `${rp.issuer}/logout?post_logout_redirect_uri=${encodeURIComponent(HOME)}&post_logout_redirect_uri=https://evil.example`,
    );
    expect([page.status, page.location]).toEqual([400, undefined]);
  });
});

test.each([
  ['at the root of the default sandbox', '', {}],
  ['below another base', '', { base: '/v1' }],
  ['behind a sandbox path', '/sandboxes/deep', {}],
])('the metadata leads to it %s', async (_where, base, options) => {
  await using own = await overSocket(options);
  const issuer = `${own.origin}${base}${'base' in options ? '/v1' : '/api'}/oauth`;
  const metadata = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as Record<string, string>;
  expect(metadata).toMatchObject({
    end_session_endpoint: `${issuer}/logout`,
    revocation_endpoint: `${issuer}/revoke`,
    introspection_endpoint: `${issuer}/introspect`,
  });
  const page = await new Browser().visit(
    `${metadata['end_session_endpoint']}?${form({ post_logout_redirect_uri: HOME })}`,
  );
  expect(page.headers['location']).toBe(HOME);
  const asked = await fetch(metadata['introspection_endpoint'] ?? '', {
    method: 'POST',
    body: form({ token: 'x', client_id: 'understudy-web', client_secret: 'understudy-secret' }),
  });
  expect(await asked.json()).toEqual({ active: false });
});

test.each([spa, eddsa])('the client $id logs out with its ID token', async (client) => {
  const rp = new RelyingParty(server, { base: newBase(), client });
  const { id_token } = await rp.logIn();
  const page = await rp.logOut({
    id_token_hint: id_token,
    client_id: client.id,
    post_logout_redirect_uri: 'com.example.app:/bye',
  });
  expect(page.headers['location']).toBe('com.example.app:/bye');
});
