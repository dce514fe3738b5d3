/** The modules of the certification plans for logins, by name: with a code, with an ID token at once, or with both. */
import { expect } from 'vitest';
import { newBase, type TestServer } from '../support.js';
import { logIn, validIdToken } from './openid.js';
import {
  CALLBACK,
  claimsOf,
  failure,
  form,
  type Parameters,
  PKCE,
  RelyingParty,
  tokensOf,
  VERIFIER,
  web,
} from './relying-party.js';
import { responseOf } from './response-of.js';
import { secretSigner, signed } from './signing.js';

/** The tests of a plan, by the names of their modules. */
export type Modules = Readonly<Record<string, () => Promise<void>>>;

const scopeClaims: Readonly<Record<string, readonly string[]>> = {
  profile: ['name', 'given_name', 'family_name', 'preferred_username', 'updated_at'],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified'],
};

/** The claims of every ID token that was asked for with a nonce. */
const own = ['aud', 'auth_time', 'exp', 'iat', 'iss', 'nonce', 'sid', 'sub'];

const namesIn = (token: string) => Object.keys(claimsOf(token)).toSorted();

/** The modules of a response_type, in a response_mode where the plan has one. */
export function flowModules(
  server: TestServer,
  response_type: 'code' | 'code id_token' | 'id_token',
  mode: Parameters = {},
): Modules {
  const hasCode = response_type !== 'id_token';
  const hasIdToken = response_type !== 'code';

  /** A relying party with a browser that has no cookies, in a sandbox of its own. */
  const party = (client = web, base = newBase()) =>
    new RelyingParty(server, { base, client, always: { response_type, nonce: 'n', scope: 'openid', ...mode } });

  const subjectOf = async (parameters: Parameters) => (await logIn(party(), parameters)).claims.sub;

  /** Asks for scopes, and expects their claims alone: of userinfo, or of the ID token where nothing else comes. */
  async function expectScoped(scopes: readonly string[], order = ['openid', ...scopes]): Promise<void> {
    const rp = party();
    const { tokens, claims } = await logIn(rp, { scope: order.join(' ') });
    const said = hasCode ? (await rp.userinfo(tokens.access_token)).json : claims;
    const names = scopes.flatMap((scope) => scopeClaims[scope] ?? []);
    expect(Object.keys(said).filter((name) => !own.includes(name))).toEqual(names);
    expect(await rp.metadata()).toMatchObject({
      scopes_supported: expect.arrayContaining([...scopes]),
      claims_supported: expect.arrayContaining(names),
    });
  }

  /** Logs in twice with one browser, the second time with other parameters, some seconds on: how much later is auth_time. */
  async function twice(second: Parameters | ((idToken: string) => Parameters), later: number, first: Parameters = {}) {
    const rp = party();
    const before = await logIn(rp, first);
    await rp.advance(later);
    const parameters = typeof second === 'function' ? second(before.tokens.id_token) : second;
    const after = await logIn(rp, parameters, { later });
    expect(after.claims.sub).toBe(before.claims.sub);
    return Number(after.claims['auth_time']) - Number(before.claims['auth_time']);
  }

  const shared: Modules = {
    'oidcc-server': async () => {
      const rp = party();
      const { code, tokens, claims, beside } = await logIn(rp);
      expect([code !== '', beside !== undefined]).toEqual([hasCode, hasIdToken]);
      if (beside !== undefined) expect(namesIn(beside)).toEqual([...own, ...(hasCode ? ['c_hash'] : [])].toSorted());
      expect(responseOf(await party().authorize()).mode).toBe(
        mode['response_mode'] ?? (hasIdToken ? 'fragment' : 'query'),
      );
      if (!hasCode) return;
      const shares = [...new Set(code)].map((one) => (code.split(one).length - 1) / code.length);
      const perCharacter = shares.reduce((sum, share) => sum - share * Math.log2(share), 0);
      expect(code.length * perCharacter).toBeGreaterThan(128);
      expect(namesIn(tokens.id_token)).toEqual([...own, 'at_hash'].toSorted());
      expect((await rp.userinfo(tokens.access_token)).json).toEqual({ sub: claims.sub });
    },
    'oidcc-idtoken-signature': async () => {
      const { tokens, beside } = await logIn(party());
      for (const token of [tokens.id_token, beside ?? tokens.id_token]) {
        const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as object;
        expect(header).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
      }
    },
    ...Object.fromEntries(
      Object.keys(scopeClaims).map((scope) => [`oidcc-scope-${scope}`, () => expectScoped([scope])]),
    ),
    'oidcc-scope-all': () => expectScoped(Object.keys(scopeClaims)),
    'oidcc-alternate-happy-flow': async () => {
      await expectScoped(['email'], ['email', 'openid']);
      const rp = party();
      const url = new URL(rp.authorizeUrl());
      url.search = new URLSearchParams([...url.searchParams].toReversed()).toString();
      expect(responseOf(await rp.browser.visit(url)).says).toHaveProperty(hasCode ? 'code' : 'id_token');
    },
    'oidcc-display-page': async () => expect(await subjectOf({ display: 'page' })).toBe('usr_0001'),
    'oidcc-display-popup': async () => expect(await subjectOf({ display: 'popup' })).toBe('usr_0001'),
    'oidcc-prompt-login': async () => expect(await twice({ prompt: 'login' }, 1)).toBe(1),
    'oidcc-prompt-none-not-logged-in': async () => {
      const response = await party().response({ prompt: 'none' });
      expect(Object.keys(response).toSorted()).toEqual(['error', 'error_description', 'iss', 'state']);
      expect(response['error']).toBe('login_required');
    },
    'oidcc-prompt-none-logged-in': async () => expect(await twice({ prompt: 'none' }, 1)).toBe(0),
    'oidcc-max-age-1': async () => expect(await twice({ max_age: '1' }, 2)).toBe(2),
    'oidcc-max-age-10000': async () => expect(await twice({ max_age: '10000' }, 1, { max_age: '15000' })).toBe(0),
    'oidcc-ensure-request-with-unknown-parameter-succeeds': async () =>
      expect(await subjectOf({ extra: 'foobar' })).toBe('usr_0001'),
    'oidcc-id-token-hint': async () =>
      expect(await twice((id_token_hint) => ({ prompt: 'none', id_token_hint }), 1)).toBe(0),
    'oidcc-login-hint': async () => expect(await subjectOf({ login_hint: 'usr_0002' })).toBe('usr_0002'),
    'oidcc-ui-locales': async () => expect(await subjectOf({ ui_locales: 'se' })).toBe('usr_0001'),
    'oidcc-claims-locales': async () => expect(await subjectOf({ claims_locales: 'se' })).toBe('usr_0001'),
    'oidcc-ensure-request-with-acr-values-succeeds': async () =>
      expect((await logIn(party(), { acr_values: '1 2' })).claims['acr']).toBe('1'),
    'oidcc-ensure-registered-redirect-uri': async () => {
      const page = await party().authorize({ redirect_uri: 'https://not-registered.example/callback' });
      expect([page.status, page.location]).toEqual([400, undefined]);
      expect(page.body).toContain('redirect_uri');
      expect(page.body).not.toContain('<form');
    },
    'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': async () => {
      const rp = party();
      const response = await rp.response({ request_uri: 'https://client.example/request.jwt' });
      expect(response['error']).toBe('request_uri_not_supported');
      expect(await rp.metadata()).toMatchObject({ request_uri_parameter_supported: false });
    },
    'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': async () => {
      const rp = party();
      const response = await rp.response({ request: 'eyJhbGciOiJub25lIn0.e30.' });
      expect(response['error']).toBe('request_not_supported');
      expect(await rp.metadata()).toMatchObject({ request_parameter_supported: true });
    },
    'oidcc-ensure-request-object-with-redirect-uri': async () => {
      const inside = { client_id: web.id, redirect_uri: CALLBACK, response_type, nonce: 'n', scope: 'openid' };
      const request = await signed(secretSigner(web.secret ?? ''), { ...mode, ...inside, state: 'inside' });
      const response = await party().response({ request, redirect_uri: 'https://not-registered.example/callback' });
      expect(response).toMatchObject({ state: 'inside', [hasCode ? 'code' : 'id_token']: expect.any(String) });
    },
    'oidcc-claims-essential': async () => {
      const rp = party();
      const asked = { [hasCode ? 'userinfo' : 'id_token']: { name: { essential: true } } };
      const { tokens, claims } = await logIn(rp, { claims: JSON.stringify(asked) });
      expect(hasCode ? (await rp.userinfo(tokens.access_token)).json : claims).toHaveProperty('name');
      expect(await rp.metadata()).toMatchObject({ claims_parameter_supported: true });
    },
  };

  const withCode: Modules = {
    'oidcc-response-type-missing': async () => {
      const rp = party();
      const response = await rp.response({ response_type: undefined });
      expect(response).toMatchObject({ error: 'invalid_request', state: 'state-1', iss: rp.issuer });
      expect(response).not.toHaveProperty('code');
    },
    'oidcc-userinfo-get': async () => {
      const rp = party();
      const { tokens, claims } = await logIn(rp, { scope: 'openid profile email address phone' });
      const answer = await rp.userinfo(tokens.access_token);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
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
    },
    'oidcc-userinfo-post-header': async () => {
      const rp = party();
      const { tokens, claims } = await logIn(rp);
      const answer = await rp.userinfo(tokens.access_token, { method: 'POST' });
      expect([answer.status, answer.json['sub']]).toEqual([200, claims.sub]);
    },
    'oidcc-userinfo-post-body': async () => {
      const rp = party();
      const { tokens, claims } = await logIn(rp);
      const body = form({ access_token: tokens.access_token });
      const answer = await rp.userinfo('', { method: 'POST', headers: {}, body });
      expect([answer.status, answer.json['sub']]).toEqual([200, claims.sub]);
    },
    'oidcc-codereuse': async () => {
      const rp = party();
      const again = await rp.redeem((await logIn(rp)).code);
      expect(failure(again)).toBe('400 invalid_grant');
      expect(again.headers.get('content-type')).toBe('application/json');
      expect(again.json['error_description']).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    },
    'oidcc-codereuse-30seconds': async () => {
      const rp = party();
      const { code, tokens } = await logIn(rp);
      await rp.advance(30);
      expect(failure(await rp.redeem(code))).toBe('400 invalid_grant');
      expect(await rp.statusOf(tokens.access_token)).toBe(401);
    },
    'oidcc-server-client-secret-post': async () => {
      const rp = party();
      const grant = { grant_type: 'authorization_code', code: await rp.code(), redirect_uri: CALLBACK };
      const answer = await rp.post(form({ ...grant, client_id: web.id, client_secret: web.secret }));
      expect(await validIdToken(rp, tokensOf(answer))).toMatchObject({ nonce: 'n' });
      expect(await rp.metadata()).toMatchObject({
        token_endpoint_auth_methods_supported: expect.arrayContaining(['client_secret_post']),
      });
    },
    'oidcc-refresh-token': async () => {
      const base = newBase();
      const [first, second] = [party(web, base), party({ id: 'second-client', secret: 'second-secret' }, base)];
      const request = { scope: 'openid offline_access', prompt: 'consent' };
      const mine = await logIn(first, request);
      expect(mine.tokens.refresh_token).toMatch(/^[\x20-\x7e]+$/);
      const refreshed = tokensOf(await first.refresh(mine.tokens.refresh_token));
      const { iss, sub, aud, auth_time } = mine.claims;
      expect(await validIdToken(first, refreshed)).toMatchObject({ iss, sub, aud, auth_time });
      expect((await first.userinfo(refreshed.access_token)).json['sub']).toBe(sub);
      const theirs = await logIn(second, request, { clientId: 'second-client' });
      expect(failure(await first.refresh(theirs.tokens.refresh_token))).toBe('400 invalid_grant');
      tokensOf(await second.refresh(theirs.tokens.refresh_token));
    },
    'oidcc-ensure-request-with-valid-pkce-succeeds': async () => {
      const rp = party();
      const tokens = tokensOf(await rp.redeem(await rp.code(PKCE), { code_verifier: VERIFIER }));
      expect(await validIdToken(rp, tokens)).toMatchObject({ nonce: 'n' });
    },
  };

  const withCodeAlone: Modules = {
    'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': async () =>
      expect((await logIn(party(), { nonce: undefined })).claims).not.toHaveProperty('nonce'),
    'oidcc-ensure-post-request-succeeds': async () => {
      const rp = party();
      const url = new URL(rp.authorizeUrl());
      const { says } = responseOf(await rp.browser.visit(url.origin + url.pathname, { form: url.searchParams }));
      expect(says['state']).toBe('state-1');
      expect(await validIdToken(rp, tokensOf(await rp.redeem(says['code'] ?? '')))).toMatchObject({ nonce: 'n' });
    },
  };

  const withIdToken: Modules = {
    'oidcc-ensure-request-without-nonce-fails': async () => {
      const response = await party().response({ nonce: undefined });
      expect(response).toMatchObject({ error: 'invalid_request', state: 'state-1' });
      expect(Object.keys(response).filter((name) => ['code', 'id_token'].includes(name))).toEqual([]);
    },
  };

  return { ...shared, ...(hasCode ? withCode : {}), ...(hasIdToken ? withIdToken : withCodeAlone) };
}

/** The module of the plan for the metadata. */
export const configModules = (server: TestServer): Modules => ({
  'oidcc-discovery-endpoint-verification': async () => {
    const rp = new RelyingParty(server, { base: newBase() });
    const answer = await fetch(`${rp.issuer}/.well-known/openid-configuration`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
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
  },
});
