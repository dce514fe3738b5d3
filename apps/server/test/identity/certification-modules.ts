/** The modules that the plans for an ID token at once and for one beside a code have alike, each as a test of the same name. */
import { expect, test } from 'vitest';
import type { Expected } from './openid.js';
import { CALLBACK, type Parameters, type RelyingParty, web } from './relying-party.js';
import { secretSigner, signed } from './signing.js';

const scopeClaims: Readonly<Record<string, readonly string[]>> = {
  profile: ['name', 'given_name', 'family_name', 'preferred_username', 'updated_at'],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified'],
};

/** The names of the claims of scopes (OpenID Connect Core §5.4). */
export const namesOf = (...scopes: readonly string[]): readonly string[] =>
  scopes.flatMap((scope) => scopeClaims[scope] ?? []);

/** What a plan asks for. */
interface Plan {
  /** A relying party with a browser that has no cookies, in a sandbox of its own. */
  readonly party: () => RelyingParty;
  readonly logIn: (
    rp: RelyingParty,
    parameters?: Parameters,
    expected?: Expected,
  ) => Promise<{ readonly tokens: { readonly id_token: string }; readonly claims: Readonly<Record<string, unknown>> }>;
  readonly parameters: Parameters;
  readonly responseType: string;
  /** A parameter of the response to each request that succeeds. */
  readonly returned: string;
}

/** The tests of a plan that others have as well. */
export function sharedModules({ party, logIn, parameters, responseType, returned }: Plan): void {
  /** Logs in twice with one browser, the second time with other parameters, some seconds on: how much later is auth_time. */
  async function twice(second: (idToken: string) => Parameters, later: number, first: Parameters = {}) {
    const rp = party();
    const before = await logIn(rp, first);
    await rp.advance(later);
    const after = await logIn(rp, second(before.tokens.id_token), { later });
    expect(after.claims.sub).toBe(before.claims.sub);
    return Number(after.claims['auth_time']) - Number(before.claims['auth_time']);
  }

  test.each(['page', 'popup'])('oidcc-display-%s', async (display) => {
    expect((await logIn(party(), { display })).claims.sub).toBe('usr_0001');
  });

  test('oidcc-prompt-login', async () => {
    expect(await twice(() => ({ prompt: 'login' }), 1)).toBe(1);
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
    expect((await logIn(party(), { extra: 'foobar' })).claims.sub).toBe('usr_0001');
  });

  test('oidcc-id-token-hint', async () => {
    expect(await twice((id_token_hint) => ({ prompt: 'none', id_token_hint }), 1)).toBe(0);
  });

  test('oidcc-login-hint', async () => {
    expect((await logIn(party(), { login_hint: 'usr_0002' })).claims.sub).toBe('usr_0002');
  });

  test.each(['ui', 'claims'])('oidcc-%s-locales', async (kind) => {
    expect((await logIn(party(), { [`${kind}_locales`]: 'se' })).claims.sub).toBe('usr_0001');
  });

  test('oidcc-ensure-request-with-acr-values-succeeds', async () => {
    expect((await logIn(party(), { acr_values: '1 2' })).claims['acr']).toBe('1');
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
    const requested = {
      ...parameters,
      client_id: web.id,
      redirect_uri: CALLBACK,
      response_type: responseType,
      nonce: 'n',
      scope: 'openid',
      state: 'inside',
    };
    const request = await signed(secretSigner(web.secret ?? ''), requested);
    const response = await party().response({ request, redirect_uri: 'https://not-registered.example/callback' });
    expect(response).toMatchObject({ state: 'inside', [returned]: expect.any(String) });
  });
}
