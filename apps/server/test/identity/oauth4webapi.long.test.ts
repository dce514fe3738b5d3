/** oauth4webapi, which holds every answer against its RFC: metadata, tokens, userinfo, and access tokens as a resource server sees them. */
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { destination } from './browser.js';
import { type Deployment, deployments } from './deployments.js';
import { CALLBACK } from './relying-party.js';

const clients = [
  ['understudy-web', 'RS256', oauth.ClientSecretBasic('understudy-secret')],
  ['understudy-web', 'RS256', oauth.ClientSecretPost('understudy-secret')],
  ['understudy-eddsa', 'EdDSA', oauth.ClientSecretBasic('understudy-secret')],
  ['understudy-spa', 'RS256', oauth.None()],
  ['whoever', 'RS256', oauth.ClientSecretPost('whatever')],
] as const;

describe.each(deployments)('%s', (_name, open) => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await open();
  });
  afterAll(() => deployment.server.close());

  const options = () => ({
    [oauth.customFetch]: deployment.fetch,
    [oauth.allowInsecureRequests]: deployment.isInsecure,
  });

  async function discover(algorithm: 'oidc' | 'oauth2' = 'oidc'): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(deployment.issuer);
    const answer = await oauth.discoveryRequest(issuer, { algorithm, ...options() });
    return oauth.processDiscoveryResponse(issuer, answer);
  }

  /** Logs in with PKCE and nonce, as the library's own example does. */
  async function logIn(as: oauth.AuthorizationServer, client: oauth.Client, authentication: oauth.ClientAuth) {
    const [verifier, nonce, state] = [
      oauth.generateRandomCodeVerifier(),
      oauth.generateRandomNonce(),
      oauth.generateRandomState(),
    ];
    const url = new URL(as.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid profile email address phone',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      nonce,
      state,
    }).toString();
    const parameters = oauth.validateAuthResponse(
      as,
      client,
      destination(await deployment.browser().visit(url)),
      state,
    );
    const answer = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      authentication,
      parameters,
      CALLBACK,
      verifier,
      options(),
    );
    const checks = { expectedNonce: nonce, requireIdToken: true };
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer, checks);
    // The body's ID token is signed by a key of the JWKS.
    await oauth.validateApplicationLevelSignature(as, answer, options());
    return tokens;
  }

  test.each(['oidc', 'oauth2'] as const)('accepts the metadata by the rules of %s', async (algorithm) => {
    expect(await discover(algorithm)).toMatchObject({
      issuer: deployment.issuer,
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
    });
  });

  test.each(clients)('%s (%s) logs in, and its access token holds at a resource', async (id, alg, authentication) => {
    const as = await discover();
    const client = { client_id: id, id_token_signed_response_alg: alg };
    const tokens = await logIn(as, client, authentication);
    const claims = oauth.getValidatedIdTokenClaims(tokens);

    const request = new Request(deployment.audience, { headers: { authorization: `Bearer ${tokens.access_token}` } });
    const access = await oauth.validateJwtAccessToken(as, request, deployment.audience, {
      signingAlgorithms: [alg],
      ...options(),
    });
    expect(access).toMatchObject({ iss: deployment.issuer, aud: deployment.audience, sub: claims?.sub, client_id: id });

    const response = await oauth.userInfoRequest(as, client, tokens.access_token, options());
    const userinfo = await oauth.processUserInfoResponse(as, client, claims?.sub ?? '', response);
    expect(Object.keys(userinfo)).toEqual(
      expect.arrayContaining(['name', 'email', 'address', 'phone_number', 'updated_at']),
    );

    const refreshing = await oauth.refreshTokenGrantRequest(
      as,
      client,
      authentication,
      tokens.refresh_token ?? '',
      options(),
    );
    const refreshed = await oauth.processRefreshTokenResponse(as, client, refreshing);
    await oauth.validateApplicationLevelSignature(as, refreshing, options());
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
  });

  test('an audience or an issuer that is another one is refused by the library', async () => {
    const as = await discover();
    const tokens = await logIn(as, { client_id: 'understudy-spa' }, oauth.None());
    const request = new Request(deployment.audience, { headers: { authorization: `Bearer ${tokens.access_token}` } });
    const elsewhere = oauth.validateJwtAccessToken(as, request, 'https://else.example', options());
    await expect(elsewhere).rejects.toThrow('unexpected JWT "aud"');
    const other = { ...as, issuer: 'https://else.example' };
    await expect(oauth.validateJwtAccessToken(other, request, deployment.audience, options())).rejects.toThrow(
      'unexpected JWT "iss"',
    );
  });

  test('client_credentials gives an access token alone', async () => {
    const as = await discover();
    const client = { client_id: 'understudy-web' };
    const authentication = oauth.ClientSecretBasic('understudy-secret');
    for (const parameters of [{}, { scope: 'profile email' }]) {
      const answer = await oauth.clientCredentialsGrantRequest(as, client, authentication, parameters, options());
      const tokens = await oauth.processClientCredentialsResponse(as, client, answer);
      const request = new Request(deployment.audience, { headers: { authorization: `Bearer ${tokens.access_token}` } });
      const access = await oauth.validateJwtAccessToken(as, request, deployment.audience, options());
      expect(access).toMatchObject({ sub: 'understudy-web', client_id: 'understudy-web' });
    }
  });

  test('errors are read as errors of OAuth', async () => {
    const as = await discover();
    const client = { client_id: 'understudy-web' };
    const authentication = oauth.ClientSecretPost('understudy-secret');
    const answer = await oauth.refreshTokenGrantRequest(as, client, authentication, 'rt_none', options());
    const processing = oauth.processRefreshTokenResponse(as, client, answer);
    await expect(processing).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });

    // A 401 with a challenge is known by its header (RFC 9110 §11.6.1, RFC 6750 §3).
    const asked = await oauth.userInfoRequest(as, client, 'nothing', options());
    const reading = oauth.processUserInfoResponse(as, client, oauth.skipSubjectCheck, asked);
    await expect(reading).rejects.toMatchObject({
      cause: [{ scheme: 'bearer', parameters: { realm: 'understudy', error: 'invalid_token' } }],
    });
  });
});
