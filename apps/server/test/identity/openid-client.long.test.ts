/** Every kind of client logs in with openid-client, which checks nonce, state, issuer, hashes and signatures. */
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import * as oauth from 'oauth4webapi';
import * as oidc from 'openid-client';
import { describe, expect, test } from 'vitest';
import { destination } from './browser.js';
import { deployments, type Sent } from './deployments.js';
import { openidLogIn } from './openid-client.js';
import { CALLBACK } from './relying-party.js';
import { openOnce } from '../use.js';

const clients = [
  ['a confidential client, client_secret_basic', 'understudy-web', () => oidc.ClientSecretBasic('understudy-secret')],
  ['a confidential client, client_secret_post', 'understudy-web', () => oidc.ClientSecretPost('understudy-secret')],
  ['a public client', 'understudy-spa', () => oidc.None()],
  ['an Ed25519 client', 'understudy-eddsa', () => oidc.ClientSecretBasic('understudy-secret')],
  ['an unknown client with a secret', 'whoever', () => oidc.ClientSecretPost('what:ever &=+%')],
  ['an unknown client whose secret needs encoding', 'a client: ü', () => oidc.ClientSecretBasic('what:ever &=+%')],
  ['an unknown public client', 'someone', () => oidc.None()],
] as const;

const CALLED = new URL(CALLBACK);

