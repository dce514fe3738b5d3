/** Express with express-openid-connect: by default it takes an ID token at once, and codes, alone or with one, where VARIANT says so. */
import oidc from 'express-openid-connect';
import { MemoryStore } from 'express-session';
import { clientId, clientSecret, issuer, scope, userOf } from './app.mjs';
import { appSecret, serveExpress } from './express-app.mjs';

/** It asks for names and e-mail addresses by itself, for roles where it is told to. */
const asked = { scope: `${scope} roles` };

const { VARIANT: response_type } = process.env;

const code = { authorizationParams: { ...asked, response_type }, clientSecret };

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
      // Whoever lacks a role gets an error, not another login.
      errorOnRequiredAuth: true,
      authorizationParams: asked,
      routes: { login: false, postLogoutRedirect: '/me' },
      ...(response_type === undefined ? {} : code),
    }),
  );
  const me = ({ oidc: { user, accessToken } }, response) =>
    response.json({ user: userOf(user), access_token: accessToken?.access_token });
  app.get('/login', (_request, response) => response.oidc.login({ returnTo: '/me' }));
  app.get('/me', me);
  app.get('/userinfo', async (request, response) =>
    response.json({ user: userOf(await request.oidc.fetchUserInfo()) }),
  );
  app.get('/admin', oidc.claimIncludes('roles', 'admin'), (_request, response) => response.json({ admin: true }));
  app.use('/admin', (_error, _request, response, _next) => response.status(403).json({ admin: false }));
  app.get('/refresh', async (request, response) => {
    await request.oidc.accessToken.refresh();
    me(request, response);
  });
});
