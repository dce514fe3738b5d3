/** arctic, with its client for any provider. */
import { CodeChallengeMethod, decodeIdToken, generateCodeVerifier, generateState, OAuth2Client } from 'arctic';
import { clientId, clientSecret, issuer, scope, serve } from './app.mjs';

await serve(async (origin) => {
  const client = new OAuth2Client(clientId, clientSecret, `${origin}/callback`);
  const [state, verifier] = [generateState(), generateCodeVerifier()];
  const tokensOf = ({ data }) => data;
  return {
    begin: async () =>
      client.createAuthorizationURLWithPKCE(
        `${issuer}/authorize`,
        state,
        CodeChallengeMethod.S256,
        verifier,
        scope.split(' '),
      ),
    finish: async ({ searchParams }) => {
      if (searchParams.get('state') !== state) throw new Error('wrong state');
      const tokens = await client.validateAuthorizationCode(`${issuer}/token`, searchParams.get('code'), verifier);
      return { tokens: tokensOf(tokens), claims: decodeIdToken(tokens.idToken()) };
    },
    refresh: async (tokens) => tokensOf(await client.refreshAccessToken(`${issuer}/token`, tokens.refresh_token, [])),
    revoke: (tokens) => client.revokeToken(`${issuer}/revoke`, tokens.access_token),
  };
});
