/** Express with express-openid-connect: by default it takes an ID token at once, and codes where VARIANT says so. */
import oidc from 'express-openid-connect';
import { MemoryStore } from 'express-session';
import { clientId, clientSecret, issuer, userOf } from './app.mjs';
import { appSecret, serveExpress } from './express-app.mjs';

const code = { authorizationParams: { response_type: 'code' }, clientSecret };

await serveExpress((app, origin) => {
  app.use(
    oidc.auth({
      issuerBaseURL: issuer,
      baseURL: origin,
      clientID: clientId,
      secret: appSecret,
      authRequired: false,
      idpLogout: true,
      backchannelLogout: { store: new MemoryStore() },
      routes: { login: false, postLogoutRedirect: '/me' },
      ...(process.env.VARIANT === 'code' ? code : {}),
    }),
  );
  const me = ({ oidc: { user, accessToken } }, response) =>
    response.json({ user: userOf(user), access_token: accessToken?.access_token });
  app.get('/login', (_request, response) => response.oidc.login({ returnTo: '/me' }));
  app.get('/me', me);
  app.get('/userinfo', async (request, response) =>
    response.json({ user: userOf(await request.oidc.fetchUserInfo()) }),
  );
  app.get('/refresh', async (request, response) => {
    await request.oidc.accessToken.refresh();
    me(request, response);
  });
});
