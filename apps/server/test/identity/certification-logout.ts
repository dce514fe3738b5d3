/** The modules of the certification plans for logouts, by name. */
import { createRemoteJWKSet, decodeJwt, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { expect } from 'vitest';
import { newBase, type TestServer } from '../support.js';
import { startReceiver } from '../webhooks/receiver.js';
import type { Page } from './browser.js';
import type { Modules } from './certification-flows.js';
import { form, type Parameters, RelyingParty, type Tokens } from './relying-party.js';

const HOME = 'http://127.0.0.1:3000/post_logout_redirect';

/** As long as the suite has it. */
const STATE = 'sT4te-~.'.repeat(16);

const ERROR = '<h1>You cannot be logged out like this</h1>';
const QUESTION = '<h1>Do you want to log out?</h1>';
const LOGGED_OUT = '<h1>You are logged out</h1>';

/** How a module changes what the suite sends to the end_session_endpoint. */
type Change = (request: Parameters, tokens: Tokens) => Parameters | Promise<Parameters>;

/** A relying party in a sandbox of its own, which registers what the module registers. */
async function party(server: TestServer, registered: object = {}): Promise<RelyingParty> {
  const rp = new RelyingParty(server, { base: newBase() });
  const client = { client_id: 'understudy-web', post_logout_redirect_uris: [HOME], ...registered };
  expect((await rp.configure({ oauth_clients: [client] })).status).toBe(200);
  return rp;
}

/** Logs in, and goes to the end_session_endpoint. */
async function logOut(rp: RelyingParty, change: Change = (request) => request) {
  const tokens = await rp.logIn();
  const request = { id_token_hint: tokens.id_token, post_logout_redirect_uri: HOME, state: STATE };
  return { page: await rp.logOut(await change(request, tokens)), tokens };
}

const isLoggedIn = async (rp: RelyingParty) => {
  const { code, error } = await rp.response({ prompt: 'none' });
  expect([undefined, 'login_required']).toContain(error);
  return code !== undefined;
};

/** The OP has led back with the state and nothing else, and prompt=none is an error that wants a page. */
async function expectLoggedOut(rp: RelyingParty, { location }: Pick<Page, 'location'>, state = STATE): Promise<void> {
  expect(location?.href).toBe(state === '' ? HOME : `${HOME}?${form({ state })}`);
  expect(await isLoggedIn(rp)).toBe(false);
}

/** The OP has not led back, but shows that the browser is logged out. */
async function expectShown(rp: RelyingParty, { location, body }: Page): Promise<void> {
  expect([location, body]).toEqual([undefined, expect.stringContaining(LOGGED_OUT)]);
  expect(await isLoggedIn(rp)).toBe(false);
}

/** The OP has not led back: it shows an error, or asks. */
async function expectStopped(rp: RelyingParty, page: Page, shown: string): Promise<void> {
  expect(page.location).toBeUndefined();
  expect(page.body).toContain(shown);
  expect(page.body).not.toMatch(/<script|http-equiv|<a /);
  expect(await isLoggedIn(rp)).toBe(true);
}

/** The ID token with a signature that is none. */
const modified = (idToken: string): string => {
  const header = Buffer.from('{"alg":"none"}').toString('base64url');
  return `${header}.${idToken.split('.')[1]}.`;
};

/** The ID token as another key signs it. */
async function foreign(idToken: string): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const { n = '' } = await exportJWK(publicKey);
  const header = { alg: 'RS256', kid: n.slice(0, 8), typ: 'JWT' };
  return new SignJWT(decodeJwt(idToken)).setProtectedHeader(header).sign(privateKey);
}

/** What stops a logout, and what is shown then. */
const stopped: Readonly<Record<string, readonly [change: Change, shown: string]>> = {
  'bad-post-logout-redirect-uri': [(request) => ({ ...request, post_logout_redirect_uri: `${HOME}/bad` }), ERROR],
  'query-added-to-post-logout-redirect-uri': [
    (request) => ({ ...request, post_logout_redirect_uri: `${HOME}?foo=bar` }),
    ERROR,
  ],
  'modified-id-token-hint': [(request, { id_token }) => ({ ...request, id_token_hint: modified(id_token) }), ERROR],
  'bad-id-token-hint': [
    async (request, { id_token }) => ({ ...request, id_token_hint: await foreign(id_token) }),
    ERROR,
  ],
  'no-id-token-hint': [(request) => ({ ...request, id_token_hint: undefined }), QUESTION],
};

