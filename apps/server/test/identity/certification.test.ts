/** The modules of the certification plans for codes and for Config OP, each as a test of the same name. */
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overSocket, type TestServer } from '../support.js';
import { type Expected, logIn, validIdToken } from './openid.js';
import { responseOf } from './response-of.js';
import { secretSigner, signed } from './signing.js';
import {
  CALLBACK,
  failure,
  form,
  type Parameters,
  PKCE,
  RelyingParty,
  tokensOf,
  VERIFIER,
  web,
} from './relying-party.js';

let server: TestServer;
beforeAll(async () => {
  server = await overSocket();
});
afterAll(() => server.close());

let count = 0;
/** What every request of a plan has. */
let always: Parameters = {};

/** A relying party with a browser that has no cookies, in a sandbox of its own. */
function party(client = web, base = `/sandboxes/certification-${count++}`): RelyingParty {
  return new RelyingParty(server, { base, client, always });
}

async function discover(rp: RelyingParty): Promise<Record<string, unknown>> {
  const answer = await fetch(`${rp.issuer}/.well-known/openid-configuration`);
  return (await answer.json()) as Record<string, unknown>;
}

const scopeClaims = {
  profile: ['name', 'given_name', 'family_name', 'preferred_username', 'updated_at'],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified'],
} as const;

/** Asks for scopes, and says which of their claims userinfo does not have. */
async function missingClaims(scopes: readonly (keyof typeof scopeClaims)[], order = ['openid', ...scopes]) {
  const rp = party();
  const { tokens } = await logIn(rp, { scope: order.join(' ') });
  const { json } = await rp.userinfo(tokens.access_token);
  const supported = await discover(rp);
  const names = scopes.flatMap((scope) => scopeClaims[scope]);
  expect(supported['scopes_supported']).toEqual(expect.arrayContaining([...scopes]));
  expect(supported['claims_supported']).toEqual(expect.arrayContaining(names));
  return names.filter((name) => json[name] === undefined);
}

/** Logs in twice with one browser, the second time with other parameters, `later` seconds on. */
async function twice(
  rp: RelyingParty,
  first: Readonly<Record<string, string>>,
  second: (login: Awaited<ReturnType<typeof logIn>>) => Readonly<Record<string, string>>,
  { later }: Required<Pick<Expected, 'later'>>,
): Promise<[JWTPayload, JWTPayload]> {
  const before = await logIn(rp, first);
  await rp.advance(later);
  const after = await logIn(rp, second(before), { later });
  return [before.claims, after.claims];
}

/** The plan for Form Post is that for Basic with another response_mode. */
const plans: readonly (readonly [plan: string, parameters: Parameters])[] = [
  ['oidcc-basic-certification-test-plan', {}],
  ['oidcc-formpost-basic-certification-test-plan', { response_mode: 'form_post' }],
];

