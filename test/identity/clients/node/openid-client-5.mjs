/** openid-client 5. */
import { generators, Issuer } from 'openid-client-5';
import { clientId, clientSecret, issuer, scope, serve } from './app.mjs';

const { Client } = await Issuer.discover(issuer);

await serve(async (origin) => {
  const client = new Client({
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: [`${origin}/callback`],
    post_logout_redirect_uris: [`${origin}/me`],
  });
  let checks;
  return {
    begin: async () => {
      checks = { code_verifier: generators.codeVerifier(), state: generators.state(), nonce: generators.nonce() };
      const { code_verifier, ...sent } = checks;
      const challenge = { code_challenge: generators.codeChallenge(code_verifier), code_challenge_method: 'S256' };
      return client.authorizationUrl({ scope, ...sent, ...challenge });
    },
    finish: async (url) => {
      const tokens = await client.callback(`${origin}/callback`, client.callbackParams(url.href), checks);
      return { tokens, claims: tokens.claims() };
    },
    userinfo: (tokens) => client.userinfo(tokens),
    refresh: (tokens) => client.refresh(tokens),
    revoke: (tokens) => client.revoke(tokens.access_token),
    logOut: async (tokens) => client.endSessionUrl({ id_token_hint: tokens }),
  };
});
