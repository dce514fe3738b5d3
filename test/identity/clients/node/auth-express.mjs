/** Express with @auth/express. */
import { ExpressAuth, getSession } from '@auth/express';
import { callbacks, loginPage, provider, shownOf } from './auth-js.mjs';
import { appSecret, serveExpress } from './express-app.mjs';

await serveExpress((app) => {
  const config = { providers: [provider], callbacks, secret: appSecret };
  app.set('trust proxy', true);
  app.use('/auth', ExpressAuth(config));
  app.get('/login', (_request, response) => response.type('html').send(loginPage('/auth')));
  app.get('/me', async (request, response) => response.json(shownOf(await getSession(request, config))));
});