describe.each(plans)('%s', (_plan, parameters) => {
  beforeAll(() => {
    always = parameters;
  });

  test('oidcc-server', async () => {
    const rp = party();
    const { code, tokens, claims } = await logIn(rp);
    const alphabet = [...new Set(code)].map((one) => code.split(one).length - 1);
    const perCharacter = alphabet.reduce(
      (sum, times) => sum - (times / code.length) * Math.log2(times / code.length),
      0,
    );
    expect(code.length * perCharacter).toBeGreaterThan(128);
    expect(Object.keys(claims).toSorted()).toEqual(
      ['at_hash', 'aud', 'auth_time', 'exp', 'iat', 'iss', 'nonce', 'sid', 'sub'].toSorted(),
    );
    expect((await rp.userinfo(tokens.access_token)).json).toEqual({ sub: claims.sub });
    expect(responseOf(await party().authorize()).mode).toBe(parameters['response_mode'] ?? 'query');
  });

  test('oidcc-response-type-missing', async () => {
    const response = await party().response({ response_type: undefined });
    expect(['unsupported_response_type', 'invalid_request']).toContain(response['error']);
    expect(response).toMatchObject({ state: 'state-1', iss: expect.any(String) });
    expect(response).not.toHaveProperty('code');
  });

  test('oidcc-idtoken-signature', async () => {
    const { tokens } = await logIn(party());
    const header = JSON.parse(Buffer.from(tokens.id_token.split('.')[0] ?? '', 'base64url').toString()) as object;
    expect(header).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
  });

  test('oidcc-userinfo-get', async () => {
    const rp = party();
    const { tokens, claims } = await logIn(rp, { scope: 'openid profile email address phone' });
    const answer = await rp.userinfo(tokens.access_token);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    // The types of OpenID Connect Core §5.1.
    expect(answer.json).toMatchObject({
      sub: claims.sub,
      name: expect.any(String),
      updated_at: expect.any(Number),
      email: expect.stringContaining('@'),
      email_verified: expect.any(Boolean),
      address: { formatted: expect.any(String), country: expect.any(String) },
      phone_number: expect.stringMatching(/^\+\d+$/),
      phone_number_verified: expect.any(Boolean),
    });
  });

  test('oidcc-userinfo-post-header', async () => {
    const rp = party();
    const { tokens, claims } = await logIn(rp);
    const answer = await rp.userinfo(tokens.access_token, { method: 'POST' });
    expect([answer.status, answer.json['sub']]).toEqual([200, claims.sub]);
  });

  test('oidcc-userinfo-post-body', async () => {
    const rp = party();
    const { tokens, claims } = await logIn(rp);
    const body = form({ access_token: tokens.access_token });
    const answer = await rp.userinfo('', { method: 'POST', headers: {}, body });
    expect([answer.status, answer.json['sub']]).toEqual([200, claims.sub]);
  });

  test('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    const { claims } = await logIn(party(), { nonce: undefined });
    expect(claims).not.toHaveProperty('nonce');
  });

  test('oidcc-scope-profile', async () => {
    expect(await missingClaims(['profile'])).toEqual([]);
  });

  test('oidcc-scope-email', async () => {
    expect(await missingClaims(['email'])).toEqual([]);
  });

  test('oidcc-scope-address', async () => {
    expect(await missingClaims(['address'])).toEqual([]);
  });

  test('oidcc-scope-phone', async () => {
    expect(await missingClaims(['phone'])).toEqual([]);
  });

  test('oidcc-scope-all', async () => {
    expect(await missingClaims(['profile', 'email', 'address', 'phone'])).toEqual([]);
  });

  test('oidcc-alternate-happy-flow', async () => {
    expect(await missingClaims(['email'], ['email', 'openid'])).toEqual([]);
    const rp = party();
    const url = new URL(rp.authorizeUrl());
    url.search = new URLSearchParams([...url.searchParams].toReversed()).toString();
    expect(responseOf(await rp.browser.visit(url)).says).toHaveProperty('code');
  });

  test.each(['page', 'popup'])('oidcc-display-%s', async (display) => {
    const { claims } = await logIn(party(), { display });
    expect(claims.sub).toBe('usr_0001');
  });

  test('oidcc-prompt-login', async () => {
    const [first, second] = await twice(party(), {}, () => ({ prompt: 'login' }), { later: 1 });
    expect(Number(second['auth_time'])).toBeGreaterThan(Number(first['auth_time']));
  });

  test('oidcc-prompt-none-not-logged-in', async () => {
    const response = await party().response({ prompt: 'none' });
    expect(['login_required', 'interaction_required', 'account_selection_required', 'consent_required']).toContain(
      response['error'],
    );
    expect(Object.keys(response).toSorted()).toEqual(['error', 'error_description', 'iss', 'state']);
  });

  test('oidcc-prompt-none-logged-in', async () => {
    const [first, second] = await twice(party(), {}, () => ({ prompt: 'none' }), { later: 1 });
    expect([second.sub, second['auth_time']]).toEqual([first.sub, first['auth_time']]);
  });

  test('oidcc-max-age-1', async () => {
    const [first, second] = await twice(party(), {}, () => ({ max_age: '1' }), { later: 2 });
    expect(Number(second['auth_time'])).toBe(Number(first['auth_time']) + 2);
  });

  test('oidcc-max-age-10000', async () => {
    const [first, second] = await twice(party(), { max_age: '15000' }, () => ({ max_age: '10000' }), { later: 1 });
    expect(first['auth_time']).toBeTypeOf('number');
    expect([second.sub, second['auth_time']]).toEqual([first.sub, first['auth_time']]);
  });

  test('oidcc-ensure-request-with-unknown-parameter-succeeds', async () => {
    const { claims } = await logIn(party(), { extra: 'foobar' });
    expect(claims.sub).toBe('usr_0001');
  });

  test('oidcc-id-token-hint', async () => {
    const hint = ({ tokens }: Awaited<ReturnType<typeof logIn>>) => ({
      prompt: 'none',
      id_token_hint: tokens.id_token,
    });
    const [first, second] = await twice(party(), {}, hint, { later: 1 });
    expect([second.sub, second['auth_time']]).toEqual([first.sub, first['auth_time']]);
  });

  test('oidcc-login-hint', async () => {
    const { claims } = await logIn(party(), { login_hint: 'usr_0002' });
    expect(claims.sub).toBe('usr_0002');
  });

  test('oidcc-ui-locales', async () => {
    const { claims } = await logIn(party(), { ui_locales: 'se' });
    expect(claims.sub).toBe('usr_0001');
  });

  test('oidcc-claims-locales', async () => {
    const { claims } = await logIn(party(), { claims_locales: 'se' });
    expect(claims.sub).toBe('usr_0001');
  });

  test('oidcc-ensure-request-with-acr-values-succeeds', async () => {
    const { claims } = await logIn(party(), { acr_values: '1 2' });
    expect(claims['acr']).toBe('1');
  });

  test('oidcc-codereuse', async () => {
    const rp = party();
    const { code } = await logIn(rp);
    const again = await rp.redeem(code);
    expect(failure(again)).toBe('400 invalid_grant');
    expect(again.headers.get('content-type')).toBe('application/json');
    expect(again.json['error_description']).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  test('oidcc-codereuse-30seconds', async () => {
    const rp = party();
    const { code, tokens } = await logIn(rp);
    await rp.advance(30);
    expect(failure(await rp.redeem(code))).toBe('400 invalid_grant');
    expect(await rp.statusOf(tokens.access_token)).toBe(401);
  });

  test('oidcc-ensure-registered-redirect-uri', async () => {
    const page = await party().authorize({ redirect_uri: 'https://not-registered.example/callback' });
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.body).toContain('redirect_uri');
  });

  test('oidcc-ensure-post-request-succeeds', async () => {
    const rp = party();
    const url = new URL(rp.authorizeUrl({ nonce: 'n' }));
    const { says } = responseOf(await rp.browser.visit(url.origin + url.pathname, { form: url.searchParams }));
    expect(says['state']).toBe('state-1');
    const tokens = tokensOf(await rp.redeem(says['code'] ?? ''));
    expect(await validIdToken(rp, tokens)).toMatchObject({ nonce: 'n' });
  });

  test('oidcc-server-client-secret-post', async () => {
    const rp = party();
    const code = await rp.code({ nonce: 'n' });
    const grant = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    const answer = await rp.post(form({ ...grant, client_id: web.id, client_secret: web.secret }));
    expect(await validIdToken(rp, tokensOf(answer))).toMatchObject({ nonce: 'n' });
    expect((await discover(rp))['token_endpoint_auth_methods_supported']).toContain('client_secret_post');
  });

  test('oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported', async () => {
    const rp = party();
    const response = await rp.response({ request_uri: 'https://client.example/request.jwt' });
    expect(response['error']).toBe('request_uri_not_supported');
    expect((await discover(rp))['request_uri_parameter_supported']).toBe(false);
  });

  test('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported', async () => {
    const rp = party();
    const response = await rp.response({ request: 'eyJhbGciOiJub25lIn0.e30.' });
    expect(response['error']).toBe('request_not_supported');
    expect((await discover(rp))['request_parameter_supported']).toBe(true);
  });

  test('oidcc-ensure-request-object-with-redirect-uri', async () => {
    const asked = {
      ...parameters,
      client_id: web.id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid',
      state: 'inside',
    };
    const request = await signed(secretSigner(web.secret ?? ''), asked);
    const response = await party().response({ request, redirect_uri: 'https://not-registered.example/callback' });
    expect(response).toMatchObject({ state: 'inside', code: expect.any(String) });
  });

  test('oidcc-claims-essential', async () => {
    const rp = party();
    const { claims } = await logIn(rp, { claims: '{"userinfo":{"name":{"essential":true}}}' });
    expect(claims.sub).toBe('usr_0001');
    expect((await discover(rp))['claims_parameter_supported']).toBe(true);
  });

  test('oidcc-refresh-token', async () => {
    const base = `/sandboxes/certification-${count++}`;
    const [first, second] = [web, { id: 'second-client', secret: 'second-secret' }].map((client) =>
      party(client, base),
    );
    if (first === undefined || second === undefined) throw new Error('there are two clients');
    const scope = 'openid offline_access';
    const mine = await logIn(first, { scope, prompt: 'consent' });
    expect(mine.tokens.refresh_token).toMatch(/^[\x20-\x7e]+$/);
    const refreshed = tokensOf(await first.refresh(mine.tokens.refresh_token));
    const claims = await validIdToken(first, refreshed);
    const { iss, sub, aud, auth_time } = mine.claims;
    expect(claims).toMatchObject({ iss, sub, aud, auth_time });
    expect((await first.userinfo(refreshed.access_token)).json['sub']).toBe(sub);

    const theirs = await logIn(second, { scope, prompt: 'consent' }, { clientId: 'second-client' });
    expect(failure(await first.refresh(theirs.tokens.refresh_token))).toBe('400 invalid_grant');
    tokensOf(await second.refresh(theirs.tokens.refresh_token));
  });

  test('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
    const rp = party();
    const code = await rp.code({ ...PKCE, nonce: 'n' });
    const tokens = tokensOf(await rp.redeem(code, { code_verifier: VERIFIER }));
    expect(await validIdToken(rp, tokens)).toMatchObject({ nonce: 'n' });
  });
});

