/** No address leads a browser, or a code, to an address that nobody vouches for: the endpoint is no open redirector. */
import { describe, expect, test } from 'vitest';
import { overSocket, useServer } from '../../support.js';
import type { Page } from '../browser.js';
import { form, RelyingParty } from '../relying-party.js';
import { responseOf } from '../response-of.js';

const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const server = useServer(overSocket, { oauthRedirectAllow: 'https://app.example.test,http://app.example.test:8080' });

const ways = ['GET', 'POST', 'GET with response_mode=query'] as const;

/** Sends a browser off with a redirect_uri, or several. */
async function go(way: (typeof ways)[number], redirects: readonly string[], more = {}): Promise<Page> {
  const rp = new RelyingParty(server);
  const mode = way === 'GET with response_mode=query' ? { response_mode: 'query' } : {};
  const fields = form({ client_id: 'understudy-web', response_type: 'code', state: 's', ...mode, ...more });
  for (const one of redirects) fields.append('redirect_uri', one);
  const address = `${rp.issuer}/authorize`;
  return way === 'POST'
    ? rp.browser.visit(address, { form: fields })
    : rp.browser.visit(`${address}?${fields}`, mode.response_mode === undefined ? {} : { headers: { accept: '*/*' } });
}

const foreign = [
  '',
  ' ',
  '/callback',
  'callback',
  'evil.example',
  'evil.example/callback',
  'https://evil.example',
  'https://evil.example/callback',
  'http://evil.example:3000/callback',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'http:127.0.0.1',
  // Other schemes.
  'javascript:alert(1)',
  'javascript://127.0.0.1/%0aalert(1)',
  'JavaScript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'ws://127.0.0.1/',
  'blob:http://127.0.0.1/x',
  'about:blank',
  'livescript:alert(1)',
  'view-source:http://127.0.0.1/',
  'filesystem:http://127.0.0.1/temporary/x',
  'intent://callback#Intent;scheme=http;end',
  'intent:callback',
  'mailto:somebody@evil.example',
  'tel:123',
  'ms-msdt:/id',
  'MS-Settings:privacy',
  'search-ms:query=x',
  'chrome-extension://abc/x',
  'x:/callback',
  // Private-use schemes, but what no app could be opened with.
  'com.example.app:',
  'com.example.app:/callback#fragment',
  'com.example.app://user@callback',
  'com.example.app://user:password@callback/x',
  'com.example.app:\\\\callback',
  'com.example.app:/call back',
  // A host and a port without their scheme.
  'localhost:3000/callback',
  'evil.example:443/callback',
  'evil.example:443?a=b',
  'evil.example:443',
  // A user where the host seems to be, or beside a good host.
  'http://localhost@evil.example',
  'http://localhost:3000@evil.example/',
  'http://127.0.0.1:3000@evil.example',
  'http://127.0.0.1%40evil.example',
  'http://127.0.0.1%2F@evil.example',
  'http://127.0.0.1#@evil.example',
  'http://127.0.0.1?@evil.example#x',
  'http://user@127.0.0.1:3000/',
  'http://user:password@127.0.0.1:3000/',
  'http://@127.0.0.1:3000/',
  'http://:@127.0.0.1:3000/',
  // Hosts that look alike.
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example',
  'http://evil-localhost',
  'http://localhost.',
  'http://app.localhost.evil.example',
  'http://applocalhost',
  'http://app.localhost.',
  'http://127.0.0.1.nip.io',
  'http://xn--lcalhost-54a',
  'http://lοcalhost',
  'http://lосalhost',
  'http://evil。example',
  'http://evil%2eexample',
  'http://[::1].evil.example',
  'http://[::ffff:7f00:1]',
  'http://[::]',
  'http://0.0.0.0',
  'http://0',
  'http://128.0.0.1',
  'http://10.0.0.1',
  'http://169.254.169.254/latest/meta-data',
  'http://app.example.test.evil.example',
  'https://app.example.test@evil.example',
  // Configured hosts, but another origin.
  'http://app.example.test/callback',
  'https://app.example.test:444/callback',
  'https://www.app.example.test/callback',
  // Backslashes.
  'http:\\\\evil.example',
  'http:\\evil.example',
  'http://evil.example\\@127.0.0.1',
  'http://127.0.0.1\\@evil.example',
  'http://127.0.0.1:3000\\.evil.example',
  '\\\\evil.example',
  // Control characters and spaces, some of which URL parsers drop.
  'http://127.0.0.1:3000/\r\nset-cookie:a=b',
  'http://127.0.0.1:3000/\nlocation:https://evil.example',
  'http://127.0.0.1:3000/\u0000',
  'ht\ntp://evil.example',
  'http:/\t/evil.example',
  'http://evil\t.example',
  'http://127.0.0.1\t.evil.example',
  '\u0001http://127.0.0.1:3000/',
  ' http://127.0.0.1:3000/',
  'http://127.0.0.1:3000/ ',
  'http://127.0.0.1:3000/\u007f',
  'http://127.0.0.1:3000/\u2028',
  // Fragments (RFC 6749 §3.1.2).
  'http://127.0.0.1:3000/#',
  'http://127.0.0.1:3000/#fragment',
  'http://127.0.0.1:3000/#https://evil.example',
  // Ports that are none.
  'http://127.0.0.1:99999/',
  'http://127.0.0.1:evil.example/',
];

