/** What people see of a logout: they are asked unless their app has the ID token of the session, and shown what happened. */
import { createHash } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { signingKey } from '../../src/identity/jwt.js';
import { send } from '../sandboxes/client.js';
import type { Page } from './browser.js';
import { form, RelyingParty } from './relying-party.js';
import { formOf } from './response-of.js';
import { newBase, useServer } from '../support.js';

const server = useServer();

const party = (base = newBase()) => new RelyingParty(server, { base });

const HOME = 'http://127.0.0.1:3000/bye';

async function hasSession(rp: RelyingParty): Promise<boolean> {
  return (await rp.response({ prompt: 'none' }))['code'] !== undefined;
}

async function revision(base: string): Promise<unknown> {
  return (await send(server, 'GET', base)).json['data'];
}

const title = ({ body }: Page): string | undefined => /<h1>([^<]*)<\/h1>/.exec(body)?.[1];

/** The policy of a page, by directive; every inline style and script is in it by its hash, and nothing else. */
function policyOf({ headers, body }: Page): Record<string, string> {
  const directives = (headers['content-security-policy'] ?? '').split('; ').map((one) => one.split(/ (.*)/s));
  const policy = Object.fromEntries(directives.map(([name = '', value = '']) => [name, value]));
  for (const element of ['style', 'script'] as const) {
    const [, text] = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(body) ?? [];
    const hash = text === undefined ? undefined : `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy[`${element}-src`]).toBe(hash);
  }
  expect(body).not.toMatch(/ style="| on[a-z]+="/);
  return policy;
}

/** What every page of the issuer says in its head. */
const strict = { 'default-src': "'none'", 'base-uri': "'none'", 'frame-ancestors': "'none'" };

describe('a browser without the ID token of its session', () => {
  test('is asked, and nothing ends before it says yes', async () => {
    const base = newBase();
    const rp = party(base);
    const { access_token } = await rp.logIn();
    const before = await revision(base);
    const page = await rp.logOut({ post_logout_redirect_uri: HOME, state: `"'><script>` });
    expect([page.status, title(page), page.headers['set-cookie']]).toEqual([200, 'Do you want to log out?', undefined]);
    expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    expect(policyOf(page)).toMatchObject({ ...strict, 'form-action': "'self' http: https:" });
    expect(page.body).toContain('marcelo.abbott.1@example.com');
    expect(page.body).not.toContain(`"'><script>`);
    expect(await revision(base)).toEqual(before);
    expect(await rp.statusOf(access_token)).toBe(200);
    const after = await rp.answer(page);
    expect([after.status, after.location?.href]).toEqual([302, `${HOME}?${form({ state: `"'><script>` })}`]);
    expect(after.headers['set-cookie']).toContain('Max-Age=0');
    expect(await hasSession(rp)).toBe(false);
    expect(await rp.statusOf(access_token)).toBe(401);
  });

  test('that has no address to go to ends on a page that says so', async () => {
    const rp = party();
    await rp.logIn();
    const question = await rp.logOut();
    expect(policyOf(question)).toEqual({ ...strict, 'style-src': expect.any(String), 'form-action': "'self'" });
    const page = await rp.answer(question);
    expect([page.status, title(page), page.location]).toEqual([200, 'You are logged out', undefined]);
    expect(policyOf(page)).toEqual({ ...strict, 'style-src': expect.any(String), 'form-action': "'none'" });
    expect(page.headers['cache-control']).toBe('no-store');
    expect(await hasSession(rp)).toBe(false);
  });

  test('may stay', async () => {
    const rp = party();
    const { access_token } = await rp.logIn();
    const page = await rp.answer(await rp.logOut({ post_logout_redirect_uri: HOME }), 'stay');
    expect([page.status, title(page), page.location]).toEqual([200, 'You are still logged in', undefined]);
    expect(await hasSession(rp)).toBe(true);
    expect(await rp.statusOf(access_token)).toBe(200);
  });

  test('cannot be logged out by a foreign form, which lacks what belongs to the session', async () => {
    const base = newBase();
    const [rp, other] = [party(base), party(base)];
    await rp.logIn({ state: 'one' });
    await other.logIn({ state: 'two' });
    const foreign = formOf(await other.logOut()).fields['confirm_token'];
    for (const confirm_token of [undefined, 'x', foreign]) {
      const page = await rp.answer(await rp.logOut(), 'log_out', { confirm_token });
      expect(title(page)).toBe('Do you want to log out?');
      expect(await hasSession(rp)).toBe(true);
    }
    expect(title(await other.leave())).toBe('You are logged out');
  });

  test('is asked also with the ID token of somebody else, and both sessions end', async () => {
    const base = newBase();
    const [one, two] = [party(base), party(base)];
    const { id_token, access_token } = await one.logIn({ login_hint: 'usr_0001' });
    await two.logIn({ login_hint: 'usr_0002' });
    const question = await two.logOut({ id_token_hint: id_token, post_logout_redirect_uri: HOME });
    expect(title(question)).toBe('Do you want to log out?');
    expect(await one.statusOf(access_token)).toBe(200);
    const page = await two.answer(question);
    expect([page.location?.href, page.headers['set-cookie']]).toEqual([HOME, expect.stringContaining('Max-Age=0')]);
    expect(await hasSession(two)).toBe(false);
    expect(await one.statusOf(access_token)).toBe(401);
  });

  test('and without a session is not asked: nothing is to end', async () => {
    const rp = party();
    expect(title(await rp.logOut())).toBe('You are logged out');
    expect((await rp.logOut({ post_logout_redirect_uri: HOME })).location?.href).toBe(HOME);
  });

  test('leaves to an app, where its address is one', async () => {
    const rp = party();
    await rp.logIn();
    const question = await rp.logOut({ post_logout_redirect_uri: 'com.example.app:/bye' });
    expect(policyOf(question)['form-action']).toBe("'self' com.example.app:");
    expect((await rp.answer(question)).headers['location']).toBe('com.example.app:/bye');
  });

  test('can answer without a script, by keyboard, on a small screen', async () => {
    const rp = party();
    await rp.logIn();
    const { body } = await rp.logOut();
    expect(body).toContain('<html lang="en">');
    expect(body).toContain('width=device-width');
    expect(body).not.toContain('<script');
    expect(body.match(/<button [^>]*type="submit"/g)).toHaveLength(2);
  });
});

