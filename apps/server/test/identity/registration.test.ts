/** Clients that register themselves (RFC 7591), and manage that (RFC 7592). */
import { describe, expect, test } from 'vitest';
import { type JsonAnswer, send } from '../sandboxes/client.js';
import { newBase, overSocket } from '../support.js';
import { registrations } from '../webhooks/hooks.js';
import { startReceiver } from '../webhooks/receiver.js';
import { CALLBACK, claimsOf, failure, PKCE, RelyingParty, tokensOf, VERIFIER } from './relying-party.js';
import { asserting, assertion, secretSigner, signed, signer } from './signing.js';
import { openOnce } from '../use.js';

/** Names of hosts that the server has looked up. */
const asked: string[] = [];

const canary = openOnce(startReceiver);
const server = openOnce(() =>
  overSocket({
    webhookDelivery: 'on',
    webhookAllow: [],
    resolve: async (name: string) => {
      asked.push(name);
      return [{ address: '169.254.169.254', family: 4 }];
    },
  }),
);

const register = async (base: string, metadata: object): Promise<JsonAnswer> =>
  send(server, 'POST', `${base}/api/oauth/register`, { redirect_uris: [CALLBACK], ...metadata });

const clientOf = ({ json }: JsonAnswer) => ({ id: String(json['client_id']), secret: String(json['client_secret']) });
const bearerOf = ({ json }: JsonAnswer) => ({ authorization: `Bearer ${String(json['registration_access_token'])}` });
const pathOf = ({ json }: JsonAnswer) => String(json['registration_client_uri']).slice(server.origin.length);

