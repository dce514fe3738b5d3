/** better-auth with its plugin for any provider, and a database in memory. */
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { toNodeHandler } from 'better-auth/node';
import { genericOAuth } from 'better-auth/plugins';
import { clientId, clientSecret, issuer, scope } from './app.mjs';
import { appSecret, serveExpress } from './express-app.mjs';

const providerId = 'understudy';
const PATH = '/api/auth';

/** A page that presses a button of its client: it is a POST, whose answer says where to go. */
const button = (path, wish) => `<!doctype html><script type="module">
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('${PATH}${path}', { method: 'POST', headers, body: '${JSON.stringify(wish)}' });
  location = (await answer.json()).url;
</script>`;

await serveExpress((app, origin) => {
  const tables = { user: [], session: [], account: [], verification: [] };
  const auth = betterAuth({
    baseURL: origin,
    secret: appSecret,
    database: memoryAdapter(tables),
    plugins: [
      genericOAuth({
        config: [
          {
            providerId,
            clientId,
            clientSecret,
            discoveryUrl: `${issuer}/.well-known/openid-configuration`,
            scopes: scope.split(' '),
          },
        ],
      }),
    ],
  });
  const headersOf = ({ headers }) => new Headers({ cookie: headers.cookie ?? '' });

  async function me(request) {
    const headers = headersOf(request);
    const session = await auth.api.getSession({ headers });
    if (session === null) return { user: null };
    const [account] = await auth.api.listUserAccounts({ headers });
    const { accessToken } = await auth.api.getAccessToken({ headers, body: { accountId: account.id } });
    const { name, email } = session.user;
    return { user: { sub: account.accountId, name, email }, access_token: accessToken };
  }

  app.all(`${PATH}/{*rest}`, toNodeHandler(auth));
  app.get('/login', (_request, response) =>
    response.type('html').send(button('/sign-in/social', { provider: providerId, callbackURL: '/me' })),
  );
  app.get('/me', async (request, response) => response.json(await me(request)));
  app.get('/refresh', async (request, response) => {
    const headers = headersOf(request);
    const [account] = await auth.api.listUserAccounts({ headers });
    await auth.api.refreshToken({ headers, body: { accountId: account.id } });
    response.json(await me(request));
  });
  app.get('/logout', (_request, response) => response.type('html').send(button('/sign-out', { callbackURL: '/me' })));
});
