/** Userinfo as a signed JWT, for clients that accept it first. */
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { expect, test } from 'vitest';
import { openidLogIn } from './openid-client.js';
import { eddsa, RelyingParty, web } from './relying-party.js';
import { newBase, useServer } from '../support.js';

const server = useServer();

const party = (client = web): RelyingParty => new RelyingParty(server, { base: newBase(), client });

/** Asks for userinfo, with what the caller accepts. */
const ask = (rp: RelyingParty, token: string, accept: string, method = 'GET') =>
  fetch(`${rp.issuer}/userinfo`, { method, headers: { authorization: `Bearer ${token}`, accept } });

test.each([
  [web, 'RS256', 'GET'],
  [eddsa, 'EdDSA', 'POST'],
] as const)('says the same of the user of $id, signed with $1, by $2', async (client, alg, method) => {
  const rp = party(client);
  const { access_token } = await rp.logIn();
  const answer = await ask(rp, access_token, 'application/jwt', method);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/jwt']);
  const keys = createRemoteJWKSet(new URL(`${rp.issuer}/.well-known/jwks.json`));
  const checks = { issuer: rp.issuer, audience: client.id, algorithms: [alg] };
  const { payload } = await jwtVerify(await answer.text(), keys, checks);
  const { iss: _iss, aud: _aud, iat: _iat, ...claims } = payload;
  expect(claims).toEqual((await rp.userinfo(access_token)).json);
});

test.each([
  ['*/*', 'application/json'],
  ['application/json, application/jwt', 'application/json'],
  ['application/jwt;q=0.5, application/json', 'application/json'],
  ['application/jwt, application/json;q=0.9', 'application/jwt'],
])('for Accept: %s it is %s', async (accept, type) => {
  const rp = party();
  const { access_token } = await rp.logIn();
  expect((await ask(rp, access_token, accept)).headers.get('content-type')).toBe(type);
});

test('a refusal stays JSON', async () => {
  const answer = await ask(party(), 'wrong', 'application/jwt');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'application/json']);
  expect(answer.headers.get('www-authenticate')).toContain('invalid_token');
});

test('a failure that is asked for strikes it as any other answer', async () => {
  const rp = party();
  const { access_token } = await rp.logIn();
  const url = `${rp.issuer}/userinfo?simulate_error=service_unavailable`;
  const headers = { authorization: `Bearer ${access_token}`, accept: 'application/jwt' };
  expect((await fetch(url, { headers })).status).toBe(503);
});

test('it is no ID token: no logout takes it for a hint', async () => {
  const rp = party();
  const { access_token } = await rp.logIn();
  const id_token_hint = await (await ask(rp, access_token, 'application/jwt')).text();
  expect(await rp.response({ prompt: 'none', id_token_hint })).toMatchObject({ error: 'login_required' });
});

test('openid-client takes it where it is set up for it', async () => {
  const rp = party();
  // The library goes by the clock of its machine.
  await rp.configure({ clock: 'real' });
  const metadata = { userinfo_signed_response_alg: 'RS256' };
  const config = await oidc.discovery(new URL(rp.issuer), web.id, metadata, oidc.ClientSecretBasic(web.secret), {
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  });
  expect(config.serverMetadata()['userinfo_signing_alg_values_supported']).toEqual(['RS256', 'EdDSA']);
  const { access_token } = await openidLogIn(config);
  expect(await oidc.fetchUserInfo(config, access_token, 'usr_0001')).toMatchObject({ email: expect.any(String) });
});