describe('a client that registers', () => {
  test('is told all that is known of it, and logs in', async () => {
    const base = newBase();
    const answer = await register(base, {
      client_name: 'My app',
      unknown_member: 1,
      logo_uri: 'https://app.example/logo',
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { client_id } = answer.json;
    expect(answer.headers.get('location')).toContain(`/api/oauth/register/${String(client_id)}`);
    expect(answer.json).toEqual({
      client_id: expect.stringMatching(/^cli_/),
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
      client_secret_expires_at: 0,
      client_id_issued_at: 1_772_366_400,
      registration_access_token: expect.stringMatching(/^rat_/),
      registration_client_uri: `${server.origin}${base}/api/oauth/register/${String(client_id)}`,
      client_name: 'My app',
      logo_uri: 'https://app.example/logo',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code'],
      response_types: ['code'],
    });
    const rp = new RelyingParty(server, { base, client: clientOf(answer) });
    const { json } = await rp.redeem(await rp.code());
    expect(claimsOf(String(json['access_token']))['client_id']).toBe(client_id);
    // It has not named the grant type of refresh tokens.
    expect(json['refresh_token']).toBeUndefined();
  });

  test('and another one with the same words are two', async () => {
    const base = newBase();
    const [first, second] = [clientOf(await register(base, {})), clientOf(await register(base, {}))];
    expect(first.id).not.toBe(second.id);
    expect(first.secret).not.toBe(second.secret);
    const wrong = new RelyingParty(server, { base, client: { id: first.id, secret: second.secret } });
    expect(failure(await wrong.token({ grant_type: 'authorization_code', code: 'x' }))).toBe('401 invalid_client');
  });

  test('uses the grant types and response types that it has named, and no others', async () => {
    const base = newBase();
    const all = {
      grant_types: ['authorization_code', 'refresh_token', 'implicit'],
      response_types: ['code', 'id_token'],
    };
    const wide = new RelyingParty(server, { base, client: clientOf(await register(base, all)) });
    const { refresh_token } = tokensOf(await wide.redeem(await wide.code()));
    expect((await wide.refresh(refresh_token)).status).toBe(200);
    expect((await wide.response({ response_type: 'id_token', nonce: 'n' }))['id_token']).toBeDefined();
    const narrow = new RelyingParty(server, { base, client: clientOf(await register(base, {})) });
    expect(await narrow.response({ response_type: 'id_token', nonce: 'n' })).toMatchObject({
      error: 'unauthorized_client',
    });
    expect(failure(await narrow.token({ grant_type: 'client_credentials' }))).toBe('400 unauthorized_client');
    expect(failure(await narrow.refresh(refresh_token))).toBe('400 unauthorized_client');
  });

  test('authenticates with what it has named, and with nothing else', async () => {
    const base = newBase();
    const key = await signer();
    const iss = `${server.origin}${base}/api/oauth`;
    const machine = { grant_types: ['client_credentials'] };
    const grant = { grant_type: 'client_credentials' };
    const posting = clientOf(await register(base, { ...machine, token_endpoint_auth_method: 'client_secret_post' }));
    const rp = new RelyingParty(server, { base, client: posting });
    // Where the secret stands does not matter: openid-client sends it in the body, whatever it has registered.
    expect((await rp.token(grant)).status).toBe(200);
    const post = (fields: Record<string, string>) => rp.post(new URLSearchParams({ ...grant, ...fields }));
    expect((await post({ client_id: posting.id, client_secret: posting.secret })).status).toBe(200);

    const byKey = await register(base, { ...machine, token_endpoint_auth_method: 'private_key_jwt', jwks: key.jwks });
    expect(byKey.json['client_secret']).toBeUndefined();
    const { id } = clientOf(byKey);
    expect((await post(asserting(await signed(key, assertion(id, iss))))).status).toBe(200);
    expect(failure(await post({ client_id: id, client_secret: 'x' }))).toBe('401 invalid_client');

    const bySecret = clientOf(await register(base, { ...machine, token_endpoint_auth_method: 'client_secret_jwt' }));
    const jwt = await signed(secretSigner(bySecret.secret), assertion(bySecret.id, iss));
    expect((await post(asserting(jwt))).status).toBe(200);
    expect(failure(await post({ client_id: bySecret.id, client_secret: bySecret.secret }))).toBe('401 invalid_client');

    const app = clientOf(await register(base, { token_endpoint_auth_method: 'none' }));
    const publicly = new RelyingParty(server, { base, client: { id: app.id } });
    expect(await publicly.response()).toMatchObject({ error: 'invalid_request' });
    expect((await publicly.redeem(await publicly.code(PKCE), { code_verifier: VERIFIER })).status).toBe(200);
  });

  test('has tokens signed as it wants', async () => {
    const base = newBase();
    const client = clientOf(await register(base, { id_token_signed_response_alg: 'EdDSA' }));
    const { id_token } = await new RelyingParty(server, { base, client }).logIn();
    expect(JSON.parse(Buffer.from(id_token.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({
      alg: 'EdDSA',
    });
  });
});

describe('redirects', () => {
  test('lead to the addresses of the client alone, to the letter, also with errors', async () => {
    const base = newBase();
    const client = clientOf(await register(base, { redirect_uris: [CALLBACK, 'http://localhost:4000/cb?app=1'] }));
    const rp = new RelyingParty(server, { base, client });
    expect((await rp.authorize({ redirect_uri: 'http://localhost:4000/cb?app=1' })).location?.host).toBe(
      'localhost:4000',
    );
    const others = [
      `${CALLBACK}/`,
      `${CALLBACK}?a=1`,
      'http://127.0.0.1:3001/callback',
      'http://localhost:3000/callback',
      'app:/cb',
    ];
    for (const redirect_uri of others) {
      for (const more of [{}, { prompt: 'none' }, { simulate_error: 'server_error' }, { response_type: 'x' }]) {
        const page = await rp.authorize({ redirect_uri, ...more });
        expect([redirect_uri, more, page.location]).toEqual([redirect_uri, more, undefined]);
        expect(page.status).toBeGreaterThanOrEqual(400);
      }
    }
  });

  test('of an app on a device may have any port of this machine', async () => {
    const base = newBase();
    const metadata = {
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1/cb'],
      token_endpoint_auth_method: 'none',
    };
    const client = { id: clientOf(await register(base, metadata)).id };
    const rp = new RelyingParty(server, { base, client });
    const at = async (redirect_uri: string) => (await rp.authorize({ redirect_uri, ...PKCE })).location?.href ?? '';
    expect(await at('http://127.0.0.1:51234/cb')).toContain('http://127.0.0.1:51234/cb?code=');
    for (const other of ['http://127.0.0.1:51234/other', 'http://localhost:51234/cb']) expect(await at(other)).toBe('');
  });

  test.each([
    ['https://evil.example/cb', 'another host'],
    ['http://127.0.0.1.evil.example/', 'a host that looks like this machine'],
    ['javascript:alert(1)', 'a script'],
    ['http://127.0.0.1/#x', 'a fragment'],
    ['http://user@127.0.0.1/', 'credentials'],
  ])('never to %s (%s): it cannot be registered', async (uri) => {
    const base = newBase();
    expect(failure(await register(base, { redirect_uris: [uri] }))).toBe('400 invalid_redirect_uri');
    expect(failure(await register(base, { post_logout_redirect_uris: [uri] }))).toBe('400 invalid_client_metadata');
    expect(failure(await register(base, { frontchannel_logout_uri: uri }))).toBe('400 invalid_client_metadata');
  });
});

describe('refuses', () => {
  test.each<[string, object, string]>([
    ['no redirect_uris', { redirect_uris: undefined }, 'invalid_redirect_uri'],
    ['an empty list of them', { redirect_uris: [] }, 'invalid_redirect_uri'],
    ['redirect_uris of a wrong type', { redirect_uris: 'x' }, 'invalid_client_metadata'],
    ['an unknown grant type', { grant_types: ['magic'] }, 'invalid_client_metadata'],
    ['an unknown response type', { response_types: ['token'] }, 'invalid_client_metadata'],
    ['an unknown way to authenticate', { token_endpoint_auth_method: 'tls_client_auth' }, 'invalid_client_metadata'],
    ['users under other ids', { subject_type: 'pairwise' }, 'invalid_client_metadata'],
    ['private_key_jwt without keys', { token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
    [
      'private_key_jwt with keys that would have to be fetched',
      { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://app.example/jwks' },
      'invalid_client_metadata',
    ],
    [
      'keys in two ways',
      { jwks_uri: 'https://a.example/', jwks: { keys: [{ kty: 'EC' }] } },
      'invalid_client_metadata',
    ],
    ['a private key', { jwks: { keys: [{ kty: 'EC', d: 'x' }] } }, 'invalid_client_metadata'],
    ['a secret as a key', { jwks: { keys: [{ kty: 'oct', k: 'x' }] } }, 'invalid_client_metadata'],
    ['a script as a page', { client_uri: 'javascript:alert(1)' }, 'invalid_client_metadata'],
    [
      'a public client that is a machine',
      { token_endpoint_auth_method: 'none', grant_types: ['client_credentials'] },
      'invalid_client_metadata',
    ],
    [
      'an algorithm that does not go with the method',
      { token_endpoint_auth_method: 'client_secret_jwt', token_endpoint_auth_signing_alg: 'ES256' },
      'invalid_client_metadata',
    ],
    [
      'a registration that is too long',
      { jwks: { keys: Array.from({ length: 10 }, () => ({ kty: 'RSA', n: 'x'.repeat(2000) })) } },
      'invalid_client_metadata',
    ],
  ])('%s', async (_what, metadata, error) => {
    expect(failure(await register('', metadata))).toBe(`400 ${error}`);
  });

  test('what is no JSON object', async () => {
    for (const body of [[], 'x', 1]) expect((await send(server, 'POST', '/api/oauth/register', body)).status).toBe(400);
  });
});

test('a sandbox holds fifty of them, and none of another', async () => {
  const base = newBase();
  const first = await register(base, {});
  for (let n = 1; n < 50; n++) expect((await register(base, {})).status).toBe(201);
  const full = await register(base, {});
  expect([full.status, full.json['kind']]).toEqual([507, 'sandbox_full']);
  await server.fetch(pathOf(first), { method: 'DELETE', headers: bearerOf(first) });
  expect((await register(base, {})).status).toBe(201);
  expect((await register(newBase(), {})).status).toBe(201);
});

describe('a registration', () => {
  test('is read, changed and deleted with its token', async () => {
    const base = newBase();
    const answer = await register(base, {
      client_name: 'Before',
      grant_types: ['authorization_code', 'refresh_token'],
    });
    const [path, headers] = [pathOf(answer), bearerOf(answer)];
    const read = await send(server, 'GET', path, undefined, headers);
    expect([read.status, read.json, read.headers.get('cache-control')]).toEqual([200, answer.json, 'no-store']);

    const client = clientOf(answer);
    const rp = new RelyingParty(server, { base, client });
    const { refresh_token, access_token } = tokensOf(await rp.redeem(await rp.code()));
    const change = {
      client_id: client.id,
      redirect_uris: ['http://127.0.0.1:9/other'],
      grant_types: ['authorization_code', 'refresh_token'],
    };
    const changed = await send(server, 'PUT', path, change, headers);
    expect(changed.json).toMatchObject({
      client_id: client.id,
      client_secret: client.secret,
      redirect_uris: change.redirect_uris,
    });
    expect(changed.json['client_name']).toBeUndefined();
    expect((await rp.authorize()).location).toBeUndefined();
    expect((await rp.refresh(refresh_token)).status).toBe(200);

    const deleted = await server.fetch(path, { method: 'DELETE', headers });
    expect([deleted.status, await deleted.text()]).toEqual([204, '']);
    expect(await rp.statusOf(access_token)).toBe(401);
    expect((await send(server, 'GET', path, undefined, headers)).status).toBe(401);
  });

  test('that gives up its secret has none, and one that needs one again gets a new one', async () => {
    const answer = await register(newBase(), {});
    const [path, headers] = [pathOf(answer), bearerOf(answer)];
    const { client_id, client_secret } = answer.json;
    const put = (more: object) => send(server, 'PUT', path, { client_id, redirect_uris: [CALLBACK], ...more }, headers);
    expect((await put({ token_endpoint_auth_method: 'none' })).json['client_secret']).toBeUndefined();
    const again = (await put({})).json['client_secret'];
    expect([again === undefined, again === client_secret]).toEqual([false, false]);
  });

  test('is opened by its own token alone', async () => {
    const base = newBase();
    const [one, another] = [await register(base, {}), await register(base, {})];
    const rp = new RelyingParty(server, { base });
    const { access_token } = await rp.logIn();
    for (const authorization of [
      '',
      'Bearer x',
      bearerOf(another).authorization,
      `Bearer ${access_token}`,
      'Basic eDp5',
    ]) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const body = method === 'PUT' ? { client_id: one.json['client_id'], redirect_uris: [CALLBACK] } : undefined;
        const { status, headers } = await send(server, method, pathOf(one), body, { authorization });
        expect([authorization, method, status]).toEqual([authorization, method, 401]);
        expect(headers.get('www-authenticate')).toMatch(/^Bearer realm/);
      }
    }
    // Nor in another sandbox.
    const elsewhere = pathOf(one).replace(base, newBase());
    expect((await send(server, 'GET', elsewhere, undefined, bearerOf(one))).status).toBe(401);
  });

  test('cannot be changed into another, or given a secret', async () => {
    const answer = await register(newBase(), {});
    const put = (body: object) =>
      send(server, 'PUT', pathOf(answer), { redirect_uris: [CALLBACK], ...body }, bearerOf(answer));
    const { client_id } = answer.json;
    expect(failure(await put({ client_id: 'understudy-web' }))).toBe('400 invalid_client_metadata');
    expect(failure(await put({ client_id, client_secret: 'chosen' }))).toBe('400 invalid_client_metadata');
    expect(failure(await put({ client_id, redirect_uris: ['https://evil.example/'] }))).toBe(
      '400 invalid_redirect_uri',
    );
    expect((await send(server, 'GET', pathOf(answer), undefined, bearerOf(answer))).json).toEqual(answer.json);
  });

  test('is gone with a reset, and in a snapshot', async () => {
    const base = newBase();
    const answer = await register(base, {});
    const { json: snapshot } = await send(server, 'GET', `${base}/snapshot`);
    await send(server, 'POST', `${base}/reset`);
    expect((await send(server, 'GET', pathOf(answer), undefined, bearerOf(answer))).status).toBe(401);
    expect((await send(server, 'PUT', `${base}/snapshot`, snapshot)).status).toBe(200);
    expect((await send(server, 'GET', pathOf(answer), undefined, bearerOf(answer))).json).toEqual(answer.json);
  });
});

describe('nothing is fetched from the addresses in a registration', () => {
  const members = [
    'logo_uri',
    'client_uri',
    'policy_uri',
    'tos_uri',
    'jwks_uri',
    'initiate_login_uri',
    'sector_identifier_uri',
  ];

  test('when it registers, logs in, signs and logs out', async () => {
    const base = newBase();
    const uris = Object.fromEntries(members.map((name) => [name, `${canary.url}${name}`]));
    const answer = await register(base, {
      ...uris,
      request_uris: [`${canary.url}request.jwt`],
      software_statement: 'x.y.z',
    });
    expect(answer.status).toBe(201);
    expect(answer.json).not.toHaveProperty('sector_identifier_uri');
    const client = clientOf(answer);
    const rp = new RelyingParty(server, { base, client });
    await rp.logIn();
    expect(await rp.response({ request_uri: `${canary.url}request.jwt` })).toMatchObject({
      error: 'request_uri_not_supported',
    });
    const key = await signer();
    const fields = asserting(await signed(key, assertion(client.id, rp.issuer)));
    expect(failure(await rp.post(new URLSearchParams({ grant_type: 'authorization_code', ...fields })))).toBe(
      '401 invalid_client',
    );
    expect((await rp.authorize({ request: await signed(key, { client_id: client.id }) })).status).toBe(302);
    await rp.leave();
    await server.idle();
    expect([canary.connections(), asked]).toEqual([0, []]);
  });

  test('but logout tokens, which go through the guard of deliveries', async () => {
    for (const url of ['http://metadata.test/latest', 'http://169.254.169.254/latest', 'http://[::ffff:10.0.0.1]/']) {
      const base = newBase();
      const client = clientOf(await register(base, { backchannel_logout_uri: url }));
      const rp = new RelyingParty(server, { base, client });
      await rp.logIn();
      await rp.leave();
      await server.idle();
      const [{ attempts } = { attempts: [] }] = await registrations(server, base);
      expect(JSON.stringify(attempts)).toContain('--webhook-allow opens it');
    }
    expect(asked).toContain('metadata.test');
  });
});
