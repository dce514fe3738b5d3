/** Authorization requests that clients push (RFC 9126): kept for a minute, good once, for one client alone. */
import { describe, expect, test } from 'vitest';
import { type JsonAnswer, send } from '../sandboxes/client.js';
import { formOf } from './response-of.js';
import {
  CALLBACK,
  type Client,
  failure,
  form,
  type Parameters,
  PKCE,
  RelyingParty,
  spa,
  tokensOf,
  VERIFIER,
  web,
} from './relying-party.js';
import { newBase, useServer } from '../support.js';

const server = useServer();
/** A sandbox of its own. */
const fresh = (client: Client = web) => new RelyingParty(server, { base: newBase(), client });

const push = (rp: RelyingParty, fields: Parameters = {}): Promise<JsonAnswer> =>
  rp.ask('par', { response_type: 'code', redirect_uri: CALLBACK, scope: 'openid', state: 'pushed', ...fields });

const uriOf = ({ json }: JsonAnswer): string => String(json['request_uri']);

/** An authorization request with nothing but the name of what was pushed. */
const by = (request_uri: string, more: Parameters = {}): Parameters => ({
  request_uri,
  redirect_uri: undefined,
  response_type: undefined,
  scope: undefined,
  state: undefined,
  ...more,
});

test('a browser logs in with what was pushed, and with nothing that stands beside it', async () => {
  const rp = fresh();
  const pushed = await push(rp, { login_hint: 'usr_0002', nonce: 'n-1' });
  expect(pushed.status).toBe(201);
  expect(pushed.headers.get('cache-control')).toBe('no-store');
  expect(pushed.json).toEqual({
    request_uri: expect.stringMatching(/^urn:ietf:params:oauth:request_uri:[\w-]{43}$/),
    expires_in: 60,
  });
  const beside = { state: 'beside', login_hint: 'usr_0003', redirect_uri: 'https://evil.example/', scope: 'evil' };
  const response = await rp.response(by(uriOf(pushed), beside));
  expect(response).toMatchObject({ state: 'pushed', iss: rp.issuer });
  const { json } = await rp.redeem(response['code'] ?? '');
  expect(json['scope']).toBe('openid');
  const [, claims = ''] = String(json['id_token']).split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ sub: 'usr_0002', nonce: 'n-1' });
});

test('it is good once', async () => {
  const rp = fresh();
  const uri = uriOf(await push(rp));
  const pages = await Promise.all([1, 2, 3].map(async () => (await rp.authorize(by(uri))).status));
  expect(pages.toSorted()).toEqual([302, 400, 400]);
  expect((await rp.authorize(by(uri, { redirect_uri: CALLBACK }))).body).toContain('invalid_request_uri');
});

test('it is kept for a minute by the clock of the sandbox', async () => {
  const rp = fresh();
  const [first, second] = [uriOf(await push(rp)), uriOf(await push(rp))];
  await rp.advance(59);
  expect((await rp.authorize(by(first))).status).toBe(302);
  await rp.advance(1);
  const late = await rp.authorize(by(second));
  expect([late.status, late.location]).toEqual([400, undefined]);
  expect(late.body).toContain('invalid_request_uri');
});

test('it is for its client and its sandbox alone', async () => {
  const rp = fresh();
  const uri = uriOf(await push(rp));
  for (const client_id of ['understudy-eddsa', undefined]) {
    const page = await rp.authorize(by(uri, { client_id, redirect_uri: CALLBACK, response_type: 'code' }));
    expect(page.location?.searchParams.get('code') ?? null).toBeNull();
  }
  expect((await fresh().authorize(by(uri))).status).toBe(400);
  expect((await rp.authorize(by(uri))).status).toBe(302);
});

test('a reset forgets it', async () => {
  const rp = fresh();
  const uri = uriOf(await push(rp));
  await send(server, 'POST', `/sandboxes/${rp.sandbox}/reset`);
  expect((await rp.authorize(by(uri))).status).toBe(400);
});

test('what goes wrong with it travels to its client, forced failures included', async () => {
  const rp = fresh();
  const none = uriOf(await push(rp, { prompt: 'none' }));
  expect(await rp.response(by(none))).toMatchObject({ error: 'login_required', state: 'pushed' });
  const forced = uriOf(await push(rp));
  expect(await rp.response(by(forced, { simulate_error: 'forbidden' }))).toMatchObject({
    error: 'access_denied',
    state: 'pushed',
  });
  // It was not used by that.
  expect(await rp.response(by(forced))).toMatchObject({ state: 'pushed', code: expect.any(String) });
});

test('a public client pushes with PKCE', async () => {
  const rp = fresh(spa);
  expect(failure(await push(rp))).toBe('400 invalid_request');
  const { code = '' } = await rp.response(by(uriOf(await push(rp, PKCE))));
  expect(tokensOf(await rp.redeem(code, { code_verifier: VERIFIER })).access_token).not.toBe('');
});