describe('oidcc-config-certification-test-plan', () => {
  beforeAll(() => {
    always = {};
  });

  test('oidcc-discovery-endpoint-verification', async () => {
    const rp = party();
    const answer = await fetch(`${rp.issuer}/.well-known/openid-configuration`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    const metadata = (await answer.json()) as Record<string, string>;
    expect(metadata).toMatchObject({
      issuer: rp.issuer,
      response_types_supported: expect.arrayContaining(['code']),
      subject_types_supported: expect.arrayContaining(['public']),
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
      grant_types_supported: expect.arrayContaining(['authorization_code']),
      scopes_supported: expect.arrayContaining(['openid']),
      claims_supported: expect.arrayContaining(['sub', 'name', 'email']),
      code_challenge_methods_supported: ['S256'],
      request_parameter_supported: true,
      request_uri_parameter_supported: false,
      claims_parameter_supported: true,
    });
    for (const name of ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'] as const) {
      expect(metadata[name]?.startsWith(`${rp.issuer}/`), name).toBe(true);
    }
    const { keys } = (await (await fetch(metadata['jwks_uri'] ?? '')).json()) as { keys: Record<string, string>[] };
    for (const key of keys) {
      expect(['RSA', 'OKP']).toContain(key['kty']);
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key).not.toHaveProperty(secret);
    }
    expect(new Set(keys.map((key) => key['kid'])).size).toBe(keys.length);
  });
});
