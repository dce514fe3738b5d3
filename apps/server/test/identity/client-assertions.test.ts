/** Clients that sign instead of sending a secret: private_key_jwt and client_secret_jwt (RFC 7523, OpenID Connect Core §9). */
import { beforeAll, describe, expect, test } from 'vitest';
import { send } from '../sandboxes/client.js';
import { inProcess, useServer } from '../support.js';
import { failure, form, type Parameters, PKCE } from './relying-party.js';
import { asserting, assertion, type Payload, secretSigner, SECONDS, signed, type Signer, signer } from './signing.js';

const server = useServer(inProcess);
let issuer: string;
let key: Signer;
let rsa: Signer;
let stranger: Signer;
const secret = secretSigner('understudy-secret');

beforeAll(async () => {
  issuer = `${server.origin}/api/oauth`;
  [key, rsa, stranger] = await Promise.all([signer(), signer('PS256'), signer()]);
  const oauth_clients = [
    { client_id: 'by-key', token_endpoint_auth_method: 'private_key_jwt', jwks: key.jwks },
    { client_id: 'by-two-keys', jwks: { keys: [stranger.jwk, rsa.jwk, key.jwk] } },
    { client_id: 'by-one-alg', jwks: rsa.jwks, token_endpoint_auth_signing_alg: 'PS256' },
    { client_id: 'by-secret', client_secret: 'a secret', token_endpoint_auth_method: 'client_secret_jwt' },
  ];
  const { status } = await send(server, 'PUT', '/sandboxes/default', { oauth_clients });
  expect(status).toBe(200);
});

async function post(path: string, fields: Parameters, headers: Record<string, string> = {}) {
  const answer = await server.fetch(`/api/oauth/${path}`, { method: 'POST', body: form(fields), headers });
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Record<string, unknown> };
}

const GRANT = { grant_type: 'client_credentials' };
const ask = async (by: Signer, payload: Payload, more: Parameters = {}) =>
  post('token', { ...GRANT, ...asserting(await signed(by, payload)), ...more });

describe('every endpoint of clients takes an assertion', () => {
  test.each<[string, string, Parameters, number]>([
    ['token', 'client_id is left out', { ...GRANT }, 200],
    ['token', 'client_id is there', { ...GRANT, client_id: 'by-key' }, 200],
    ['par', '', { response_type: 'code', redirect_uri: 'http://127.0.0.1:3000/callback', ...PKCE }, 201],
    ['revoke', '', { token: 'nothing' }, 200],
    ['introspect', '', { token: 'nothing' }, 200],
    ['device', '', { scope: 'openid' }, 200],
  ])('%s %s', async (path, _how, fields, status) => {
    for (const aud of [issuer, `${issuer}/token`, `${issuer}/${path}`]) {
      const jwt = await signed(key, assertion('by-key', aud));
      expect((await post(path, { ...fields, ...asserting(jwt) })).status).toBe(status);
      // Each of them refuses it the second time, and any other endpoint does.
      expect(failure(await post(path, { ...fields, ...asserting(jwt) }))).toBe('401 invalid_client');
      expect(failure(await post('token', { ...GRANT, ...asserting(jwt) }))).toBe('401 invalid_client');
    }
  });
});

test('a secret signs as well as a key, in each algorithm of both', async () => {
  const right: [string, Signer][] = [
    ['understudy-web', secret],
    ['understudy-web', secretSigner('understudy-secret', 'HS512')],
    ['by-secret', secretSigner('a secret')],
    ['by-two-keys', key],
    ['by-two-keys', rsa],
    ['by-one-alg', rsa],
  ];
  for (const [id, by] of right) expect(failure(await ask(by, assertion(id, issuer)))).toBe('200 (no code)');
  for (const alg of ['RS384', 'ES384', 'EdDSA']) {
    const own = await signer(alg);
    const { status } = await send(server, 'PUT', '/sandboxes/algs', {
      oauth_clients: [{ client_id: 'own', jwks: own.jwks }],
    });
    expect(status).toBe(200);
    const aud = `${server.origin}/sandboxes/algs/api/oauth`;
    const fields = { ...GRANT, ...asserting(await signed(own, assertion('own', aud))) };
    const answer = await server.fetch('/sandboxes/algs/api/oauth/token', { method: 'POST', body: form(fields) });
    expect([alg, answer.status]).toEqual([alg, 200]);
  }
});