describe.each(ways)('by %s', (way) => {
  test.each(foreign)('%j is 400, and leads nowhere', async (uri) => {
    const page = await go(way, [uri]);
    expect(page.status).toBe(400);
    expect(page.location).toBeUndefined();
    expect(page.headers).not.toHaveProperty('set-cookie');
    expect(page.headers).not.toHaveProperty('refresh');
    // A browser gets a page, and nothing on it leads there either.
    expect(page.headers['content-type']).toMatch(/^(text\/html|application\/json)/);
    expect(page.body).toContain('invalid_request');
    expect(page.body).not.toMatch(/(?:href|src|action)="(?!\/)/);
  });

  test.each([
    ['a foreign after a good one', ['http://127.0.0.1:3000/', 'https://evil.example/']],
    ['a foreign before a good one', ['https://evil.example/', 'http://127.0.0.1:3000/']],
    ['none', []],
  ])('%s is 400', async (_what, redirects) => {
    const page = await go(way, redirects);
    expect([page.status, page.location]).toEqual([400, undefined]);
  });

  test.each([
    { prompt: 'none' },
    { response_type: 'token' },
    { scope: '"' },
    { login_hint: 'nobody@example.com' },
    { request: 'x' },
  ])('no other fault sends a browser to a foreign address: %j', async (fault) => {
    const page = await go(way, ['https://evil.example/callback'], fault);
    expect([page.status, page.location]).toEqual([400, undefined]);
  });

  test.each([
    ['http://127.0.0.1:3000/callback', 'http://127.0.0.1:3000'],
    ['http://127.0.0.1/', 'http://127.0.0.1'],
    ['http://127.255.255.254:1/', 'http://127.255.255.254:1'],
    ['http://localhost:8080/a/b?c=d', 'http://localhost:8080'],
    ['https://localhost/', 'https://localhost'],
    ['http://app.localhost:5173/callback', 'http://app.localhost:5173'],
    ['http://tenant-1.App.localhost/', 'http://tenant-1.app.localhost'],
    ['HTTP://LOCALHOST:3000/', 'http://localhost:3000'],
    ['http://[::1]:3000/callback', 'http://[::1]:3000'],
    ['https://app.example.test/callback', 'https://app.example.test'],
    ['https://app.example.test:443/callback', 'https://app.example.test'],
    ['http://app.example.test:8080/', 'http://app.example.test:8080'],
    // WHATWG URL §4.4 knows no origin of other schemes.
    ['com.example.app:/callback', 'null'],
    ['myapp://callback/login', 'null'],
    ['com.example.app:callback', 'null'],
  ])('%s is gone to', async (uri, origin) => {
    const page = await go(way, [uri]);
    expect(page.status).toBe(302);
    expect(page.location?.origin).toBe(origin);
    expect(page.location?.searchParams.has('code')).toBe(true);
  });

  // Every spelling of a loopback address that URL parsers know: the header has the plain one, so that no other reader
  // of it can come to another host.
  test.each([
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://127.0.1/',
    'http://①②⑦.0.0.1/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://LOCALHOST/',
    'http://ｌｏｃａｌｈｏｓｔ/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http:///127.0.0.1/',
    'http://127.0.0.1//evil.example',
    'http://127.0.0.1/..//evil.example',
    'http://127.0.0.1/%0d%0alocation:https://evil.example',
    'http://127.0.0.1/?next=https://evil.example',
  ])('%s leads to this machine, plainly written, or nowhere', async (uri) => {
    const page = await go(way, [uri]);
    if (page.status === 400) {
      expect(page.location).toBeUndefined();
      return;
    }
    expect(page.status).toBe(302);
    const location = page.headers['location'] ?? '';
    expect(/^http:\/\/(\[[^\]]+\]|[^/?#:]+)(?=[/?:])/.exec(location)?.[1]).toMatch(LOOPBACK);
    expect(location).toMatch(/^[\x21-\x7e]+$/);
    expect(page.location?.hostname).toMatch(LOOPBACK);
  });
});

test('a redirect_uri is checked as it was sent, not as another parameter spells it', async () => {
  const page = await go('GET', ['http://127.0.0.1:3000/'], { 'redirect_uri ': 'https://evil.example' });
  expect(page.location?.origin).toBe('http://127.0.0.1:3000');
});

test('a code cannot be redeemed for another address that means the same host', async () => {
  const rp = new RelyingParty(server);
  const code = await rp.code({ redirect_uri: 'http://127.1:3000/callback' });
  expect((await rp.redeem(code, { redirect_uri: 'http://127.0.0.1:3000/callback' })).json['error']).toBe(
    'invalid_grant',
  );
  expect((await rp.redeem(code, { redirect_uri: 'http://127.1:3000/callback' })).status).toBe(200);
});

test('without the option nothing but this machine is gone to', async () => {
  await using strict = await overSocket();
  const rp = new RelyingParty(strict);
  const page = await rp.authorize({ redirect_uri: 'https://app.example.test/callback' });
  expect([page.status, page.location]).toEqual([400, undefined]);
  expect(page.body).toContain('--oauth-redirect-allow');
});

describe('a private-use scheme (RFC 8252 §7.1)', () => {
  test.each([
    ['com.example.app:/callback', /^com\.example\.app:\/callback\?code=[^&]+&state=state-1&iss=/],
    ['com.example.app:/callback?a=1', /^com\.example\.app:\/callback\?a=1&code=[^&]+&state=state-1&iss=/],
    ['MyApp://callback', /^myapp:\/\/callback\?code=[^&]+&state=state-1&iss=/],
    ['myapp:callback', /^myapp:callback\?code=[^&]+&state=state-1&iss=/],
  ])('opens the app with what came of it: %s', async (uri, location) => {
    const rp = new RelyingParty(server);
    const page = await rp.authorize({ redirect_uri: uri });
    expect([page.status, page.headers['location']]).toEqual([302, expect.stringMatching(location)]);
    const code = new URLSearchParams(page.headers['location']?.split('?')[1]).get('code') ?? '';
    expect((await rp.redeem(code, { redirect_uri: uri })).status).toBe(200);
  });

  test('is refused on a server that others can reach, but for those that are configured', async () => {
    await using open = await overSocket({
      host: '0.0.0.0',
      oauthRedirectAllow: 'com.example.app:,https://app.example.test,tv.app://',
    });
    const status = async (uri: string): Promise<number> =>
      (await new RelyingParty(open).authorize({ redirect_uri: uri })).status;
    expect(await status('com.example.app:/callback')).toBe(302);
    expect(await status('Com.Example.App:/callback')).toBe(302);
    expect(await status('tv.app://callback')).toBe(302);
    expect(await status('https://app.example.test/callback')).toBe(302);
    expect(await status('com.example.app2:/callback')).toBe(400);
    expect(await status('com.example:/callback')).toBe(400);
    expect(await status('myapp:/callback')).toBe(400);
  });

  test.each(['javascript:', 'data:', 'file:', 'intent:', 'http:', 'x:', 'com.example.app:/callback', 'com example:'])(
    'cannot be configured where it is none: %s',
    async (scheme) => {
      await expect(overSocket({ oauthRedirectAllow: scheme })).rejects.toThrow(/oauthRedirectAllow/);
    },
  );
});

describe.each(['fragment', 'form_post'])('by response_mode=%s', (mode) => {
  test.each(foreign)('%j is 400, and leads nowhere', async (uri) => {
    for (const type of ['code', 'id_token', 'token']) {
      const more = { response_mode: mode, response_type: type, nonce: 'n', scope: 'openid' };
      const page = await go('GET', [uri], more);
      expect([page.status, page.location]).toEqual([400, undefined]);
      expect(page.headers['content-type']).toMatch(/^(text\/html|application\/json)/);
      expect(page.body).not.toMatch(/(?:href|src|action)="(?!\/)/);
    }
  });

  test.each([
    { prompt: 'none' },
    { scope: '"' },
    { login_hint: 'nobody@example.com' },
    { simulate_error: 'server_error' },
    { request: 'x' },
  ])('no other fault sends a browser, or a form, to a foreign address: %j', async (fault) => {
    for (const uri of ['https://evil.example/callback', 'javascript:alert(1)', 'intent:callback']) {
      const page = await go('GET', [uri], { response_mode: mode, ...fault });
      expect(page.location).toBeUndefined();
      expect(page.status).toBeGreaterThanOrEqual(400);
      expect(page.body).not.toContain('<form');
    }
  });

  test('what comes back leaves the page, the header and the address whole', async () => {
    const state = `"><script>alert(1)</script>\r\nset-cookie: a=b&code=mine#x`;
    const page = await go('GET', ['http://127.0.0.1:3000/cb'], { response_mode: mode, state, prompt: 'none' });
    expect(responseOf(page)).toMatchObject({ mode, says: { error: 'login_required', state } });
    expect(page.headers).not.toHaveProperty('set-cookie');
    expect(page.body).not.toContain('<script>alert');
  });
});