describe('with the ID token of its user', () => {
  test('a browser is logged out at once, and told so', async () => {
    const rp = party();
    const { id_token } = await rp.logIn();
    const page = await rp.logOut({ id_token_hint: id_token });
    expect([page.status, title(page)]).toEqual([200, 'You are logged out']);
    expect(page.headers['set-cookie']).toContain('Max-Age=0');
    expect(await hasSession(rp)).toBe(false);
  });
});

test('a person whose app sends a faulty request sees why, on a page that leads nowhere', async () => {
  const rp = party();
  await rp.logIn();
  const page = await rp.logOut({ id_token_hint: '<b>x</b>' });
  expect([page.status, title(page)]).toEqual([400, 'You cannot be logged out like this']);
  expect(policyOf(page)).toMatchObject({ ...strict, 'form-action': "'none'" });
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.body).toContain('<code>invalid_request</code>: id_token_hint was not issued by this server');
  const answer = await fetch(`${rp.issuer}/logout?id_token_hint=x`);
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_request' }]);
});

test('a hint ends also a session of which nothing is kept, though its cookie does not come along', async () => {
  const rp = party();
  const page = await rp.authorize({ response_type: 'id_token', nonce: 'n' });
  const hint = new URLSearchParams(page.location?.hash.slice(1)).get('id_token') ?? '';
  // As when a form of another site posts it: the cookie is SameSite=Lax.
  const answer = await fetch(`${rp.issuer}/logout`, { method: 'POST', body: form({ id_token_hint: hint }) });
  expect(answer.status).toBe(200);
  expect(await hasSession(rp)).toBe(false);
});

describe('nothing is written', () => {
  const logOut = (base: string, hint: string) =>
    server.fetch(`${base}/api/oauth/logout`, { method: 'POST', body: form({ id_token_hint: hint }) });

  test('for a hint whose session nobody knows', async () => {
    const base = newBase();
    const { id_token } = await party(base).logIn();
    const { kid, sign } = await signingKey('RS256');
    const signed = (claims: object) =>
      new SignJWT({ ...decodeJwt(id_token), ...claims })
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .sign(sign);
    const before = await revision(base);
    const { sid } = decodeJwt(id_token);
    const other = String(sid).replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
    for (const claims of [
      { sid: 'ses_00000000000000000000' },
      { sid: 'ses_' },
      { sid: other },
      { sid: 'x' },
      { sid: undefined },
      { sub: 'usr_0002' },
    ]) {
      expect((await logOut(base, await signed(claims))).status).toBe(200);
    }
    expect(await revision(base)).toEqual(before);
  });

  test('for a session that is over', async () => {
    const base = newBase();
    const rp = party(base);
    const { id_token } = await rp.logIn();
    expect((await logOut(base, id_token)).status).toBe(200);
    const before = await revision(base);
    for (let time = 0; time < 3; time++) expect((await logOut(base, id_token)).status).toBe(200);
    expect(await revision(base)).toEqual(before);
  });

  test('for one that is too old to be remembered', async () => {
    const base = newBase();
    const rp = party(base);
    const { id_token } = await rp.logIn();
    await rp.advance(30 * 86_400);
    const before = await revision(base);
    expect((await logOut(base, id_token)).status).toBe(200);
    expect(await revision(base)).toEqual(before);
  });
});

describe('under an Idempotency-Key', () => {
  test('the same redirect comes again, with the same cookie', async () => {
    const rp = party();
    const { id_token } = await rp.logIn();
    const cookie = rp.browser.cookiesFor(new URL(`${rp.issuer}/logout`));
    const headers = { cookie, 'idempotency-key': 'once' };
    const body = form({ id_token_hint: id_token, post_logout_redirect_uri: HOME, state: 's' });
    const logOut = () => fetch(`${rp.issuer}/logout`, { method: 'POST', headers, body, redirect: 'manual' });
    const said = async () => {
      const { status, headers: got } = await logOut();
      return [status, got.get('location'), got.get('set-cookie'), got.get('idempotency-replayed')];
    };
    const cleared = expect.stringContaining('Max-Age=0');
    expect(await said()).toEqual([302, `${HOME}?state=s`, cleared, null]);
    expect(await said()).toEqual([302, `${HOME}?state=s`, cleared, 'true']);
  });

  test('the same page comes again', async () => {
    const rp = party();
    const { id_token } = await rp.logIn();
    const headers = { 'idempotency-key': 'once', accept: 'text/html' };
    const body = form({ id_token_hint: id_token });
    const logOut = () => fetch(`${rp.issuer}/logout`, { method: 'POST', headers, body });
    const [first, second] = [await logOut(), await logOut()];
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
    expect(await second.text()).toBe(await first.text());
  });
});