/** The metadata of a plan. */
const supports = (server: TestServer, names: readonly string[]) => async () =>
  expect(await new RelyingParty(server).metadata()).toMatchObject({
    end_session_endpoint: expect.stringMatching(/\/api\/oauth\/logout$/),
    ...Object.fromEntries(names.map((name) => [name, true])),
  });

/** The modules of the plan for logouts that a client begins. */
export const rpInitiatedModules = (server: TestServer): Modules => ({
  'oidcc-rp-initiated-logout-discovery-endpoint-verification': supports(server, []),
  'oidcc-rp-initiated-logout': async () => {
    const rp = await party(server);
    await expectLoggedOut(rp, (await logOut(rp)).page);
  },
  'oidcc-rp-initiated-logout-no-state': async () => {
    const rp = await party(server);
    await expectLoggedOut(rp, (await logOut(rp, (request) => ({ ...request, state: undefined }))).page, '');
  },
  'oidcc-rp-initiated-logout-no-params': async () => {
    const rp = await party(server);
    const { page } = await logOut(rp, () => ({}));
    await expectStopped(rp, page, QUESTION);
    await expectShown(rp, await rp.answer(page));
  },
  'oidcc-rp-initiated-logout-only-state': async () => {
    const rp = await party(server);
    await expectShown(rp, await rp.answer((await logOut(rp, ({ state }) => ({ state }))).page));
  },
  'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': async () => {
    const rp = await party(server);
    await expectShown(rp, (await logOut(rp, (request) => ({ ...request, post_logout_redirect_uri: undefined }))).page);
  },
  ...Object.fromEntries(
    Object.entries(stopped).map(([name, [change, shown]]) => [
      `oidcc-rp-initiated-logout-${name}`,
      async () => {
        const rp = await party(server);
        await expectStopped(rp, (await logOut(rp, change)).page, shown);
      },
    ]),
  ),
});

/** The modules of the plan for clients that a page of the browser tells. */
export const frontChannelModules = (server: TestServer): Modules => ({
  'oidcc-frontchannel-logout-discovery-endpoint-verification': supports(server, [
    'frontchannel_logout_supported',
    'frontchannel_logout_session_supported',
  ]),
  'oidcc-frontchannel-rp-initiated-logout': async () => {
    const frontchannel_logout_uri = 'http://127.0.0.1:3000/frontchannel_logout';
    const rp = await party(server, { frontchannel_logout_uri, frontchannel_logout_session_required: true });
    const { page, tokens } = await logOut(rp);
    const text = page.body.replaceAll('&amp;', '&');
    const [, loaded = ''] = /<iframe src="([^"]*)"/.exec(text) ?? [];
    const { sid } = decodeJwt(tokens.id_token);
    expect(loaded).toBe(`${frontchannel_logout_uri}?${form({ iss: rp.issuer, sid: String(sid) })}`);
    const [, next = ''] = /<a href="([^"]*)"/.exec(text) ?? [];
    await expectLoggedOut(rp, { location: new URL(next) });
  },
});

/** The modules of the plan for clients that the server tells. */
export const backChannelModules = (server: TestServer): Modules => ({
  'oidcc-backchannel-logout-discovery-endpoint-verification': supports(server, [
    'backchannel_logout_supported',
    'backchannel_logout_session_supported',
  ]),
  'oidcc-backchannel-rp-initiated-logout': async () => {
    const receiver = await startReceiver();
    const registered = { backchannel_logout_uri: receiver.url, backchannel_logout_session_required: true };
    const rp = await party(server, registered);
    const { page, tokens } = await logOut(rp);
    await server.idle();
    await receiver.close();
    expect(receiver.received).toHaveLength(1);
    const fields = new URLSearchParams(receiver.received[0]?.body.toString());
    expect([...fields.keys()]).toEqual(['logout_token']);
    const keys = createRemoteJWKSet(new URL(`${rp.issuer}/.well-known/jwks.json`));
    const expected = { issuer: rp.issuer, audience: 'understudy-web', requiredClaims: ['iat', 'jti', 'exp'] };
    const { payload } = await jwtVerify(fields.get('logout_token') ?? '', keys, expected);
    const { sub, sid } = decodeJwt(tokens.id_token);
    expect(payload).toMatchObject({ sub, sid, events: { 'http://schemas.openid.net/event/backchannel-logout': {} } });
    expect(payload).not.toHaveProperty('nonce');
    await expectLoggedOut(rp, page);
  },
});
