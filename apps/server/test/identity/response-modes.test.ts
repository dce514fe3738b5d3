/** How responses get to their client: in the query, in the fragment, or in a form that sends itself; and ID tokens at once. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newBase, overSocket, useServer } from '../support.js';
import type { Page } from './browser.js';
import { formOf } from './response-of.js';
import { CALLBACK, claimsOf, eddsa, type Parameters, RelyingParty, spa } from './relying-party.js';

const server = useServer();

const party = (client = eddsa): RelyingParty => new RelyingParty(server, { base: newBase(), client });

function fragmentOf({ location }: Page): Record<string, string> {
  expect(location?.search).toBe('');
  return Object.fromEntries(new URLSearchParams(location?.hash.slice(1)));
}

describe('fragment', () => {
  test('has the code, and is kept from the server of the client', async () => {
    const rp = party();
    const page = await rp.authorize({ response_mode: 'fragment' });
    expect([page.status, page.headers['location']?.startsWith(`${CALLBACK}#code=`)]).toEqual([302, true]);
    const { code = '', ...rest } = fragmentOf(page);
    expect(rest).toEqual({ state: 'state-1', iss: rp.issuer });
    expect((await rp.redeem(code)).status).toBe(200);
  });

  test('has the errors of a request that asked for it', async () => {
    const page = await party().authorize({ response_mode: 'fragment', prompt: 'none' });
    expect(fragmentOf(page)).toMatchObject({ error: 'login_required', state: 'state-1' });
  });
});

describe('form_post', () => {
  test('is a page that sends itself, by one script that its policy allows', async () => {
    const rp = party();
    const page = await rp.authorize({ response_mode: 'form_post', state: `"'><script>alert(1)</script>&amp;ü` });
    expect([page.status, page.location, page.headers['content-type']]).toEqual([
      200,
      undefined,
      'text/html; charset=utf-8',
    ]);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['set-cookie']).toMatch(/^understudy_session=/);
    const [, script = ''] = /<script>(.*?)<\/script>/.exec(page.body) ?? [];
    expect(page.body.match(/<script/g)).toHaveLength(1);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page.body) ?? [];
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(page.headers['content-security-policy']).toBe(
      `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action http: https:; frame-ancestors 'none'`,
    );
    expect(page.body).toMatch(/<noscript>\s*<button/);
    const { action, fields } = formOf(page);
    expect(action).toBe(CALLBACK);
    expect(fields).toEqual({
      code: expect.any(String),
      state: `"'><script>alert(1)</script>&amp;ü`,
      iss: rp.issuer,
    });
    expect((await rp.redeem(fields['code'] ?? '')).status).toBe(200);
  });

  test('keeps the query of the redirect_uri, with nothing that breaks out of the page', async () => {
    const uri = `${CALLBACK}?a=1&b='><script>x`;
    const page = await party().authorize({ response_mode: 'form_post', redirect_uri: uri.replaceAll('<', '%3C') });
    expect(page.body).not.toContain("'><");
    expect(formOf(page).action).toBe(new URL(uri).href);
  });

  test('has the errors of a request that asked for it, forced ones too', async () => {
    const asked = await party().authorize({ response_mode: 'form_post', prompt: 'none' });
    expect(formOf(asked).fields).toMatchObject({ error: 'login_required', state: 'state-1' });
    const forced = await party().authorize({ response_mode: 'form_post', simulate_error: 'server_error' });
    expect(formOf(forced).fields).toMatchObject({ error: 'server_error' });
  });

  test('is not for apps, which are opened by an address alone', async () => {
    const page = await party().authorize({ response_mode: 'form_post', redirect_uri: 'com.example.app:/cb' });
    expect(page.headers['location']).toMatch(/^com\.example\.app:\/cb\?error=invalid_request&/);
  });
});

describe('response_type=id_token', () => {
  const request: Parameters = { response_type: 'id_token', scope: 'openid email', nonce: 'n-1' };

  test.each([spa, eddsa])('gives $id an ID token in the fragment, with the claims of its scopes', async (client) => {
    const rp = party(client);
    const response = fragmentOf(await rp.authorize(request));
    expect(Object.keys(response)).toEqual(['id_token', 'state', 'iss']);
    const claims = claimsOf(response['id_token'] ?? '');
    expect(claims).toMatchObject({ sub: 'usr_0001', aud: client.id, nonce: 'n-1', email: expect.any(String) });
    expect(claims).not.toHaveProperty('at_hash');
    expect(claims).not.toHaveProperty('name');
  });

  test('in a form, where that is asked for', async () => {
    const { fields } = formOf(await party().authorize({ ...request, response_mode: 'form_post' }));
    expect(claimsOf(fields['id_token'] ?? '')).toMatchObject({ nonce: 'n-1' });
  });

  test('belongs to the session of the browser, which logs out with it', async () => {
    const rp = party();
    const { id_token = '' } = fragmentOf(await rp.authorize(request));
    const again = fragmentOf(await rp.authorize({ ...request, prompt: 'none' }));
    expect(claimsOf(again['id_token'] ?? '')['sid']).toBe(claimsOf(id_token)['sid']);
    await rp.logOut({ id_token_hint: id_token });
    expect(fragmentOf(await rp.authorize({ ...request, prompt: 'none' }))).toMatchObject({ error: 'login_required' });
  });

  test('writes no more than that a session has begun, once', async () => {
    await using own = await overSocket();
    const rp = new RelyingParty(own, { client: eddsa });
    await rp.authorize(request);
    await rp.authorize(request);
    expect(own.revision()).toBe(1);
  });

  test.each([
    ['without a nonce', { nonce: undefined }, 'invalid_request'],
    ['in a query', { response_mode: 'query' }, 'invalid_request'],
    ['without openid', { scope: 'email' }, 'invalid_scope'],
  ] as const)('is refused %s', async (_why, parameters, error) => {
    const page = await party().authorize({ ...request, ...parameters });
    const answer =
      page.location?.hash === '' ? page.location.searchParams : new URLSearchParams(page.location?.hash.slice(1));
    expect([answer.get('error'), answer.get('id_token')]).toEqual([error, null]);
  });

  test.each(['id_token', 'code id_token'])('gives a program that asks for JSON no code: %s', async (response_type) => {
    const answer = await fetch(party().authorizeUrl({ ...request, response_type }), {
      headers: { accept: 'application/json' },
    });
    const { data } = (await answer.json()) as { data: object[] };
    expect(data[0]).not.toHaveProperty('code');
  });
});

test('a public client needs PKCE for a code in any mode', async () => {
  for (const response_mode of ['fragment', 'form_post']) {
    const page = await party(spa).authorize({ response_mode });
    const error = response_mode === 'fragment' ? fragmentOf(page) : formOf(page).fields;
    expect(error).toMatchObject({ error: 'invalid_request' });
    expect(error).not.toHaveProperty('code');
  }
});

test('the metadata says so', async () => {
  const metadata = await fetch(`${party().issuer}/.well-known/openid-configuration`);
  expect(await metadata.json()).toMatchObject({
    response_types_supported: ['code', 'id_token', 'code id_token', 'none'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
  });
});