describe.each(deployments)('%s', (_name, open) => {
  const deployment = openOnce(open);

  async function discover(
    id: string,
    authentication: oidc.ClientAuth,
    { algorithm = 'oidc' as 'oidc' | 'oauth2', fetch = deployment.fetch } = {},
  ) {
    const metadata = { id_token_signed_response_alg: id === 'understudy-eddsa' ? 'EdDSA' : 'RS256' };
    return oidc.discovery(new URL(deployment.issuer), id, metadata, authentication, {
      algorithm,
      [oidc.customFetch]: fetch,
      execute: [oidc.enableNonRepudiationChecks, ...(deployment.isInsecure ? [oidc.allowInsecureRequests] : [])],
    });
  }

  /** What a resource server with a library of its own makes of an access token. */
  const held = (config: oidc.Configuration, token: string): Promise<oauth.JWTAccessTokenClaims> => {
    const request = new Request(deployment.audience, { headers: { authorization: `Bearer ${token}` } });
    return oauth.validateJwtAccessToken(config.serverMetadata(), request, deployment.audience, {
      [oauth.customFetch]: deployment.fetch,
      [oauth.allowInsecureRequests]: deployment.isInsecure,
    });
  };

  // The library demands `iss` itself, since the metadata promises it (RFC 9207).
  const logIn = (config: oidc.Configuration, parameters: Record<string, string> = {}) =>
    openidLogIn(config, {
      visit: (url) => deployment.browser().visit(url),
      parameters: { scope: 'openid profile email', ...parameters },
    });

  test.each(clients)('%s logs in, refreshes and reads the claims', async (_kind, id, authentication) => {
    const config = await discover(id, authentication());
    const tokens = await logIn(config, { login_hint: 'usr_0002' });
    const claims = tokens.claims();
    expect(claims).toMatchObject({ iss: deployment.issuer, aud: id, sub: 'usr_0002', at_hash: expect.any(String) });
    expect(tokens.expires_in).toBe(86_400);
    expect(tokens.scope).toBe('openid profile email');
    const { issuer: iss, audience: aud } = deployment;
    expect(await held(config, tokens.access_token)).toMatchObject({ iss, aud, sub: 'usr_0002', client_id: id });

    const userinfo = await oidc.fetchUserInfo(config, tokens.access_token, 'usr_0002');
    expect(userinfo).toMatchObject({ sub: 'usr_0002', name: expect.any(String), email_verified: true });

    const again = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(again.refresh_token).not.toBe(tokens.refresh_token);
    expect(again.claims()).toMatchObject({ sub: 'usr_0002', sid: claims?.['sid'], auth_time: claims?.auth_time });
    expect(await oidc.fetchUserInfo(config, again.access_token, 'usr_0002')).toEqual(userinfo);

    // Using the first one again is noticed.
    const reuse = oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
    await expect(reuse).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
    await expect(oidc.fetchUserInfo(config, again.access_token, 'usr_0002')).rejects.toThrow();
  });

  test.each(clients)('%s logs out, and revokes and introspects its tokens', async (_kind, id, authentication) => {
    const config = await discover(id, authentication());
    const tokens = await logIn(config);
    const { access_token, refresh_token = '', id_token = '' } = tokens;
    const isPublic = id === 'understudy-spa' || id === 'someone';
    const introspecting = oidc.tokenIntrospection(config, access_token);
    if (isPublic) await expect(introspecting).rejects.toMatchObject({ error: 'invalid_client' });
    else expect(await introspecting).toMatchObject({ active: true, client_id: id, sub: tokens.claims()?.sub });
    await oidc.tokenRevocation(config, access_token, { token_type_hint: 'access_token' });
    await expect(oidc.fetchUserInfo(config, access_token, 'usr_0001')).rejects.toThrow();
    const again = await oidc.refreshTokenGrant(config, refresh_token);
    await oidc.tokenRevocation(config, again.refresh_token ?? '');
    await expect(oidc.fetchUserInfo(config, again.access_token, 'usr_0001')).rejects.toThrow();

    const fields = { id_token_hint: id_token, post_logout_redirect_uri: `${CALLED.origin}/bye`, state: 's' };
    const page = await deployment.browser().visit(oidc.buildEndSessionUrl(config, fields));
    expect(destination(page).href).toBe(`${CALLED.origin}/bye?state=s`);
  });

  test('an ID token at once is accepted from the fragment', async () => {
    const config = await discover('understudy-web', oidc.ClientSecretBasic('understudy-secret'));
    oidc.useIdTokenResponseType(config);
    const [nonce, state] = [oidc.randomNonce(), oidc.randomState()];
    const url = oidc.buildAuthorizationUrl(config, { redirect_uri: CALLBACK, scope: 'openid email', nonce, state });
    const back = destination(await deployment.browser().visit(url));
    const claims = await oidc.implicitAuthentication(config, back, nonce, { expectedState: state });
    expect(claims).toMatchObject({ sub: 'usr_0001', email: expect.any(String) });
  });

  test('max_age is honoured: the ID token says when the user logged in', async () => {
    const config = await discover('understudy-web', oidc.ClientSecretBasic('understudy-secret'));
    expect((await logIn(config, { max_age: '600' })).claims()?.auth_time).toBeTypeOf('number');
  });

  test('a token that the published keys did not sign is not accepted', async () => {
    const stranger = await exportJWK((await generateKeyPair('RS256')).publicKey);
    // The same kids, but the keys of somebody else: only a real check of the signature notices.
    const withOtherKeys = async (url: string, init: Sent) => {
      const answer = await deployment.fetch(url, init);
      if (!url.endsWith('/jwks.json')) return answer;
      const { keys } = (await answer.json()) as { keys: JWK[] };
      return Response.json({ keys: keys.map((key) => (key.kty === 'RSA' ? { ...key, ...stranger } : key)) });
    };
    const authentication = oidc.ClientSecretBasic('understudy-secret');
    const config = await discover('understudy-web', authentication, { fetch: withOtherKeys });
    await expect(logIn(config)).rejects.toMatchObject({ cause: { message: 'JWT signature verification failed' } });
  });

  test('a refusal comes back as the error of RFC 6749', async () => {
    const config = await discover('understudy-web', oidc.ClientSecretBasic('understudy-secret'));
    await expect(logIn(config, { prompt: 'none' })).rejects.toMatchObject({ error: 'login_required' });
  });

  test('a client gets a token of its own', async () => {
    const config = await discover('understudy-web', oidc.ClientSecretPost('understudy-secret'));
    const tokens = await oidc.clientCredentialsGrant(config, { scope: 'profile' });
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'profile', expires_in: 86_400 });
    expect(await held(config, tokens.access_token)).toMatchObject({
      sub: 'understudy-web',
      client_id: 'understudy-web',
    });
    expect(tokens.refresh_token).toBeUndefined();
    expect(tokens.id_token).toBeUndefined();
  });

  test('a wrong secret is refused', async () => {
    const config = await discover('understudy-web', oidc.ClientSecretBasic('wrong'));
    await expect(oidc.clientCredentialsGrant(config)).rejects.toMatchObject({
      code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
    });
    const posted = await discover('understudy-web', oidc.ClientSecretPost('wrong'));
    await expect(oidc.clientCredentialsGrant(posted)).rejects.toMatchObject({ error: 'invalid_client', status: 401 });
  });

  test('the metadata of RFC 8414 says the same', async () => {
    const authentication = oidc.ClientSecretBasic('understudy-secret');
    const [one, other] = [
      await discover('understudy-web', authentication),
      await discover('understudy-web', authentication, { algorithm: 'oauth2' }),
    ];
    expect(other.serverMetadata()).toEqual(one.serverMetadata());
    expect(one.serverMetadata().supportsPKCE()).toBe(true);
  });
});
