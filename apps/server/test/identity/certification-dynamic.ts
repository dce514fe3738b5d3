/** The modules of the certification plan for clients that register, by name. */
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { expect } from 'vitest';
import { type JsonAnswer, send } from '../sandboxes/client.js';
import { validIdToken } from './openid.js';
import { CALLBACK, failure, type Parameters, RelyingParty, type Tokens, tokensOf } from './relying-party.js';
import { asserting, assertion, signed, signer } from './signing.js';
import { newBase, type TestServer } from '../support.js';
import type { Modules } from './certification-flows.js';

/** The modules, at a server. */
export function dynamicModules(server: TestServer): Modules {
  const key = signer('RS256');

  const register = async (base: string, metadata: object): Promise<JsonAnswer> =>
    send(server, 'POST', `${base}/api/oauth/register`, {
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: (await key).jwks,
      grant_types: ['authorization_code', 'refresh_token'],
      ...metadata,
    });

  /** A client that has registered itself, in a sandbox of its own, with a browser that has no cookies. */
  async function party(metadata: object = {}, base = newBase()) {
    const answer = await register(base, metadata);
    expect(answer.status).toBe(201);
    const id = String(answer.json['client_id']);
    const rp = new RelyingParty(server, { base, client: { id }, always: { nonce: 'n' } });
    /** Proves itself with its key, to the token endpoint unless something else is said. */
    const proven = async (fields: Parameters, aud = `${rp.issuer}/token`): Promise<JsonAnswer> =>
      rp.token({ ...fields, ...asserting(await signed(await key, assertion(id, aud))) });
    const redeem = async (code: string, aud?: string): Promise<Tokens> => {
      const grant = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
      return tokensOf(await proven(grant, aud));
    };
    return { rp, id, proven, redeem };
  }

  /** The page that a browser is shown which is sent to log in. */
  async function pageOf(metadata: object) {
    const { rp } = await party(metadata);
    await rp.configure({ login: 'page' });
    const page = await rp.authorize();
    expect([page.status, page.location]).toEqual([200, undefined]);
    return page;
  }

  /** Expects that a browser is sent nowhere. */
  async function expectRefused(rp: RelyingParty, parameters: Parameters): Promise<void> {
    const page = await rp.authorize(parameters);
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.body).toContain('redirect_uri');
  }

  return {
    'oidcc-idtoken-rs256': async () => {
      const { rp, id, redeem } = await party({ id_token_signed_response_alg: 'RS256' });
      const tokens = await redeem(await rp.code());
      expect(decodeProtectedHeader(tokens.id_token).alg).toBe('RS256');
      expect(await validIdToken(rp, tokens, { clientId: id })).toMatchObject({ nonce: 'n' });
    },
    'oidcc-userinfo-rs256': async () => {
      const { rp, id, redeem } = await party({ userinfo_signed_response_alg: 'RS256' });
      const { access_token } = await redeem(await rp.code());
      const answer = await fetch(`${rp.issuer}/userinfo`, { headers: { authorization: `Bearer ${access_token}` } });
      expect(answer.headers.get('content-type')).toBe('application/jwt');
      const keys = createRemoteJWKSet(new URL(`${rp.issuer}/.well-known/jwks.json`));
      const checks = { issuer: rp.issuer, audience: id, algorithms: ['RS256'] };
      expect((await jwtVerify(await answer.text(), keys, checks)).payload.sub).toBe('usr_0001');
    },
    'oidcc-ensure-redirect-uri-in-authorization-request': async () => {
      const { rp } = await party({ redirect_uris: [CALLBACK, `${CALLBACK}/other`] });
      await expectRefused(rp, { redirect_uri: undefined });
    },
    'oidcc-redirect-uri-query-OK': async () => {
      const redirect_uri = `${CALLBACK}?foo=bar`;
      const { rp } = await party({ redirect_uris: [redirect_uri] });
      const { location } = await rp.authorize({ redirect_uri });
      expect([location?.searchParams.get('foo'), location?.searchParams.has('code')]).toEqual(['bar', true]);
    },
    'oidcc-redirect-uri-query-mismatch': async () => {
      const { rp } = await party({ redirect_uris: [`${CALLBACK}?foo=bar`] });
      await expectRefused(rp, { redirect_uri: `${CALLBACK}?bar=foo` });
    },
    'oidcc-redirect-uri-query-added': async () => {
      await expectRefused((await party()).rp, { redirect_uri: `${CALLBACK}?foo=bar` });
    },
    'oidcc-redirect-uri-regfrag': async () => {
      const answer = await register('/sandboxes/dynamic-fragment', { redirect_uris: [`${CALLBACK}#foobar`] });
      expect(failure(answer)).toBe('400 invalid_redirect_uri');
    },
    'oidcc-discovery-endpoint-verification': async () => {
      const { rp } = await party();
      expect(await rp.metadata()).toMatchObject({
        issuer: rp.issuer,
        registration_endpoint: `${rp.issuer}/register`,
        response_types_supported: expect.arrayContaining(['code', 'id_token']),
        id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
        token_endpoint_auth_methods_supported: expect.arrayContaining(['private_key_jwt']),
        scopes_supported: expect.arrayContaining(['openid']),
        subject_types_supported: ['public'],
      });
    },
    'oidcc-server': async () => {
      const { rp, id, redeem } = await party();
      const { code = '', state } = await rp.response();
      const tokens = await redeem(code);
      expect(state).toBe('state-1');
      const claims = await validIdToken(rp, tokens, { clientId: id });
      expect((await rp.userinfo(tokens.access_token)).json['sub']).toBe(claims.sub);
    },
    'oidcc-registration-logo-uri': async () => {
      const logo_uri = 'https://client.example/logo.png';
      const page = await pageOf({ logo_uri });
      expect(page.body).toContain(`<img class="logo" src="${logo_uri}"`);
      expect(page.headers['content-security-policy']).toContain('img-src https://client.example;');
    },
    ...Object.fromEntries(
      ['policy', 'tos'].map((kind) => [
        `oidcc-registration-${kind}-uri`,
        async () => {
          const address = `https://client.example/${kind}`;
          expect((await pageOf({ [`${kind}_uri`]: address })).body).toContain(`<a href="${address}"`);
        },
      ]),
    ),

    'oidcc-ensure-request-object-with-redirect-uri': async () => {
      const { rp, id } = await party();
      const inside = { client_id: id, redirect_uri: CALLBACK, response_type: 'code', scope: 'openid', state: 'inside' };
      const request = await signed(await key, inside);
      const response = await rp.response({ request, redirect_uri: 'https://not-registered.example/callback' });
      expect(response).toMatchObject({ state: 'inside', code: expect.any(String) });
    },
    'oidcc-refresh-token': async () => {
      const base = newBase();
      const [first, second] = [await party({}, base), await party({}, base)];
      const scope = 'openid offline_access';
      const [mine, theirs] = [
        await first.redeem(await first.rp.code({ scope, prompt: 'consent' })),
        await second.redeem(await second.rp.code({ scope, prompt: 'consent' })),
      ];
      const refresh = { grant_type: 'refresh_token', refresh_token: mine.refresh_token };
      expect(
        await validIdToken(first.rp, tokensOf(await first.proven(refresh)), { clientId: first.id }),
      ).toHaveProperty('sub', 'usr_0001');
      const foreign = { grant_type: 'refresh_token', refresh_token: theirs.refresh_token };
      expect(failure(await first.proven(foreign))).toBe('400 invalid_grant');
      tokensOf(await second.proven(foreign));
    },
    'oidcc-ensure-client-assertion-with-iss-aud-succeeds': async () => {
      const { rp, id, redeem } = await party();
      const tokens = await redeem(await rp.code(), rp.issuer);
      expect(await validIdToken(rp, tokens, { clientId: id })).toMatchObject({ nonce: 'n' });
    },
  };
}
