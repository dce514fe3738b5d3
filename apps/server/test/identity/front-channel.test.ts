/** The clients of a session, told by what the browser loads (OpenID Connect Front-Channel Logout 1.0), and how they are listed. */
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { faults, send } from '../sandboxes/client.js';
import { inProcess, newBase, overSocket, useServer } from '../support.js';
import type { Page } from './browser.js';
import { form, RelyingParty } from './relying-party.js';

const server = useServer();

/** A relying party at a sandbox that lists clients. */
async function party(clients: readonly object[]): Promise<RelyingParty> {
  const base = newBase();
  const { status } = await send(server, 'PUT', base, { oauth_clients: clients });
  expect(status).toBe(200);
  return new RelyingParty(server, { base });
}

const HOME = 'http://127.0.0.1:3000/bye';
const FRAME = 'http://127.0.0.1:3000/frontchannel?a=1&b=2';

const unescaped = (text: string): string => text.replaceAll('&amp;', '&');

function framesOf({ body }: Page): string[] {
  return [...body.matchAll(/<iframe src="([^"]*)"/g)].map(([, src = '']) => unescaped(src));
}

function frameSources({ headers }: Page): string | undefined {
  return /frame-src ([^;]*)/.exec(headers['content-security-policy'] ?? '')?.[1];
}

describe('the page of a logout', () => {
  test('loads the address of each listed client of the session, with issuer and session where it wants them', async () => {
    const rp = await party([
      { client_id: 'understudy-web', frontchannel_logout_uri: FRAME, frontchannel_logout_session_required: true },
      { client_id: 'another', frontchannel_logout_uri: 'http://app.localhost:3001/out' },
      { client_id: 'elsewhere', frontchannel_logout_uri: 'http://127.0.0.1:3002/' },
    ]);
    const { id_token } = await rp.logIn();
    await rp.authorize({ client_id: 'another', response_type: 'id_token', nonce: 'n' });
    const page = await rp.logOut({ id_token_hint: id_token });
    const session = form({ iss: rp.issuer, sid: String(decodeJwt(id_token)['sid']) });
    expect(framesOf(page)).toEqual([`${FRAME}&${session}`, 'http://app.localhost:3001/out']);
    expect(frameSources(page)).toBe('http://127.0.0.1:3000 http://app.localhost:3001');
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.body).not.toContain('<script');
  });

  test('goes on to where the client wants the browser, with a link for whoever has no script', async () => {
    const rp = await party([{ client_id: 'understudy-web', frontchannel_logout_uri: FRAME }]);
    const { id_token } = await rp.logIn();
    const page = await rp.logOut({ id_token_hint: id_token, post_logout_redirect_uri: HOME, state: 'a&b' });
    expect([page.status, page.location]).toEqual([200, undefined]);
    expect(framesOf(page)).toEqual([FRAME]);
    const next = `${HOME}?${form({ state: 'a&b' })}`;
    expect(page.body).toContain(`<a href="${next}">`);
    expect(unescaped(page.body)).toContain(
      `<noscript><meta http-equiv="refresh" content="3;url=${next}" /></noscript>`,
    );
    expect(page.headers['set-cookie']).toContain('Max-Age=0');
    expect((await rp.response({ prompt: 'none' }))['error']).toBe('login_required');
  });

  test('loads nothing a second time, and nothing for a browser that stays', async () => {
    const rp = await party([{ client_id: 'understudy-web', frontchannel_logout_uri: FRAME }]);
    const { id_token } = await rp.logIn();
    expect(framesOf(await rp.answer(await rp.logOut(), 'stay'))).toEqual([]);
    expect(framesOf(await rp.logOut({ id_token_hint: id_token }))).toEqual([FRAME]);
    const again = await rp.logOut({ id_token_hint: id_token, post_logout_redirect_uri: HOME });
    expect([again.status, again.location?.href]).toEqual([302, HOME]);
  });

  test('loads no address that this server would send no browser to, though a snapshot has it', async () => {
    await using strict = await overSocket({ host: '127.0.0.1' });
    await using open = await overSocket({ oauthRedirectAllow: 'https://app.example.com' });
    const frontchannel_logout_uri = 'https://app.example.com/out';
    const clients = [{ client_id: 'understudy-web', frontchannel_logout_uri }];
    expect((await send(open, 'PUT', '/sandboxes/a', { oauth_clients: clients })).status).toBe(200);
    const { json } = await send(open, 'GET', '/sandboxes/a/snapshot');
    expect(json['config']).toMatchObject({ oauth_clients: clients });
    expect((await send(strict, 'PUT', '/sandboxes/a/snapshot', json)).status).toBe(200);
    for (const [at, frames] of [
      [open, [frontchannel_logout_uri]],
      [strict, []],
    ] as const) {
      const rp = new RelyingParty(at, { base: '/sandboxes/a' });
      const { id_token } = await rp.logIn();
      expect(framesOf(await rp.logOut({ id_token_hint: id_token }))).toEqual(frames);
    }
  });
});