describe('refuses what would be refused of a browser, and at once', () => {
  test.each<[string, Parameters, string]>([
    ['no redirect_uri', { redirect_uri: undefined }, '400 invalid_request'],
    ['an open redirect', { redirect_uri: 'https://evil.example/' }, '400 invalid_request'],
    ['no response_type', { response_type: undefined }, '400 invalid_request'],
    ['an unknown response_type', { response_type: 'token' }, '400 unsupported_response_type'],
    ['a wrong scope', { scope: '"' }, '400 invalid_scope'],
    ['a request_uri', { request_uri: 'urn:ietf:params:oauth:request_uri:x' }, '400 invalid_request'],
    ['wrong claims', { claims: 'x' }, '400 invalid_request'],
  ])('%s', async (_what, fields, error) => {
    expect(failure(await push(fresh(), fields))).toBe(error);
  });

  test('a wrong secret', async () => {
    expect(failure(await push(fresh({ ...web, secret: 'wrong' })))).toBe('401 invalid_client');
  });
});

test('a client that pushes all its requests, as listed, is refused others', async () => {
  const rp = fresh();
  const oauth_clients = [{ client_id: web.id, require_pushed_authorization_requests: true }];
  await send(server, 'PUT', `/sandboxes/${rp.sandbox}`, { oauth_clients });
  expect(await rp.response()).toMatchObject({ error: 'invalid_request' });
  expect(await rp.response(by(uriOf(await push(rp))))).toMatchObject({ state: 'pushed', code: expect.any(String) });
});

test('a snapshot has it, and a JSON caller uses nothing up', async () => {
  const rp = fresh();
  const uri = uriOf(await push(rp, { login_hint: 'usr_0002' }));
  const path = `/sandboxes/${rp.sandbox}`;
  const list = await server.fetch(`${path}/api/oauth/authorize?client_id=${web.id}&request_uri=${uri}`, {
    headers: { accept: 'application/json' },
  });
  const { data } = (await list.json()) as { data: { user_id: string; redirect_to: string }[] };
  expect(data[0]).toMatchObject({ user_id: 'usr_0002', redirect_to: expect.stringContaining('state=pushed') });
  const { json: snapshot } = await send(server, 'GET', `${path}/snapshot`);
  expect((await rp.authorize(by(uri))).status).toBe(302);
  expect((await send(server, 'PUT', `${path}/snapshot`, snapshot)).status).toBe(200);
  expect((await rp.authorize(by(uri))).status).toBe(302);
});

describe('with the log-in page', () => {
  const asking = async () => {
    const rp = fresh();
    await rp.configure({ login: 'page' });
    const uri = uriOf(await push(rp));
    const choose = async (page: Awaited<ReturnType<typeof rp.authorize>>) => {
      const { action, fields } = formOf(page);
      return rp.browser.visit(new URL(action, rp.issuer), { form: form({ ...fields, login_as: 'usr_0002' }) });
    };
    return { rp, uri, choose };
  };

  test.each([70, 599])('a person may take %i seconds to choose', async (seconds) => {
    const { rp, uri, choose } = await asking();
    await rp.advance(59);
    const page = await rp.authorize(by(uri));
    await rp.advance(seconds);
    // Looking for somebody, or reloading the page, is no new request.
    expect((await rp.authorize(by(uri, { find_user: 'usr_0002' }))).body).toContain('Who logs in?');
    const after = await choose(page);
    expect([after.status, after.location?.searchParams.get('state')]).toEqual([302, 'pushed']);
    expect((await rp.redeem(after.location?.searchParams.get('code') ?? '')).status).toBe(200);
  });

  test('one that was used, or that comes too late, is a page that says so, and asks nobody', async () => {
    const { rp, uri, choose } = await asking();
    const page = await rp.authorize(by(uri));
    expect((await choose(page)).status).toBe(302);
    const late = uriOf(await push(rp));
    await rp.advance(60);
    for (const again of [await choose(page), await rp.authorize(by(uri)), await rp.authorize(by(late))]) {
      expect([again.status, again.location, again.headers['content-type']]).toEqual([
        400,
        undefined,
        'text/html; charset=utf-8',
      ]);
      expect(again.body).toContain('invalid_request_uri');
      expect(again.body).not.toContain('login_as');
    }
  });
});

test.each<[string, Parameters, string]>([
  ['an open redirect', { redirect_uri: 'https://evil.example/' }, 'redirect_uri'],
  ['no client', { client_id: undefined }, 'client_id'],
  ['no redirect_uri', { redirect_uri: undefined }, 'redirect_uri'],
  ['a client that was deregistered', { client_id: 'cli_x0123456789abcdef0123' }, 'client_id'],
])('a browser that is sent with %s is shown a page, and a program is told the problem', async (_what, wrong, name) => {
  const rp = fresh();
  const page = await rp.authorize(wrong);
  expect([page.status, page.location, page.headers['content-type']]).toEqual([
    400,
    undefined,
    'text/html; charset=utf-8',
  ]);
  expect(page.body).toContain(name);
  const told = await rp.authorize(wrong, { accept: '*/*', 'sec-fetch-mode': undefined });
  expect([told.status, told.headers['content-type']]).toEqual([400, 'application/json']);
});
