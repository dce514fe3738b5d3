/** next-auth 4: its handler for API routes, which Express calls as Next.js does. */
import express from 'express';
import nextAuth from 'next-auth';
import { getServerSession } from 'next-auth/next';
import { callbacks, loginPage, provider, shownOf } from './auth-js.mjs';
import { appSecret, serveExpress } from './express-app.mjs';

const { issuer, ...rest } = provider;
const options = {
  providers: [
    {
      ...rest,
      type: 'oauth',
      wellKnown: `${issuer}/.well-known/openid-configuration`,
      idToken: true,
      authorization: { params: { scope: 'openid profile email' } },
      profile: ({ sub, name, email }) => ({ id: sub, name, email }),
    },
  ],
  callbacks,
  secret: appSecret,
};

/** What Next.js adds to a request. */
function asNext(request, _response, next) {
  const pairs = (request.headers.cookie ?? '').split('; ').map((pair) => pair.split(/=(.*)/s));
  request.cookies = Object.fromEntries(pairs.map(([name, value = '']) => [name, decodeURIComponent(value)]));
  const nextauth = request.path.split('/').slice(3);
  Object.defineProperty(request, 'query', { value: { ...request.query, nextauth } });
  next();
}

await serveExpress((app, origin) => {
  process.env.NEXTAUTH_URL = origin;
  app.use(express.urlencoded(), asNext);
  app.all('/api/auth/{*rest}', (request, response) => nextAuth.default(request, response, options));
  app.get('/login', (_request, response) => response.type('html').send(loginPage('/api/auth')));
  app.get('/me', async (request, response) =>
    response.json(shownOf(await getServerSession(request, response, options))),
  );
});
