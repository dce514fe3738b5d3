/** openid-client 6. */
import * as oidc from 'openid-client';
import { clientId, clientSecret, issuer, scope, serve } from './app.mjs';

// Over https it needs nothing.
const options = issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {};
const config = await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, options);

await serve(async (origin) => {
  let checks;
  return {
    begin: async () => {
      checks = {
        pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
        expectedState: oidc.randomState(),
        expectedNonce: oidc.randomNonce(),
      };
      return oidc.buildAuthorizationUrl(config, {
        redirect_uri: `${origin}/callback`,
        scope,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
        code_challenge_method: 'S256',
        state: checks.expectedState,
        nonce: checks.expectedNonce,
      });
    },
    finish: async (url) => {
      const tokens = await oidc.authorizationCodeGrant(config, url, checks);
      return { tokens, claims: tokens.claims() };
    },
    userinfo: (tokens, user) => oidc.fetchUserInfo(config, tokens.access_token, user.sub),
    refresh: (tokens) => oidc.refreshTokenGrant(config, tokens.refresh_token),
    revoke: (tokens) => oidc.tokenRevocation(config, tokens.access_token),
    logOut: async (tokens) =>
      oidc.buildEndSessionUrl(config, { id_token_hint: tokens.id_token, post_logout_redirect_uri: `${origin}/me` }),
  };
});
