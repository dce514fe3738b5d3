/** The modules of the certification plans for an ID token at once, each as a test of the same name. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overSocket, type TestServer } from '../support.js';
import { logInAtOnce } from './openid.js';
import { CALLBACK, type Parameters, RelyingParty, web } from './relying-party.js';
import { responseOf } from './response-of.js';
import { secretSigner, signed } from './signing.js';

let server: TestServer;
beforeAll(async () => {
  server = await overSocket();
});
afterAll(() => server.close());

let count = 0;
/** The plan for Form Post is that for Implicit with another response_mode. */
const plans: readonly (readonly [plan: string, parameters: Parameters])[] = [
  ['oidcc-implicit-certification-test-plan', {}],
  ['oidcc-formpost-implicit-certification-test-plan', { response_mode: 'form_post' }],
];

const scopeClaims: Readonly<Record<string, readonly string[]>> = {
  profile: ['name', 'given_name', 'family_name', 'preferred_username', 'updated_at'],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified'],
};

const own = ['aud', 'auth_time', 'exp', 'iat', 'iss', 'nonce', 'sid', 'sub'];

describe.each(plans)('%s', (_plan, parameters) => {
  /** A relying party with a browser that has no cookies, in a sandbox of its own. */
  const party = (): RelyingParty =>
    new RelyingParty(server, {
      base: `/sandboxes/implicit-${count++}`,
      always: { response_type: 'id_token', nonce: 'n', scope: 'openid', ...parameters },
    });

  /** Claims of an ID token beside those that every one has (OpenID Connect Core §5.4). */
  async function scoped(scope: string): Promise<string[]> {
    const { claims } = await logInAtOnce(party(), { scope });
    return Object.keys(claims).filter((name) => !own.includes(name));
  }

  const namesOf = (...scopes: readonly string[]) => scopes.flatMap((scope) => scopeClaims[scope] ?? []);

  /** Logs in twice with one browser, the second time with other parameters, `later` seconds on. */
  async function twice(second: (idToken: string) => Parameters, later: number, first: Parameters = {}) {
    const rp = party();
    const before = await logInAtOnce(rp, first);
    await rp.advance(later);
    const after = await logInAtOnce(rp, second(before.tokens.id_token), { later });
    expect(after.claims.sub).toBe(before.claims.sub);
    return Number(after.claims['auth_time']) - Number(before.claims['auth_time']);
  }

  test('oidcc-server', async () => {
    const { claims } = await logInAtOnce(party());
    expect(Object.keys(claims).toSorted()).toEqual(own);
    expect(responseOf(await party().authorize()).mode).toBe(parameters['response_mode'] ?? 'fragment');
  });

  test('oidcc-idtoken-signature', async () => {
    const { tokens } = await logInAtOnce(party());
    const header = JSON.parse(Buffer.from(tokens.id_token.split('.')[0] ?? '', 'base64url').toString()) as object;
    expect(header).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
  });

  test('oidcc-ensure-request-without-nonce-fails', async () => {
    const response = await party().response({ nonce: undefined });
    expect(response).toMatchObject({ error: 'invalid_request', state: 'state-1' });
    expect(response).not.toHaveProperty('id_token');
  });

  test.each(['profile', 'email', 'address', 'phone'])('oidcc-scope-%s', async (scope) => {
    expect(await scoped(`openid ${scope}`)).toEqual(namesOf(scope));
  });

  test('oidcc-scope-all', async () => {
    expect(await scoped('openid profile email address phone')).toEqual(namesOf('profile', 'email', 'address', 'phone'));
  });

  test('oidcc-alternate-happy-flow', async () => {
    expect(await scoped('email openid')).toEqual(namesOf('email'));
  });

  test.each(['page', 'popup'])('oidcc-display-%s', async (display) => {
    expect((await logInAtOnce(party(), { display })).claims.sub).toBe('usr_0001');
  });

  test('oidcc-prompt-login', async () => {
    expect(await twice(() => ({ prompt: 'login' }), 1)).toBe(1);
  });

  test('oidcc-prompt-none-not-logged-in', async () => {
    const response = await party().response({ prompt: 'none' });
    expect(response).toMatchObject({ error: 'login_required', state: 'state-1' });
    expect(response).not.toHaveProperty('id_token');
  });

  test('oidcc-prompt-none-logged-in', async () => {
    expect(await twice(() => ({ prompt: 'none' }), 1)).toBe(0);
  });

  test('oidcc-max-age-1', async () => {
    expect(await twice(() => ({ max_age: '1' }), 2)).toBe(2);
  });

  test('oidcc-max-age-10000', async () => {
    expect(await twice(() => ({ max_age: '10000' }), 1, { max_age: '15000' })).toBe(0);
  });

  test('oidcc-ensure-request-with-unknown-parameter-succeeds', async () => {
    expect((await logInAtOnce(party(), { extra: 'foobar' })).claims.sub).toBe('usr_0001');
  });

  test('oidcc-id-token-hint', async () => {
    expect(await twice((id_token_hint) => ({ prompt: 'none', id_token_hint }), 1)).toBe(0);
  });

  test('oidcc-login-hint', async () => {
    expect((await logInAtOnce(party(), { login_hint: 'usr_0002' })).claims.sub).toBe('usr_0002');
  });

  test.each(['ui', 'claims'])('oidcc-%s-locales', async (kind) => {
    expect((await logInAtOnce(party(), { [`${kind}_locales`]: 'se' })).claims.sub).toBe('usr_0001');
  });

  test('oidcc-ensure-request-with-acr-values-succeeds', async () => {
    expect((await logInAtOnce(party(), { acr_values: '1 2' })).claims['acr']).toBe('1');
  });

  test('oidcc-ensure-registered-redirect-uri', async () => {
    const page = await party().authorize({ redirect_uri: 'https://not-registered.example/callback' });
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.body).not.toContain('<form');
  });

  test('oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported', async () => {
    const response = await party().response({ request_uri: 'https://client.example/request.jwt' });
    expect(response['error']).toBe('request_uri_not_supported');
  });

  test('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported', async () => {
    const response = await party().response({ request: 'eyJhbGciOiJub25lIn0.e30.' });
    expect(response['error']).toBe('request_not_supported');
  });

  test('oidcc-ensure-request-object-with-redirect-uri', async () => {
    const asked = {
      ...parameters,
      client_id: web.id,
      redirect_uri: CALLBACK,
      response_type: 'id_token',
      nonce: 'n',
      scope: 'openid',
      state: 'inside',
    };
    const request = await signed(secretSigner(web.secret ?? ''), asked);
    const response = await party().response({ request, redirect_uri: 'https://not-registered.example/callback' });
    expect(response).toMatchObject({ state: 'inside', id_token: expect.any(String) });
  });

  test('oidcc-claims-essential', async () => {
    const claims = '{"id_token":{"name":{"essential":true}}}';
    expect((await logInAtOnce(party(), { claims })).claims).toHaveProperty('name');
  });
});
