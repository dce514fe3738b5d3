/** Express with grant. */
import session from 'express-session';
import grant from 'grant';
import { clientId, clientSecret, issuer, scope, userOf } from './app.mjs';
import { appSecret, serveExpress } from './express-app.mjs';

await serveExpress((app, origin) => {
  app.use(session({ secret: appSecret, resave: false, saveUninitialized: false }));
  app.use(
    grant.express({
      defaults: { origin, transport: 'session', state: true, nonce: true, pkce: true },
      understudy: {
        oauth: 2,
        authorize_url: `${issuer}/authorize`,
        access_url: `${issuer}/token`,
        profile_url: `${issuer}/userinfo`,
        key: clientId,
        secret: clientSecret,
        scope: [scope],
        response: ['tokens', 'jwt', 'profile'],
        callback: '/me',
      },
    }),
  );
  app.get('/login', (_request, response) => response.redirect('/connect/understudy'));
  const shown = (request) => request.session.grant?.response ?? {};
  app.get('/me', (request, response) => {
    const { jwt, access_token, error } = shown(request);
    response.json({ user: userOf(jwt?.id_token.payload), access_token, error });
  });
  app.get('/userinfo', (request, response) => response.json({ user: userOf(shown(request).profile) }));
});
