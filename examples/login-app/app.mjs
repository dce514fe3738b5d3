/** A web app with a login: openid-client does the talking, the app keeps who is logged in. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as client from 'openid-client';
import { page } from './page.mjs';

/**
 * @typedef {import('node:http').IncomingMessage} Incoming
 * @typedef {import('node:http').ServerResponse} Answer
 * @typedef {{ verifier: string, state: string, nonce: string }} Pending a login that has begun
 * @typedef {{ claims: Record<string, unknown>, accessToken: string }} User
 * @typedef {{ pending?: Pending | undefined, user?: User | undefined }} Session
 */

const COOKIE = 'login_app';

/**
 * @param {string} baseUrl of the mock: its origin, or a sandbox
 * @returns {(request: Incoming, response: Answer) => void} for `createServer`
 */
export function loginApp(baseUrl) {
  const issuer = `${baseUrl}/api/oauth`;
  /** @type {Map<string, Session>} */
  const sessions = new Map();
  /** @type {Promise<client.Configuration> | undefined} */
  let discovered;

  /** Reads the metadata at the first login. A mock speaks plain http; a real issuer would not, so drop `execute` there. */
  async function configuration() {
    discovered ??= client.discovery(new URL(issuer), 'understudy-web', 'understudy-secret', undefined, {
      execute: [client.allowInsecureRequests],
    });
    discovered.catch(() => (discovered = undefined));
    return discovered;
  }

  /** @type {Record<string, (url: URL, session: Session, response: Answer) => Promise<unknown>>} */
  const routes = {
    'GET /': async (_url, { user }, response) => html(response, 200, page(user?.claims)),

    'GET /login': async (url, session, response) => {
      const config = await configuration();
      const verifier = client.randomPKCECodeVerifier();
      session.pending = { verifier, state: client.randomState(), nonce: client.randomNonce() };
      // Who logs in is the mock's choice, unless somebody is named.
      const hint = url.searchParams.get('as');
      const request = client.buildAuthorizationUrl(config, {
        redirect_uri: new URL('/callback', url).href,
        scope: 'openid profile email',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: session.pending.state,
        nonce: session.pending.nonce,
        ...(hint ? { login_hint: hint } : {}),
      });
      return redirect(response, request.href);
    },

    'GET /callback': async (url, session, response) => {
      const { pending } = session;
      if (pending === undefined) return html(response, 400, page(undefined, 'No login has begun here.'));
      session.pending = undefined;
      const config = await configuration();
      const tokens = await client.authorizationCodeGrant(config, url, {
        pkceCodeVerifier: pending.verifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      });
      const subject = tokens.claims()?.sub ?? '';
      const claims = await client.fetchUserInfo(config, tokens.access_token, subject);
      session.user = { claims, accessToken: tokens.access_token };
      return redirect(response, '/');
    },

    'POST /logout': async (_url, session, response) => {
      const { user } = session;
      session.user = undefined;
      // Ends the tokens as well; the mock's own way, since OpenID Connect has none for it.
      if (user !== undefined) {
        const headers = { authorization: `Bearer ${user.accessToken}` };
        await fetch(`${baseUrl}/api/auth/logout`, { method: 'POST', headers });
      }
      return redirect(response, '/');
    },

    // The single-page app, and what it needs to know.
    'GET /spa.html': async (_url, _session, response) =>
      html(response, 200, await readFile(new URL('spa.html', import.meta.url), 'utf8')),
    'GET /config.json': async (_url, _session, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ baseUrl })),
  };

  return async (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`);
    const route = routes[`${request.method} ${url.pathname}`];
    if (route === undefined) return html(response, 404, page(undefined, 'There is no such page.'));
    try {
      return await route(url, sessionOf(request, response), response);
    } catch (error) {
      const why = error instanceof client.AuthorizationResponseError ? error.error_description : undefined;
      return html(response, 502, page(undefined, `The login failed: ${why ?? String(error)}`));
    }
  };

  /**
   * @param {Incoming} request
   * @param {Answer} response
   */
  function sessionOf(request, response) {
    const [, sent = ''] = new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(request.headers.cookie ?? '') ?? [];
    const known = sessions.get(sent);
    if (known !== undefined) return known;
    const id = randomUUID();
    /** @type {Session} */
    const session = {};
    sessions.set(id, session);
    response.setHeader('set-cookie', `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax`);
    return session;
  }
}

/**
 * @param {Answer} response
 * @param {number} status
 * @param {string} text
 */
function html(response, status, text) {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(text);
}

/**
 * @param {Answer} response
 * @param {string} location
 */
function redirect(response, location) {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}
