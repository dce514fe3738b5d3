/** What a login is answered with: an ID token beside the code, or nothing at all. */
import { createHash } from 'node:crypto';
import * as oidc from 'openid-client';
import { describe, expect, test } from 'vitest';
import { openidLogIn } from './openid-client.js';
import { responseOf } from './response-of.js';
import { claimsOf, eddsa, type Parameters, PKCE, RelyingParty, spa, tokensOf, web } from './relying-party.js';
import { newBase, useServer } from '../support.js';

const server = useServer();

const party = (client = web, base = newBase()): RelyingParty => new RelyingParty(server, { base, client });

const half = (text: string, hash: string) => {
  const digest = createHash(hash).update(text).digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
};

describe('code id_token', () => {
  const request: Parameters = { response_type: 'code id_token', scope: 'openid email', nonce: 'n-1' };

  test.each([
    [web, 'sha256'],
    [eddsa, 'sha512'],
  ] as const)('gives $id a code and the ID token that speaks of it', async (client, hash) => {
    const rp = party(client);
    const { mode, says } = responseOf(await rp.authorize(request));
    expect([mode, Object.keys(says)]).toEqual(['fragment', ['code', 'id_token', 'state', 'iss']]);
    const { code = '', id_token = '' } = says;
    const first = claimsOf(id_token);
    expect(first).toMatchObject({ aud: client.id, nonce: 'n-1', c_hash: half(code, hash), email: expect.any(String) });
    expect(first).not.toHaveProperty('at_hash');
    const tokens = tokensOf(await rp.redeem(code));
    const second = claimsOf(tokens.id_token);
    expect(second).toMatchObject({ nonce: 'n-1', at_hash: half(tokens.access_token, hash) });
    expect(second).not.toHaveProperty('c_hash');
    for (const same of ['iss', 'sub', 'aud', 'sid', 'auth_time']) expect(second[same]).toEqual(first[same]);
  });

  test('in either order, and in a form where that is asked for', async () => {
    const { mode, says } = responseOf(
      await party().authorize({ ...request, response_type: 'id_token code', response_mode: 'form_post' }),
    );
    expect([mode, Object.keys(says)]).toEqual(['form_post', ['code', 'id_token', 'state', 'iss']]);
  });

  test.each([
    ['without a nonce', web, { nonce: undefined }, 'fragment', 'invalid_request'],
    ['in a query', web, { response_mode: 'query' }, 'query', 'invalid_request'],
    ['without openid', web, { scope: 'email' }, 'fragment', 'invalid_scope'],
    ['from a public client without PKCE', spa, {}, 'fragment', 'invalid_request'],
    ['said twice', web, { response_type: 'code code id_token' }, 'fragment', 'unsupported_response_type'],
  ] as const)('is refused %s', async (_why, client, parameters, mode, error) => {
    const response = responseOf(await party(client).authorize({ ...request, ...parameters }));
    expect([response.mode, response.says['error'], response.says['code']]).toEqual([mode, error, undefined]);
  });

  test('leaves claims to userinfo where the sandbox wants it: a code comes with it', async () => {
    const rp = party();
    await rp.configure({ id_token_claims: 'minimal' });
    const { id_token = '' } = await rp.response(request);
    expect(claimsOf(id_token)).not.toHaveProperty('email');
  });

  test('logs a public client in with PKCE', async () => {
    const says = await party(spa).response({ ...request, ...PKCE });
    expect(says).toMatchObject({ code: expect.any(String), id_token: expect.any(String) });
  });

  test('openid-client checks both ID tokens and every hash', async () => {
    const rp = party();
    // The library goes by the clock of its machine.
    await rp.configure({ clock: 'real' });
    const config = await oidc.discovery(new URL(rp.issuer), web.id, {}, oidc.ClientSecretBasic(web.secret), {
      execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks, oidc.useCodeIdTokenResponseType],
    });
    const visit = (url: URL) => {
      expect(url.searchParams.get('response_type')).toBe('code id_token');
      return rp.browser.visit(url);
    };
    const tokens = await openidLogIn(config, { visit });
    expect(tokens.claims()).toMatchObject({ sub: 'usr_0001', email: expect.any(String) });
  });
});

describe('none', () => {
  const request: Parameters = { response_type: 'none' };

  test('logs in, and brings nothing back but the state', async () => {
    const rp = party();
    const { mode, says } = responseOf(await rp.authorize(request));
    expect([mode, says]).toEqual(['query', { state: 'state-1', iss: rp.issuer }]);
    expect(await rp.response({ prompt: 'none' })).toHaveProperty('code');
  });

  test('in any mode, of a public client without PKCE too', async () => {
    for (const response_mode of ['query', 'fragment', 'form_post']) {
      const { mode, says } = responseOf(await party(spa).authorize({ ...request, response_mode }));
      expect([mode, Object.keys(says)]).toEqual([response_mode, ['state', 'iss']]);
    }
  });

  test('has the errors of a login', async () => {
    expect(await party().response({ ...request, prompt: 'none' })).toMatchObject({ error: 'login_required' });
    const together = await party().response({ response_type: 'none code' });
    expect(together).toMatchObject({ error: 'unsupported_response_type' });
  });
});
