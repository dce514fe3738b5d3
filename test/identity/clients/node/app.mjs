/** An app in Node around one client. Each route does one thing with the client, and shows what came of it as JSON. */
import { createServer } from 'node:http';

/** What the run gives to every client. */
export const { ISSUER: issuer = '' } = process.env;
export const clientId = 'understudy-web';
export const clientSecret = 'understudy-secret';
export const scope = 'openid profile email';

/** Has a server listen on a free port, and gives its origin. */
export async function listen(server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}`;
}

/** Says that the app can be asked. */
export const announce = (origin) => console.log(`listening on ${origin}`);

/** What is compared of the claims of a user; null where there is none. */
export const userOf = ({ sub, name, email } = {}) => (sub === undefined ? null : { sub, name, email });

/** What a route shows that has failed. */
export const faultOf = ({ name, message, cause }) => ({ error: `${name}: ${message}`, cause: cause && String(cause) });

/**
 * What an app does with its client. Tokens are what the token endpoint has answered, as the client gives it.
 *
 * @typedef {object} Client
 * @property {() => Promise<URL | string>} begin where the browser logs in
 * @property {(callback: URL) => Promise<{ tokens: Tokens, claims?: object }>} finish what it comes back with
 * @property {(tokens: Tokens, user: object) => Promise<object>} [userinfo] the claims of userinfo
 * @property {(tokens: Tokens) => Promise<Tokens>} [refresh]
 * @property {(tokens: Tokens) => Promise<unknown>} [revoke] of the access token
 * @property {(tokens: Tokens) => Promise<URL | string>} [logOut] where the browser logs out
 *
 * @typedef {{ access_token: string }} Tokens
 */

/** The routes of an app with one visitor, whose login is kept in memory. */
function routesOf(client, origin) {
  let [tokens, user] = [undefined, null];
  const me = () => ({ user, access_token: tokens?.access_token });
  return {
    '/login': async () => new URL(await client.begin()),
    '/callback': async (url) => {
      const finished = await client.finish(url);
      [tokens, user] = [finished.tokens, userOf(finished.claims)];
      return new URL('/me', origin);
    },
    '/me': async () => me(),
    '/userinfo': async () => ({ user: userOf(await client.userinfo(tokens, user)) }),
    '/refresh': async () => {
      tokens = await client.refresh(tokens);
      return me();
    },
    '/revoke': async () => {
      await client.revoke(tokens);
      return { revoked: tokens.access_token };
    },
    '/logout': async () => {
      user = null;
      return new URL(await client.logOut(tokens));
    },
  };
}

function show(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/**
 * Serves the app of a client.
 *
 * @param {(origin: string) => Promise<Client>} makeClient
 */
export async function serve(makeClient) {
  let routes = {};
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, origin);
    const route = routes[url.pathname];
    if (route === undefined) return show(response, 404, { error: `there is no ${url.pathname}` });
    try {
      const answer = await route(url);
      if (!(answer instanceof URL)) return show(response, 200, answer);
      return response.writeHead(302, { location: answer.href }).end();
    } catch (error) {
      return show(response, 500, faultOf(error));
    }
  });
  const origin = await listen(server);
  routes = routesOf(await makeClient(origin), origin);
  announce(origin);
}