describe('refuses as 401 invalid_client', () => {
  const of = (more: Payload) => async () => ask(key, assertion('by-key', issuer, more));
  test.each<[string, () => ReturnType<typeof ask>]>([
    ['one that has expired', of({ exp: SECONDS - 1 })],
    ['one that lasts for more than a day', of({ exp: SECONDS + 90_000 })],
    ['one without an end', of({ exp: undefined })],
    ['one from a time to come', of({ iat: SECONDS + 100 })],
    ['one that is not valid yet', of({ nbf: SECONDS + 10 })],
    ['one without an id', of({ jti: undefined })],
    ['one without an audience', of({ aud: undefined })],
    ['one for another server', of({ aud: 'https://else.example/api/oauth' })],
    ['one for a sandbox', of({ aud: 'http://understudy.local/sandboxes/x/api/oauth' })],
    ['one of another issuer', of({ iss: 'by-secret' })],
    ['one about another client', of({ sub: 'understudy-web' })],
    ['one signed by a stranger', () => ask(stranger, assertion('by-key', issuer))],
    ['one signed with the secret of another client', () => ask(secret, assertion('by-key', issuer))],
    ['one signed with a wrong secret', () => ask(secretSigner('wrong'), assertion('understudy-web', issuer))],
    ['one signed with a key in the place of the secret', () => ask(key, assertion('by-secret', issuer))],
    ['another algorithm than registered', () => ask(secretSigner('x'), assertion('by-one-alg', issuer))],
    ['a client of which no key is known', () => ask(key, assertion('whoever', issuer))],
    ['a client of which no secret is known', () => ask(secret, assertion('whoever', issuer))],
    ['a public client', () => ask(secret, assertion('understudy-spa', issuer))],
    ['client_id of another client', () => ask(key, assertion('by-key', issuer), { client_id: 'understudy-web' })],
    [
      'a secret of a client that signs with a key',
      () => post('token', { ...GRANT, client_id: 'by-key', client_secret: 'x' }),
    ],
    ['a client that sends nothing to prove itself', () => post('token', { ...GRANT, client_id: 'by-key' })],
    [
      'the secret itself of a client that signs with it',
      () => post('token', { ...GRANT, client_id: 'by-secret', client_secret: 'a secret' }),
    ],
    ['what is no JWT', () => post('token', { ...GRANT, ...asserting('x.y.z'), client_id: 'by-key' })],
    [
      'one without a signature',
      () => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
        return post('token', {
          ...GRANT,
          ...asserting(`${part({ alg: 'none' })}.${part(assertion('by-key', issuer))}.`),
        });
      },
    ],
    [
      // The public key is known to all: it must never be taken for a secret (RFC 8725 §2.1).
      'one signed with the public key as a secret',
      () => ask(secretSigner(JSON.stringify(key.jwk)), assertion('by-key', issuer)),
    ],
    [
      'a proof of possession in the place of one',
      async () =>
        post('token', { ...GRANT, ...asserting(await signed(key, assertion('by-key', issuer), { typ: 'dpop+jwt' })) }),
    ],
  ])('%s', async (_what, call) => {
    const answer = await call();
    expect(failure(answer)).toBe('401 invalid_client');
    expect(answer.headers.get('www-authenticate')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('refuses as 400 invalid_request', () => {
  test.each<[string, Parameters, Record<string, string>]>([
    ['an assertion of another type', { client_assertion: 'x', client_assertion_type: 'urn:x' }, {}],
    ['an assertion without a type', { client_assertion: 'x' }, {}],
    [
      'a type without an assertion',
      { client_assertion_type: asserting('').client_assertion_type, client_id: 'by-key' },
      {},
    ],
    ['an assertion and a secret', { ...asserting('x'), client_secret: 'y' }, {}],
    ['an assertion and Basic', asserting('x'), { authorization: `Basic ${btoa('by-key:x')}` }],
  ])('%s', async (_what, fields, headers) => {
    expect(failure(await post('token', { ...GRANT, ...fields }, headers))).toBe('400 invalid_request');
  });
});

test('an assertion is used up by a request that fails for another reason', async () => {
  const fields = asserting(await signed(key, assertion('by-key', issuer)));
  expect(failure(await post('token', { grant_type: 'authorization_code', code: 'x', ...fields }))).toBe(
    '400 invalid_grant',
  );
  expect(failure(await post('token', { ...GRANT, ...fields }))).toBe('401 invalid_client');
});

test('a forced failure uses nothing up', async () => {
  const fields = asserting(await signed(key, assertion('by-key', issuer)));
  expect((await post('token?simulate_error=server_error', { ...GRANT, ...fields })).status).toBe(500);
  expect(failure(await post('token', { ...GRANT, ...fields }))).toBe('200 (no code)');
});
