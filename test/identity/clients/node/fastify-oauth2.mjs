/** fastify with @fastify/oauth2, which finds the endpoints by itself. */
import oauth2 from '@fastify/oauth2';
import fastify from 'fastify';
import { announce, clientId, clientSecret, faultOf, issuer, scope, userOf } from './app.mjs';

const app = fastify();
let [tokens, user] = [undefined, null];
const me = () => ({ user, access_token: tokens?.access_token });

app.register(oauth2, {
  name: 'understudy',
  scope: scope.split(' '),
  credentials: { client: { id: clientId, secret: clientSecret } },
  startRedirectPath: '/login',
  callbackUri: ({ host }) => `http://${host}/callback`,
  discovery: { issuer },
});
app.setErrorHandler((error, _request, reply) => reply.code(500).send(faultOf(error)));
app.get('/callback', async (request, reply) => {
  ({ token: tokens } = await app.understudy.getAccessTokenFromAuthorizationCodeFlow(request, reply));
  user = userOf(await app.understudy.userinfo(tokens));
  return reply.redirect('/me');
});
app.get('/me', async () => me());
app.get('/userinfo', async () => ({ user: userOf(await app.understudy.userinfo(tokens)) }));
app.get('/refresh', async () => {
  ({ token: tokens } = await app.understudy.getNewAccessTokenUsingRefreshToken(tokens));
  return me();
});
app.get('/revoke', async () => {
  await app.understudy.revokeToken(tokens, 'access_token');
  return { revoked: tokens.access_token };
});

announce(await app.listen({ port: 0, host: '127.0.0.1' }));
