/** oauth4webapi. */
import * as oauth from 'oauth4webapi';
import { clientId, clientSecret, issuer, scope, serve } from './app.mjs';

const options = { [oauth.allowInsecureRequests]: true };
const address = new URL(issuer);
const server = await oauth.processDiscoveryResponse(address, await oauth.discoveryRequest(address, options));
const client = { client_id: clientId };
const secret = oauth.ClientSecretPost(clientSecret);

await serve(async (origin) => {
  const redirectUri = `${origin}/callback`;
  let checks;
  return {
    begin: async () => {
      checks = {
        verifier: oauth.generateRandomCodeVerifier(),
        state: oauth.generateRandomState(),
        nonce: oauth.generateRandomNonce(),
      };
      const url = new URL(server.authorization_endpoint);
      url.search = new URLSearchParams({
        ...client,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        code_challenge: await oauth.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        state: checks.state,
        nonce: checks.nonce,
      });
      return url;
    },
    finish: async (url) => {
      const { verifier, state, nonce } = checks;
      const parameters = oauth.validateAuthResponse(server, client, url, state);
      const answer = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        secret,
        parameters,
        redirectUri,
        verifier,
        options,
      );
      const expected = { expectedNonce: nonce, requireIdToken: true };
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, expected);
      await oauth.validateApplicationLevelSignature(server, answer, options);
      return { tokens, claims: oauth.getValidatedIdTokenClaims(tokens) };
    },
    userinfo: async (tokens, user) => {
      const answer = await oauth.userInfoRequest(server, client, tokens.access_token, options);
      return oauth.processUserInfoResponse(server, client, user.sub, answer);
    },
    refresh: async (tokens) => {
      const answer = await oauth.refreshTokenGrantRequest(server, client, secret, tokens.refresh_token, options);
      return oauth.processRefreshTokenResponse(server, client, answer);
    },
    revoke: async (tokens) => {
      const answer = await oauth.revocationRequest(server, client, secret, tokens.access_token, options);
      return oauth.processRevocationResponse(answer);
    },
  };
});
