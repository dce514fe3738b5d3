/** With a frozen clock every answer of a login is the same to the byte: in this process and in others, tokens included. */
import { type SpawnedServer, spawnServer } from '@understudy/tooling/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, overSocket, type TestServer } from '../support.js';
import { Browser } from './browser.js';
import { basicHeader, CALLBACK, eddsa, form, type Parameters, PKCE, VERIFIER, web } from './relying-party.js';
import { openOnce } from '../use.js';

const PUBLIC_URL = 'https://understudy.example.test';

type Asked = Pick<TestServer, 'fetch' | 'origin'>;

let there: SpawnedServer;
let third: SpawnedServer;
const here = openOnce(() => overSocket({ publicUrl: PUBLIC_URL }));
beforeAll(async () => {
  const flags = ['--clock', NOW, '--public-url', PUBLIC_URL];
  [there, third] = await Promise.all([spawnServer(flags), spawnServer(flags)]);
});
afterAll(async () => {
  await Promise.all([there.stop(), third.stop(), here.close()]);
});

/** Lives through logins in a sandbox, and gives every answer: status, body, and the headers that carry something. */
async function live({ fetch: ask, origin }: Asked, base: string): Promise<string[]> {
  const heard: string[] = [];
  async function call(method: string, path: string, init: RequestInit = {}): Promise<string> {
    const answer = await ask(base + path, { method, redirect: 'manual', ...init });
    const body = await answer.text();
    const headers = ['www-authenticate', 'location', 'set-cookie', 'etag'].map((name) => answer.headers.get(name));
    heard.push(`${method} ${path} ${answer.status} ${JSON.stringify(headers)} ${body}`);
    return body;
  }
  /** Logs a browser in, redeems the code, reads the claims, refreshes, and reads them again. */
  async function flow(client: typeof web, parameters: Parameters): Promise<string> {
    const route = (url: URL) => new URL(url.href.replace(PUBLIC_URL, origin));
    const request = { client_id: client.id, redirect_uri: CALLBACK, response_type: 'code', ...PKCE, ...parameters };
    const page = await new Browser(route).visit(`${PUBLIC_URL}${base}/api/oauth/authorize?${form(request)}`);
    heard.push(`${page.status} ${page.location?.href} ${page.headers['set-cookie']}`);
    const token = async (fields: Parameters) => {
      const headers = { authorization: basicHeader(client) };
      const body = await call('POST', '/api/oauth/token', { body: form(fields), headers });
      const { access_token: access, refresh_token: refresh } = JSON.parse(body) as Record<string, string>;
      await call('GET', '/api/oauth/userinfo', { headers: { authorization: `Bearer ${access}` } });
      return refresh;
    };
    const code = page.location?.searchParams.get('code') ?? '';
    const grant = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER };
    const refresh = await token(grant);
    await token({ grant_type: 'refresh_token', refresh_token: refresh });
    await token(grant);
    return refresh ?? '';
  }

  await call('GET', '/api/oauth/.well-known/openid-configuration');
  await call('GET', '/api/oauth/.well-known/jwks.json');
  await call('GET', `/api/oauth/authorize?per_page=50&${form({ client_id: 'x', redirect_uri: CALLBACK, ...PKCE })}`);
  await flow(web, { scope: 'openid profile email address phone', nonce: 'n-1', state: 's-1' });
  await flow(eddsa, { scope: 'openid', login_hint: 'usr_0002' });
  const basic = { authorization: basicHeader(web) };
  await call('POST', '/api/oauth/token', { body: form({ grant_type: 'client_credentials' }), headers: basic });

  const snapshot = await ask(`${base === '' ? '/sandboxes/default' : base}/snapshot`);
  heard.push(await snapshot.text());
  return heard;
}

test.each(['', '/sandboxes/x'])('three processes say the same of a life below %j', async (base) => {
  const [mine, yours, theirs] = [await live(here, base), await live(there, base), await live(third, base)];
  // A life of nothing but refusals would prove little.
  expect(mine.filter((one) => / 200 |^302 /.test(one)).length).toBeGreaterThan(12);
  expect(mine.join('\n')).toMatch(/"id_token":"ey/);
  expect(yours).toEqual(mine);
  expect(theirs).toEqual(mine);
});

test('and the same again after a reset', async () => {
  const base = '/sandboxes/again';
  const first = await live(there, base);
  expect((await there.fetch(`${base}/reset`, { method: 'POST' })).status).toBe(200);
  expect(await live(there, base)).toEqual(first);
});
