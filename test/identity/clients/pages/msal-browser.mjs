/** @azure/msal-browser, as a client of an OpenID provider that is not Microsoft's. */
import { ProtocolMode, PublicClientApplication } from '@azure/msal-browser';
import { clientId, goToMe, issuer, origin, scope, serve, userOf } from './page.mjs';

await serve({ [location.pathname]: start });

async function start() {
  const client = new PublicClientApplication({
    auth: {
      clientId,
      authority: issuer,
      knownAuthorities: [new URL(issuer).host],
      redirectUri: `${origin}/callback`,
      postLogoutRedirectUri: `${origin}/me`,
    },
    system: { protocolMode: ProtocolMode.OIDC },
  });
  await client.initialize();
  const login = await client.handleRedirectPromise();
  // Asked for one, it would get a new one each time: its cache does not find tokens of an issuer with a longer path.
  if (login !== null) sessionStorage.token = login.accessToken;
  const [account] = client.getAllAccounts();
  const request = { scopes: scope.split(' ') };
  const me = () =>
    account ? { user: userOf(account.idTokenClaims), access_token: sessionStorage.token } : { user: null };
  const routes = {
    '/login': () => client.loginRedirect({ ...request, redirectStartPage: `${origin}/me` }),
    '/callback': async () => goToMe(),
    '/me': async () => me(),
    '/refresh': async () => {
      const { accessToken } = await client.acquireTokenSilent({ ...request, account, forceRefresh: true });
      sessionStorage.token = accessToken;
      return me();
    },
    '/logout': () => client.logoutRedirect({ account }),
  };
  return routes[location.pathname]?.();
}
