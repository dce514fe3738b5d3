/** The modules of the certification plans for logouts, each as a test of the same name. */
import { decodeJwt, exportJWK, generateKeyPair, jwtVerify, createRemoteJWKSet, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../sandboxes/client.js';
import { overSocket, type TestServer } from '../support.js';
import { type Receiver, startReceiver } from '../webhooks/receiver.js';
import type { Page } from './browser.js';
import { form, type Parameters, RelyingParty, type Tokens } from './relying-party.js';

let server: TestServer;
beforeAll(async () => {
  server = await overSocket({ clock: 'real', webhookDelivery: 'on' });
});
afterAll(() => server.close());

const HOME = 'http://127.0.0.1:3000/post_logout_redirect';

/** As long as the suite has it. */
const STATE = 'sT4te-~.'.repeat(16);

let count = 0;
/** A relying party in a sandbox of its own, which registers what the module registers. */
async function party(registered: object = {}): Promise<RelyingParty> {
  const base = `/sandboxes/certification-logout-${count++}`;
  const client = { client_id: 'understudy-web', post_logout_redirect_uris: [HOME], ...registered };
  expect((await send(server, 'PUT', base, { oauth_clients: [client] })).status).toBe(200);
  return new RelyingParty(server, { base });
}

async function metadata(): Promise<Record<string, unknown>> {
  const { issuer } = new RelyingParty(server);
  return (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as Record<string, unknown>;
}

/** Logs in, and goes to the end_session_endpoint with what the suite sends, as a module changes it. */
async function logOut(
  rp: RelyingParty,
  change: (request: Parameters, tokens: Tokens) => Parameters | Promise<Parameters> = (request) => request,
): Promise<{ page: Page; tokens: Tokens }> {
  const tokens = await rp.logIn();
  const request = { id_token_hint: tokens.id_token, post_logout_redirect_uri: HOME, state: STATE };
  return { page: await rp.logOut(await change(request, tokens)), tokens };
}

/** The OP has led back with the state and nothing else, and prompt=none is an error that wants a page. */
async function expectLoggedOut(rp: RelyingParty, { location }: Pick<Page, 'location'>, state = STATE): Promise<void> {
  expect(location?.href).toBe(state === '' ? HOME : `${HOME}?${form({ state })}`);
  expect((await rp.response({ prompt: 'none' }))['error']).toBe('login_required');
}

/** The OP has not led back: it shows an error, or asks. */
async function expectStopped(rp: RelyingParty, page: Page, shown: string): Promise<void> {
  expect(page.location).toBeUndefined();
  expect(page.body).toContain(shown);
  expect(page.body).not.toMatch(/<script|http-equiv|<a /);
  expect((await rp.response({ prompt: 'none' }))['code']).toBeDefined();
}

const ERROR = '<h1>You cannot be logged out like this</h1>';
const QUESTION = '<h1>Do you want to log out?</h1>';
const LOGGED_OUT = '<h1>You are logged out</h1>';

describe('oidcc-rp-initiated-logout-certification-test-plan', () => {
  test('oidcc-rp-initiated-logout-discovery-endpoint-verification', async () => {
    expect(await metadata()).toMatchObject({ end_session_endpoint: expect.stringMatching(/\/api\/oauth\/logout$/) });
  });

  test('oidcc-rp-initiated-logout', async () => {
    const rp = await party();
    const { page } = await logOut(rp);
    await expectLoggedOut(rp, page);
  });

  test('oidcc-rp-initiated-logout-bad-post-logout-redirect-uri', async () => {
    const rp = await party();
    const bad = `${HOME}/bad`;
    const { page } = await logOut(rp, (request) => ({ ...request, post_logout_redirect_uri: bad }));
    await expectStopped(rp, page, ERROR);
  });

  test('oidcc-rp-initiated-logout-modified-id-token-hint', async () => {
    const rp = await party();
    const { page } = await logOut(rp, (request, { id_token }) => {
      const header = Buffer.from('{"alg":"none"}').toString('base64url');
      return { ...request, id_token_hint: `${header}.${id_token.split('.')[1]}.` };
    });
    await expectStopped(rp, page, ERROR);
  });

  test('oidcc-rp-initiated-logout-no-id-token-hint', async () => {
    const rp = await party();
    const { page } = await logOut(rp, (request) => ({ ...request, id_token_hint: undefined }));
    await expectStopped(rp, page, QUESTION);
  });

  test('oidcc-rp-initiated-logout-no-params', async () => {
    const rp = await party();
    const { page } = await logOut(rp, () => ({}));
    await expectStopped(rp, page, QUESTION);
    const after = await rp.answer(page);
    expect([after.location, after.body]).toEqual([undefined, expect.stringContaining(LOGGED_OUT)]);
    expect((await rp.response({ prompt: 'none' }))['error']).toBe('login_required');
  });

  test('oidcc-rp-initiated-logout-no-post-logout-redirect-uri', async () => {
    const rp = await party();
    const { page } = await logOut(rp, (request) => ({ ...request, post_logout_redirect_uri: undefined }));
    expect([page.location, page.body]).toEqual([undefined, expect.stringContaining(LOGGED_OUT)]);
    expect((await rp.response({ prompt: 'none' }))['error']).toBe('login_required');
  });

  test('oidcc-rp-initiated-logout-no-state', async () => {
    const rp = await party();
    const { page } = await logOut(rp, (request) => ({ ...request, state: undefined }));
    await expectLoggedOut(rp, page, '');
  });

  test('oidcc-rp-initiated-logout-only-state', async () => {
    const rp = await party();
    const { page } = await logOut(rp, ({ state }) => ({ state }));
    const after = await rp.answer(page);
    expect([after.location, after.body]).toEqual([undefined, expect.stringContaining(LOGGED_OUT)]);
    expect((await rp.response({ prompt: 'none' }))['error']).toBe('login_required');
  });

  test('oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri', async () => {
    const rp = await party();
    const { page } = await logOut(rp, (request) => ({ ...request, post_logout_redirect_uri: `${HOME}?foo=bar` }));
    await expectStopped(rp, page, ERROR);
  });

  test('oidcc-rp-initiated-logout-bad-id-token-hint', async () => {
    const rp = await party();
    const { page } = await logOut(rp, async (request, { id_token }) => {
      const { privateKey, publicKey } = await generateKeyPair('RS256');
      const { n = '' } = await exportJWK(publicKey);
      const header = { alg: 'RS256', kid: n.slice(0, 8), typ: 'JWT' };
      return {
        ...request,
        id_token_hint: await new SignJWT(decodeJwt(id_token)).setProtectedHeader(header).sign(privateKey),
      };
    });
    await expectStopped(rp, page, ERROR);
  });
});

describe('oidcc-frontchannel-rp-initiated-logout-certification-test-plan', () => {
  test('oidcc-frontchannel-logout-discovery-endpoint-verification', async () => {
    expect(await metadata()).toMatchObject({
      frontchannel_logout_supported: true,
      frontchannel_logout_session_supported: true,
      end_session_endpoint: expect.any(String),
    });
  });

  test('oidcc-frontchannel-rp-initiated-logout', async () => {
    const frontchannel_logout_uri = 'http://127.0.0.1:3000/frontchannel_logout';
    const rp = await party({ frontchannel_logout_uri, frontchannel_logout_session_required: true });
    const { page, tokens } = await logOut(rp);
    const text = page.body.replaceAll('&amp;', '&');
    const [, loaded = ''] = /<iframe src="([^"]*)"/.exec(text) ?? [];
    const { sid } = decodeJwt(tokens.id_token);
    expect(loaded).toBe(`${frontchannel_logout_uri}?${form({ iss: rp.issuer, sid: String(sid) })}`);
    const [, next = ''] = /<a href="([^"]*)"/.exec(text) ?? [];
    await expectLoggedOut(rp, { location: new URL(next) });
  });
});

describe('oidcc-backchannel-rp-initiated-logout-certification-test-plan', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  test('oidcc-backchannel-logout-discovery-endpoint-verification', async () => {
    expect(await metadata()).toMatchObject({
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      end_session_endpoint: expect.any(String),
    });
  });

  test('oidcc-backchannel-rp-initiated-logout', async () => {
    const rp = await party({ backchannel_logout_uri: receiver.url, backchannel_logout_session_required: true });
    const { page, tokens } = await logOut(rp);
    await server.idle();
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
  });
});
