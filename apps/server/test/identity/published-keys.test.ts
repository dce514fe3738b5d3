/** The JWKS, as verifiers use it: jose and jwks-rsa find each key by its kid, and tokens of both domains verify. */
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeProtectedHeader,
  importSPKI,
  type JSONWebKeySet,
  jwtVerify,
} from 'jose';
import jwksRsa from 'jwks-rsa';
import { describe, expect, test } from 'vitest';
import { send } from '../sandboxes/client.js';
import { overSocket, useServer } from '../support.js';
import { eddsa, RelyingParty, spa, web } from './relying-party.js';

const server = useServer(overSocket, { clock: 'real' });

const uri = (base = '') => `${server.origin}${base}/api/oauth/.well-known/jwks.json`;

test('publishes the key in use, the next one, and one for Ed25519: public members only', async () => {
  const answer = await server.fetch('/api/oauth/.well-known/jwks.json');
  const { keys } = (await answer.json()) as JSONWebKeySet;
  expect(keys.map(({ kty, use, alg }) => [kty, use, alg])).toEqual([
    ['RSA', 'sig', 'RS256'],
    ['RSA', 'sig', 'RS256'],
    ['OKP', 'sig', 'EdDSA'],
  ]);
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(3);
  for (const key of keys) {
    const known = key.kty === 'RSA' ? ['n', 'e'] : ['crv', 'x'];
    expect(Object.keys(key).toSorted()).toEqual(['alg', 'kid', 'kty', 'use', ...known].toSorted());
  }
  for (const key of keys.filter(({ kty }) => kty === 'RSA')) {
    expect(Buffer.from(String(key.n), 'base64url')).toHaveLength(256);
  }
  expect(answer.headers.get('cache-control')).toContain('max-age=300');
  expect(answer.headers.get('content-type')).toBe('application/json');
});

test('is the same at its other address, in every sandbox and on every server', async () => {
  await using other = await overSocket({ seed: 'another' });
  const addresses = [`${server.origin}/api/oauth/jwks`, uri('/sandboxes/x'), `${other.origin}/api/oauth/jwks`];
  const expected = await (await fetch(uri())).text();
  for (const address of addresses) expect(await (await fetch(address)).text()).toBe(expected);
});

describe.each([
  ['understudy-web', web, 'RS256'],
  ['understudy-spa', spa, 'RS256'],
  ['understudy-eddsa', eddsa, 'EdDSA'],
] as const)('tokens of %s', (id, client, alg) => {
  test('verify with jose', async () => {
    const keys = createRemoteJWKSet(new URL(uri('/sandboxes/x')));
    const party = new RelyingParty(server, { base: '/sandboxes/x', client });
    const tokens = await party.logIn({ nonce: 'n-1' });
    const idToken = await jwtVerify(tokens.id_token, keys, { issuer: party.issuer, audience: id, algorithms: [alg] });
    expect(idToken.payload['nonce']).toBe('n-1');
    await jwtVerify(tokens.access_token, keys, {
      issuer: party.issuer,
      audience: `${server.origin}/sandboxes/x/api`,
      typ: 'at+jwt',
      algorithms: [alg],
      requiredClaims: ['sub', 'client_id', 'scope', 'iat', 'exp', 'jti'],
    });
  });

  test('verify with jwks-rsa', async () => {
    const keys = jwksRsa({ jwksUri: uri() });
    const { access_token: token } = await new RelyingParty(server, { client }).logIn();
    const { kid } = decodeProtectedHeader(token);
    const key = await keys.getSigningKey(kid);
    const { payload } = await jwtVerify(token, await importSPKI(key.getPublicKey(), alg));
    expect(payload['client_id']).toBe(id);
  });
});

test('jwks-rsa reads every key', async () => {
  const keys = await jwksRsa({ jwksUri: uri() }).getSigningKeys();
  expect(keys.map(({ alg }) => alg)).toEqual(['RS256', 'RS256', 'EdDSA']);
});

test('the access tokens of the authentication domain verify as well', async () => {
  const users = await send(server, 'GET', '/api/auth/users?status=active&per_page=1');
  const [{ email = '', id = '' } = {}] = (users.json as { data: { email: string; id: string }[] }).data;
  const { json } = await send(server, 'POST', '/api/auth/login', { email, password: 'Passw0rd!' });
  const [{ access_token: token = '' } = {}] = (json as { data: { access_token: string }[] }).data;
  const keys = createLocalJWKSet((await (await fetch(uri())).json()) as JSONWebKeySet);
  const { payload, protectedHeader } = await jwtVerify(token, keys, { issuer: `${server.origin}/api/oauth` });
  expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'at+jwt' });
  expect(payload).toMatchObject({ sub: id, aud: `${server.origin}/api`, client_id: 'understudy-login' });
});
