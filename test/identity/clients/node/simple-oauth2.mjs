/** simple-oauth2. */
import { randomUUID } from 'node:crypto';
import { AuthorizationCode } from 'simple-oauth2';
import { clientId, clientSecret, issuer, scope, serve } from './app.mjs';

const { pathname } = new URL(issuer);
const client = new AuthorizationCode({
  client: { id: clientId, secret: clientSecret },
  auth: {
    tokenHost: issuer,
    tokenPath: `${pathname}/token`,
    authorizePath: `${pathname}/authorize`,
    revokePath: `${pathname}/revoke`,
  },
});

await serve(async (origin) => {
  const redirect_uri = `${origin}/callback`;
  const state = randomUUID();
  let login;
  return {
    begin: async () => client.authorizeURL({ redirect_uri, scope, state }),
    finish: async ({ searchParams }) => {
      if (searchParams.get('state') !== state) throw new Error('wrong state');
      login = await client.getToken({ code: searchParams.get('code'), redirect_uri });
      // It leaves the ID token to the app.
      const [, payload] = login.token.id_token.split('.');
      return { tokens: login.token, claims: JSON.parse(Buffer.from(payload, 'base64url')) };
    },
    refresh: async () => {
      login = await login.refresh();
      return login.token;
    },
    revoke: () => login.revoke('access_token'),
  };
});
