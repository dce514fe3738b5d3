/** An app that logs its users in with Passport. */
import { createServer } from 'node:http';
import { listen } from '@understudy/tooling/server';
import passport from 'passport';
import { Strategy, type StrategyOptions } from 'passport-openidconnect';
import { expect, test } from 'vitest';
import { KEEP_ALIVE_MS } from '../../src/transport/node.js';
import { overSocket, type TestServer } from '../support.js';
import { ending } from '../use.js';
import { Browser, destination, type Page } from './browser.js';

const mock = async (): Promise<TestServer> => ending(await overSocket({ clock: 'real' }));

/** An app with a session in memory, and two routes: `/login` and `/callback`. */
async function startApp(issuer: string, extra: Partial<StrategyOptions> = {}): Promise<string> {
  const session = {};
  // As the mock's own: on a slow machine a shorter one ends a connection under a request that is on its way.
  const http = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', origin);
    if (pathname !== '/login' && pathname !== '/callback') return response.writeHead(404).end();
    const request = Object.assign(incoming, { session, query: Object.fromEntries(searchParams), user: undefined });
    const show = (status: number, what: unknown) => response.writeHead(status).end(JSON.stringify(what));
    return authenticate(request, response, (error) => {
      if (error === undefined) show(200, request.user);
      else show(500, { ...error, name: error.name, message: error.message });
    });
  });
  const origin = `http://127.0.0.1:${await listen(http)}`;
  ending({
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  });
  const options = {
    issuer,
    authorizationURL: `${issuer}/authorize`,
    tokenURL: `${issuer}/token`,
    userInfoURL: `${issuer}/userinfo`,
    clientID: 'understudy-web',
    clientSecret: 'understudy-secret',
    callbackURL: `${origin}/callback`,
    scope: ['profile', 'email'],
    nonce: 'yes',
    ...extra,
  };
  const strategy = new Strategy(
    options,
    (_issuer, userinfo, _idToken, _context, _token, _access, _refresh, _all, done) => done(null, userinfo),
  );
  const authenticate = passport.authenticate(strategy, { session: false });
  return origin;
}

test.each(['', '/sandboxes/x'])('logs in below %j', async (base) => {
  const server = await mock();
  const app = await startApp(`${server.origin}${base}/api/oauth`, { maxAge: 600, loginHint: 'usr_0005' });
  const browser = new Browser();
  const toIssuer = destination(await browser.visit(`${app}/login`));
  expect(toIssuer.origin).toBe(server.origin);
  const back = destination(await browser.visit(toIssuer));
  expect(back.origin).toBe(app);
  const page = await browser.visit(back);
  expect(page.status).toBe(200);
  expect(JSON.parse(page.body)).toMatchObject({
    id: 'usr_0005',
    displayName: expect.any(String),
    name: { givenName: expect.any(String), familyName: expect.any(String) },
    emails: [{ value: expect.stringContaining('@example.') }],
  });
});

/** Logs a browser in as far as the app lets it, and gives the last page. */
async function lastPage(extra: Partial<StrategyOptions>): Promise<Page> {
  const server = await mock();
  const app = await startApp(`${server.origin}/api/oauth`, extra);
  const browser = new Browser();
  return browser.visit(destination(await browser.visit(destination(await browser.visit(`${app}/login`)))));
}

test.each<[string, Partial<StrategyOptions>, object]>([
  ['a wrong secret', { clientSecret: 'wrong' }, { name: 'TokenError', code: 'invalid_client' }],
  ['a refusal', { prompt: 'none' }, { name: 'AuthorizationError', code: 'login_required' }],
])('reports %s', async (_what, extra, expected) => {
  expect(JSON.parse((await lastPage(extra)).body)).toMatchObject(expected);
});

test('shows a user who was denied as not logged in', async () => {
  expect((await lastPage({ loginHint: 'nobody@example.com' })).status).toBe(401);
});
