/** The modules of the certification plans for a code with an ID token beside it, each as a test of the same name. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overSocket, type TestServer } from '../support.js';
import { namesOf, sharedModules } from './certification-modules.js';
import { logIn, validIdToken } from './openid.js';
import {
  CALLBACK,
  claimsOf,
  failure,
  form,
  type Parameters,
  PKCE,
  RelyingParty,
  tokensOf,
  VERIFIER,
  web,
} from './relying-party.js';
import { responseOf } from './response-of.js';

let server: TestServer;
beforeAll(async () => {
  server = await overSocket();
});
afterAll(() => server.close());

let count = 0;
/** The plan for Form Post is that for Hybrid with another response_mode. */
const plans: readonly (readonly [plan: string, parameters: Parameters])[] = [
  ['oidcc-hybrid-certification-test-plan', {}],
  ['oidcc-formpost-hybrid-certification-test-plan', { response_mode: 'form_post' }],
];

describe.each(plans)('%s', (_plan, parameters) => {
  /** A relying party with a browser that has no cookies, in a sandbox of its own. */
  const party = (client = web, base = `/sandboxes/hybrid-${count++}`): RelyingParty =>
    new RelyingParty(server, {
      base,
      client,
      always: { response_type: 'code id_token', nonce: 'n', scope: 'openid', ...parameters },
    });

  /** Asks for scopes, and says which of their claims userinfo has. */
  async function scoped(scope: string): Promise<string[]> {
    const rp = party();
    const { tokens } = await logIn(rp, { scope });
    const { sub: _sub, ...claims } = (await rp.userinfo(tokens.access_token)).json;
    return Object.keys(claims);
  }

  test('oidcc-server', async () => {
    const rp = party();
    const { tokens, claims, beside = '' } = await logIn(rp);
    const own = ['aud', 'auth_time', 'exp', 'iat', 'iss', 'nonce', 'sid', 'sub'];
    expect(Object.keys(claimsOf(beside)).toSorted()).toEqual([...own, 'c_hash'].toSorted());
    expect(Object.keys(claims).toSorted()).toEqual([...own, 'at_hash'].toSorted());
    expect((await rp.userinfo(tokens.access_token)).json).toEqual({ sub: claims.sub });
    expect(responseOf(await party().authorize()).mode).toBe(parameters['response_mode'] ?? 'fragment');
  });

  test('oidcc-response-type-missing', async () => {
    const response = await party().response({ response_type: undefined });
    expect(response).toMatchObject({ error: 'invalid_request', state: 'state-1' });
    expect(response).not.toHaveProperty('code');
  });

  test('oidcc-idtoken-signature', async () => {
    const { tokens, beside = '' } = await logIn(party());
    for (const token of [tokens.id_token, beside]) {
      const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as object;
      expect(header).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
    }
  });

  test('oidcc-userinfo-get', async () => {
    const rp = party();
    const { tokens, claims } = await logIn(rp, { scope: 'openid profile email address phone' });
    const { status, json } = await rp.userinfo(tokens.access_token);
    // The types of OpenID Connect Core §5.1.
    expect([status, json]).toEqual([
      200,
      expect.objectContaining({
        sub: claims.sub,
        name: expect.any(String),
        updated_at: expect.any(Number),
        email_verified: expect.any(Boolean),
        address: expect.any(Object),
        phone_number: expect.stringMatching(/^\+\d+$/),
      }),
    ]);
  });

  test('oidcc-userinfo-post-header', async () => {
    const rp = party();
    const { tokens, claims } = await logIn(rp);
    expect((await rp.userinfo(tokens.access_token, { method: 'POST' })).json['sub']).toBe(claims.sub);
  });

  test('oidcc-userinfo-post-body', async () => {
    const rp = party();
    const { tokens, claims } = await logIn(rp);
    const body = form({ access_token: tokens.access_token });
    expect((await rp.userinfo('', { method: 'POST', headers: {}, body })).json['sub']).toBe(claims.sub);
  });

  test('oidcc-ensure-request-without-nonce-fails', async () => {
    const response = await party().response({ nonce: undefined });
    expect(response).toMatchObject({ error: 'invalid_request', state: 'state-1' });
    expect(Object.keys(response).filter((name) => ['code', 'id_token'].includes(name))).toEqual([]);
  });

  test.each(['profile', 'email', 'address', 'phone'])('oidcc-scope-%s', async (scope) => {
    expect(await scoped(`openid ${scope}`)).toEqual(namesOf(scope));
  });

  test('oidcc-scope-all', async () => {
    expect(await scoped('openid profile email address phone')).toEqual(namesOf('profile', 'email', 'address', 'phone'));
  });

  test('oidcc-alternate-happy-flow', async () => {
    expect(await scoped('email openid')).toEqual(namesOf('email'));
    const rp = party();
    const url = new URL(rp.authorizeUrl());
    url.search = new URLSearchParams([...url.searchParams].toReversed()).toString();
    expect(responseOf(await rp.browser.visit(url)).says).toMatchObject({ code: expect.any(String) });
  });

  test('oidcc-prompt-none-not-logged-in', async () => {
    const response = await party().response({ prompt: 'none' });
    expect(Object.keys(response).toSorted()).toEqual(['error', 'error_description', 'iss', 'state']);
    expect(response['error']).toBe('login_required');
  });

  test('oidcc-codereuse', async () => {
    const rp = party();
    const { code } = await logIn(rp);
    expect(failure(await rp.redeem(code))).toBe('400 invalid_grant');
  });

  test('oidcc-codereuse-30seconds', async () => {
    const rp = party();
    const { code, tokens } = await logIn(rp);
    await rp.advance(30);
    expect(failure(await rp.redeem(code))).toBe('400 invalid_grant');
    expect(await rp.statusOf(tokens.access_token)).toBe(401);
  });

  test('oidcc-server-client-secret-post', async () => {
    const rp = party();
    const grant = { grant_type: 'authorization_code', code: await rp.code(), redirect_uri: CALLBACK };
    const answer = await rp.post(form({ ...grant, client_id: web.id, client_secret: web.secret }));
    expect(await validIdToken(rp, tokensOf(answer))).toMatchObject({ nonce: 'n' });
  });

  test('oidcc-claims-essential', async () => {
    const rp = party();
    const { tokens } = await logIn(rp, { claims: '{"userinfo":{"name":{"essential":true}}}' });
    expect((await rp.userinfo(tokens.access_token)).json).toHaveProperty('name');
  });

  test('oidcc-refresh-token', async () => {
    const base = `/sandboxes/hybrid-${count++}`;
    const first = party(web, base);
    const second = party({ id: 'second-client', secret: 'second-secret' }, base);
    const scope = 'openid offline_access';
    const mine = await logIn(first, { scope, prompt: 'consent' });
    const claims = await validIdToken(first, tokensOf(await first.refresh(mine.tokens.refresh_token)));
    const { iss, sub, aud, auth_time } = mine.claims;
    expect(claims).toMatchObject({ iss, sub, aud, auth_time });
    const theirs = await logIn(second, { scope, prompt: 'consent' }, { clientId: 'second-client' });
    expect(failure(await first.refresh(theirs.tokens.refresh_token))).toBe('400 invalid_grant');
    tokensOf(await second.refresh(theirs.tokens.refresh_token));
  });

  test('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
    const rp = party();
    const tokens = tokensOf(await rp.redeem(await rp.code(PKCE), { code_verifier: VERIFIER }));
    expect(await validIdToken(rp, tokens)).toMatchObject({ nonce: 'n' });
  });

  sharedModules({ party, logIn, parameters, responseType: 'code id_token', returned: 'code' });
});