describe('post_logout_redirect_uris of a client', () => {
  test('are the only ones its logouts lead to, to the letter', async () => {
    const rp = await party([{ client_id: 'understudy-web', post_logout_redirect_uris: [HOME] }]);
    const { id_token } = await rp.logIn();
    for (const uri of [`${HOME}?foo=bar`, `${HOME}/`, 'http://127.0.0.1:3001/bye']) {
      const page = await rp.logOut({ id_token_hint: id_token, post_logout_redirect_uri: uri });
      expect([page.status, page.location]).toEqual([400, undefined]);
      const named = await rp.logOut({ client_id: 'understudy-web', post_logout_redirect_uri: uri });
      expect([named.status, named.location]).toEqual([400, undefined]);
    }
    expect((await rp.response({ prompt: 'none' }))['code']).toBeDefined();
    const page = await rp.logOut({ id_token_hint: id_token, post_logout_redirect_uri: HOME });
    expect([page.status, page.location?.href]).toEqual([302, HOME]);
  });
});

describe('clients are listed', () => {
  test('in the settings of a sandbox, which shows them, keeps them and copies them', async () => {
    await using own = await inProcess();
    const clients = [
      {
        client_id: 'my-app',
        post_logout_redirect_uris: [HOME],
        frontchannel_logout_uri: FRAME,
        frontchannel_logout_session_required: true,
        backchannel_logout_uri: 'https://app.example.com/backchannel',
        backchannel_logout_session_required: true,
      },
    ];
    const shown = async (path: string) => {
      const { json } = await send(own, 'GET', path);
      return (json['data'] as { oauth_clients: object[] }).oauth_clients;
    };
    expect(await shown('/sandboxes/a')).toEqual([]);
    await send(own, 'PUT', '/sandboxes/a', { oauth_clients: clients });
    await send(own, 'PUT', '/sandboxes/a', { strict: true });
    await send(own, 'POST', '/sandboxes/a/reset');
    await send(own, 'PUT', '/sandboxes/b', { from: 'a' });
    expect([await shown('/sandboxes/a'), await shown('/sandboxes/b')]).toEqual([clients, clients]);
    await send(own, 'PUT', '/sandboxes/a', { oauth_clients: [] });
    expect(await shown('/sandboxes/a')).toEqual([]);
  });

  test.each([
    [{ frontchannel_logout_uri: 'https://app.example.com/' }, 'frontchannel_logout_uri not_allowed'],
    [{ frontchannel_logout_uri: 'com.example.app:/out' }, 'frontchannel_logout_uri invalid_format'],
    [{ frontchannel_logout_uri: 'javascript:alert(1)' }, 'frontchannel_logout_uri invalid_format'],
    [{ post_logout_redirect_uris: ['https://evil.example/'] }, 'post_logout_redirect_uris/0 not_allowed'],
    [{ backchannel_logout_uri: 'http://127.0.0.1:3000/#x' }, 'backchannel_logout_uri invalid_format'],
    [{ backchannel_logout_uri: 'http://user@127.0.0.1:3000/' }, 'backchannel_logout_uri invalid_format'],
    [{ backchannel_logout_uri: 'ftp://127.0.0.1/' }, 'backchannel_logout_uri invalid_format'],
    [{ backchannel_logout_uri: '/backchannel' }, 'backchannel_logout_uri invalid_format'],
  ])('with addresses that can be called: %j is refused', async (client, fault) => {
    const answer = await send(server, 'PUT', '/sandboxes/refused', { oauth_clients: [{ client_id: 'a', ...client }] });
    expect([answer.status, faults(answer)]).toEqual([400, [`#/oauth_clients/0/${fault}`]]);
  });

  test('once each, and fifty at most', async () => {
    const twice = await send(server, 'PUT', '/sandboxes/refused', {
      oauth_clients: [{ client_id: 'a' }, { client_id: 'a' }],
    });
    expect([twice.status, faults(twice)[0]]).toEqual([400, expect.stringContaining('#/oauth_clients/1/client_id')]);
    const many = Array.from({ length: 51 }, (_, index) => ({ client_id: `c${index}` }));
    expect((await send(server, 'PUT', '/sandboxes/refused', { oauth_clients: many })).status).toBe(400);
  });
});
