/** Refresh tokens: what each gives, and for how long. By whom, and how often, is in `security/`. */
import { expect, test } from 'vitest';
import { Accounts, kindOf } from './account.js';
import { claimsOf, type Client, failure, RelyingParty, spa, tokensOf, web } from './relying-party.js';
import { newBase, useServer } from '../support.js';

const server = useServer();

const party = (client: Client = web, base = newBase()): RelyingParty => new RelyingParty(server, { base, client });

test.each([
  ['confidential', web],
  ['public', spa],
])('a %s client gets a new one each time, and the tokens before stay good', async (_kind, client) => {
  const rp = party(client);
  const first = await rp.logIn();
  const second = tokensOf(await rp.refresh(first.refresh_token));
  const third = tokensOf(await rp.refresh(second.refresh_token));
  expect(new Set([first, second, third].map((one) => one.refresh_token)).size).toBe(3);
  expect(new Set([first, second, third].map((one) => one.access_token)).size).toBe(3);
  for (const one of [first, second, third]) expect(await rp.statusOf(one.access_token)).toBe(200);
});

test('the ID token says the same of the login, and nothing of the nonce', async () => {
  const rp = party();
  const first = await rp.logIn({ nonce: 'n-1' });
  await rp.advance(100);
  const second = tokensOf(await rp.refresh(first.refresh_token));
  const [before, after] = [claimsOf(first.id_token), claimsOf(second.id_token)];
  const { iss, sub, aud, auth_time, sid } = before;
  expect(after).toMatchObject({ iss, sub, aud, auth_time, sid });
  expect(after['iat']).toBe(Number(before['iat']) + 100);
  expect(before['nonce']).toBe('n-1');
  expect(after).not.toHaveProperty('nonce');
});

test('another login of the same user goes on', async () => {
  const rp = party();
  const [one, other] = [await rp.logIn({ state: 'one' }), await rp.logIn({ state: 'other' })];
  tokensOf(await rp.refresh(one.refresh_token));
  expect(failure(await rp.refresh(one.refresh_token))).toBe('400 invalid_grant');
  expect(await rp.statusOf(other.access_token)).toBe(200);
  tokensOf(await rp.refresh(other.refresh_token));
});

test('lives for 30 days from its issue', async () => {
  const rp = party();
  const first = await rp.logIn();
  await rp.advance(29 * 86_400);
  const second = tokensOf(await rp.refresh(first.refresh_token));
  await rp.advance(29 * 86_400);
  const third = tokensOf(await rp.refresh(second.refresh_token));
  await rp.advance(30 * 86_400);
  expect(failure(await rp.refresh(third.refresh_token))).toBe('400 invalid_grant');
});

test.each([
  ['', '200 (no code)', 'openid profile email'],
  ['openid', '200 (no code)', 'openid'],
  ['profile openid', '200 (no code)', 'profile openid'],
  ['openid phone', '400 invalid_scope', undefined],
  ['admin', '400 invalid_scope', undefined],
])('scope %j gives %s', async (scope, expected, granted) => {
  const rp = party();
  const { refresh_token: token } = await rp.logIn();
  const answer = await rp.refresh(token, { scope });
  expect(failure(answer)).toBe(expected);
  expect(answer.json['scope']).toBe(granted);
});

test('a narrower scope narrows the access token alone', async () => {
  const rp = party();
  const first = await rp.logIn();
  const narrow = tokensOf(await rp.refresh(first.refresh_token, { scope: 'openid' }));
  expect(Object.keys((await rp.userinfo(narrow.access_token)).json)).toEqual(['sub']);
  const wide = await rp.refresh(narrow.refresh_token);
  expect(wide.json['scope']).toBe('openid profile email');
});

test.each(['', 'rt_nonsense', 'x'.repeat(300)])('a token that is %j is refused', async (token) => {
  expect(failure(await party().refresh(token))).toBe(token === '' ? '400 invalid_request' : '400 invalid_grant');
});

test('no token is refused as a faulty request', async () => {
  const answer = await party().token({ grant_type: 'refresh_token' });
  expect(failure(answer)).toBe('400 invalid_request');
  expect(answer.json['error_description']).toMatch(/\w/);
});

test.each([
  ['a registered client', web],
  ['a client that came with a secret', { id: 'somebody', secret: 'something' }],
])('the token of %s is good at the token endpoint alone, and for a client that proves itself', async (_who, client) => {
  const rp = party(client);
  const auth = new Accounts(server, `/sandboxes/${rp.sandbox}`);
  const { refresh_token: token } = await rp.logIn();
  const { json, ...answer } = await auth.refresh(token);
  expect(kindOf({ json, ...answer })).toBe('401 unauthorized');
  expect(json['detail']).toContain('at the token endpoint');
  const [batched] = await auth.run([{ op: 'refresh', refresh_token: token }]);
  expect(batched).toMatchObject({ ok: false, status: 401 });
  expect(failure(await party({ id: client.id }, auth.base).refresh(token))).toBe('401 invalid_client');
  // It was not used up.
  tokensOf(await rp.refresh(token));
});

test('the token of a public client continues a session at the other domain, too', async () => {
  const rp = party(spa);
  const auth = new Accounts(server, `/sandboxes/${rp.sandbox}`);
  expect((await auth.refresh((await rp.logIn()).refresh_token)).status).toBe(200);
});
