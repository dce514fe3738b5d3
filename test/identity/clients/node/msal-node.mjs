/** @azure/msal-node, as a confidential client of an OpenID provider that is not Microsoft's. */
import { ConfidentialClientApplication, CryptoProvider, ProtocolMode } from '@azure/msal-node';
import { clientId, clientSecret, issuer, scope, serve } from './app.mjs';

const client = new ConfidentialClientApplication({
  auth: { clientId, clientSecret, authority: issuer, knownAuthorities: [new URL(issuer).host] },
  system: { protocolMode: ProtocolMode.OIDC },
});

await serve(async (origin) => {
  const request = { scopes: scope.split(' '), redirectUri: `${origin}/callback` };
  const crypto = new CryptoProvider();
  const [state, nonce] = [crypto.createNewGuid(), crypto.createNewGuid()];
  const { verifier, challenge } = await crypto.generatePkceCodes();
  const tokensOf = ({ accessToken, account }) => ({ access_token: accessToken, account });
  return {
    begin: () =>
      client.getAuthCodeUrl({ ...request, state, nonce, codeChallenge: challenge, codeChallengeMethod: 'S256' }),
    finish: async ({ searchParams: answer }) => {
      const login = await client.acquireTokenByCode(
        { ...request, state, nonce, code: answer.get('code'), codeVerifier: verifier },
        { code: answer.get('code'), state: answer.get('state') },
      );
      return { tokens: tokensOf(login), claims: login.idTokenClaims };
    },
    refresh: async ({ account }) =>
      tokensOf(await client.acquireTokenSilent({ scopes: request.scopes, account, forceRefresh: true })),
  };
});
