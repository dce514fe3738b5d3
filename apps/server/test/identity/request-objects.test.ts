/** Authorization requests as JWTs of their client (RFC 9101, OpenID Connect Core §6.1): by value, signed, or unsigned where registered. */
import { beforeAll, describe, expect, test } from 'vitest';
import { send } from '../sandboxes/client.js';
import { CALLBACK, claimsOf, failure, type Parameters, RelyingParty, tokensOf, web } from './relying-party.js';
import { type Payload, secretSigner, SECONDS, signed, type Signer, signer, unsigned } from './signing.js';
import { useServer } from '../support.js';

const server = useServer();
let key: Signer;
const secret = secretSigner('understudy-secret');
const unsecured = { id: 'unsecured', secret: 's' };
const strict = { id: 'strict', secret: 's' };
const byKey = { id: 'by-key', secret: 's' };

const base = '/sandboxes/jar';
const party = (client: { id: string; secret?: string } = web) => new RelyingParty(server, { base, client });

beforeAll(async () => {
  key = await signer();
  const oauth_clients = [
    { client_id: unsecured.id, client_secret: 's', request_object_signing_alg: 'none' },
    { client_id: byKey.id, client_secret: 's', jwks: key.jwks, request_object_signing_alg: 'ES256' },
    { client_id: strict.id, client_secret: 's', jwks: key.jwks, require_signed_request_object: true },
  ];
  expect((await send(server, 'PUT', base, { oauth_clients })).status).toBe(200);
});

const inside = {
  response_type: 'code',
  redirect_uri: CALLBACK,
  scope: 'openid',
  state: 'inside',
  login_hint: 'usr_0002',
};
/** A request that has nothing but its object. */
const alone = (request: string): Parameters => ({
  request,
  redirect_uri: undefined,
  response_type: undefined,
  scope: undefined,
  state: undefined,
});

describe('is followed', () => {
  test.each<[string, () => Promise<string>, { id: string; secret?: string }]>([
    ['signed with the secret', () => signed(secret, { ...inside, iss: web.id, client_id: web.id }), web],
    ['signed with a key', () => signed(key, { ...inside, client_id: byKey.id }, { typ: 'oauth-authz-req+jwt' }), byKey],
    ['unsigned, as registered', async () => unsigned({ ...inside, client_id: unsecured.id }), unsecured],
    [
      'for the issuer, for a while',
      () =>
        signed(secret, {
          ...inside,
          aud: [`${server.origin}${base}/api/oauth`],
          iat: SECONDS,
          nbf: SECONDS,
          exp: SECONDS + 60,
        }),
      web,
    ],
  ])('%s', async (_how, make, client) => {
    const rp = party(client);
    const { code = '', state } = await rp.response(alone(await make()));
    expect(state).toBe('inside');
    expect(claimsOf(tokensOf(await rp.redeem(code)).id_token)['sub']).toBe('usr_0002');
  });

  test('what it says takes the place of what stands beside it', async () => {
    const request = await signed(secret, {
      state: 'inside',
      max_age: 60,
      claims: { id_token: { email: null } },
      nonce: 'n',
    });
    const rp = party();
    const { code = '', state } = await rp.response({ request, state: 'beside', nonce: 'beside', scope: 'openid' });
    expect(state).toBe('inside');
    expect(claimsOf(tokensOf(await rp.redeem(code)).id_token)).toMatchObject({ nonce: 'n', email: expect.any(String) });
  });

  test('of a client that signs all, nothing else is', async () => {
    const rp = party(strict);
    expect(await rp.response()).toMatchObject({ error: 'invalid_request' });
    const request = await signed(key, { ...inside, scope: undefined });
    const { code = '' } = await rp.response({ ...alone(request), scope: 'openid beside', login_hint: 'usr_0003' });
    const { json } = await rp.redeem(code);
    expect(json['scope']).toBe('openid profile email');
  });

  test('where it is pushed', async () => {
    const rp = party(byKey);
    const request = await signed(key, { ...inside, client_id: byKey.id });
    const { json } = await rp.ask('par', { request, state: 'beside' });
    const response = await rp.response({ ...alone(''), request: undefined, request_uri: String(json['request_uri']) });
    expect(response).toMatchObject({ state: 'inside', code: expect.any(String) });
    expect(failure(await rp.ask('par', { request: await signed(secret, inside) }))).toBe('400 invalid_request_object');
  });
});

describe('is refused, and leads nowhere that it names itself', () => {
  const own = (more: Payload) => () => signed(secret, { ...inside, ...more });
  test.each<[string, () => Promise<string>, { id: string; secret?: string }, string]>([
    ['no JWT', async () => 'x', web, 'invalid_request_object'],
    ['unsigned without registration', async () => unsigned(inside), web, 'request_not_supported'],
    ['unsigned of a client with another algorithm', async () => unsigned(inside), byKey, 'request_not_supported'],
    ['signed by a stranger', async () => signed(await signer(), inside), byKey, 'invalid_request_object'],
    ['another algorithm than registered', () => signed(secretSigner('s'), inside), byKey, 'invalid_request_object'],
    [
      'signed, though registered as unsigned',
      () => signed(secretSigner('s'), inside),
      unsecured,
      'invalid_request_object',
    ],
    ['a client that nothing is known of', () => signed(secret, inside), { id: 'whoever' }, 'invalid_request_object'],
    ['expired', own({ exp: SECONDS - 1 }), web, 'invalid_request_object'],
    ['not valid yet', own({ nbf: SECONDS + 1 }), web, 'invalid_request_object'],
    ['for another server', own({ aud: 'https://else.example' }), web, 'invalid_request_object'],
    ['of another issuer', own({ iss: 'else' }), web, 'invalid_request_object'],
    ['of another client', own({ client_id: 'else' }), web, 'invalid_request_object'],
    ['a request within', own({ request: 'x' }), web, 'invalid_request_object'],
    ['a request_uri within', own({ request_uri: 'https://else.example/' }), web, 'invalid_request_object'],
    ['a parameter of a wrong type', own({ state: { a: 1 } }), web, 'invalid_request_object'],
    ['a proof of possession', () => signed(secret, inside, { typ: 'dpop+jwt' }), web, 'invalid_request_object'],
  ])('%s', async (_what, make, client, error) => {
    const page = await party(client).authorize(alone(await make()));
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.body).toContain(error);
  });

  test('an open redirect within', async () => {
    for (const redirect_uri of ['https://evil.example/', 'javascript:alert(1)']) {
      const page = await party().authorize(alone(await signed(secret, { ...inside, redirect_uri })));
      expect([page.status, page.location]).toEqual([400, undefined]);
    }
  });
});

test('what is wrong within travels to the client that is named within', async () => {
  const { error, state } = await party().response(alone(await signed(secret, { ...inside, prompt: 'none' })));
  expect([error, state]).toEqual(['login_required', 'inside']);
});
