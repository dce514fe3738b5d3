/** Authorization responses in a real Chromium: the form that sends itself, the fragment, and the address of an app. */
import { createServer } from 'node:http';
import { listen } from '@understudy/tooling/server';
import { patient } from '@understudy/tooling/patience';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { form } from '../identity/relying-party.js';
import { overSocket, type TestServer } from '../support.js';
import { hasChromium, useChromium } from './chromium.js';
import { ending, openOnce } from '../use.js';

/** A request that reached the app. */
interface Received {
  readonly method: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

let server: TestServer;

/** An app that answers the form of a response with a redirect, as most do. */
async function startApp() {
  const received: Received[] = [];
  const host = createServer((request, response) => {
    const { method = '', url: path = '' } = request;
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      if (path !== '/favicon.ico')
        received.push({ method, path, fields: Object.fromEntries(new URLSearchParams(text)) });
      if (method === 'POST') response.writeHead(303, { location: '/in' }).end();
      else response.setHeader('content-type', 'text/html').end('<!doctype html><link rel="icon" href="data:,">In');
    });
  });
  const port = await listen(host);
  const close = (): void => {
    host.closeAllConnections();
    host.close();
  };
  return { origin: `http://127.0.0.1:${port}`, received, close };
}

beforeAll(async () => {
  server = await overSocket();
});
const app = openOnce(startApp);
afterAll(async () => {
  await server.close();
});

const authorizeUrl = (parameters: Readonly<Record<string, string>>): string => {
  const request = {
    client_id: 'understudy-web',
    redirect_uri: `${app.origin}/cb`,
    response_type: 'code',
    scope: 'openid',
  };
  return `${server.origin}/api/oauth/authorize?${form({ ...request, state: 's', nonce: 'n', ...parameters })}`;
};

describe.skipIf(!hasChromium)('in Chromium', { timeout: patient(30_000) }, () => {
  const openContext = useChromium();

  /** What the app received since it was last asked. */
  const taken = (): Received[] => app.received.splice(0);

  test.each(['code', 'id_token'])(
    'the form of a %s sends itself under its policy, and the app answers',
    async (type) => {
      const page = ending(await (await openContext()).newPage());
      const refused: string[] = [];
      page.on('console', (message) => void refused.push(message.text()));
      await page.goto(authorizeUrl({ response_type: type, response_mode: 'form_post', state: `"'>&ü` }));
      await page.waitForURL(`${app.origin}/in`);
      expect(refused).toEqual([]);
      const [posted, shown] = taken();
      expect(posted).toMatchObject({ method: 'POST', path: '/cb' });
      expect(posted?.fields).toEqual({
        [type]: expect.any(String),
        state: `"'>&ü`,
        iss: `${server.origin}/api/oauth`,
      });
      expect(shown).toMatchObject({ method: 'GET', path: '/in' });
    },
  );

  test('the form of an error sends itself as well', async () => {
    const page = ending(await (await openContext()).newPage());
    await page.goto(authorizeUrl({ response_mode: 'form_post', prompt: 'none' }));
    await page.waitForURL(`${app.origin}/in`);
    expect(taken()[0]?.fields).toMatchObject({ error: 'login_required', state: 's' });
  });

  test('without scripts the form waits for its button', async () => {
    const page = ending(await (await openContext({ javaScriptEnabled: false })).newPage());
    await page.goto(authorizeUrl({ response_mode: 'form_post' }));
    expect([new URL(page.url()).pathname, taken()]).toEqual(['/api/oauth/authorize', []]);
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await page.waitForURL(`${app.origin}/in`);
    expect(taken()[0]?.fields).toMatchObject({ code: expect.any(String), state: 's' });
  });

  test.each([
    ['code', { response_mode: 'fragment' }],
    ['id_token', { response_type: 'id_token' }],
  ])('a %s in the fragment reaches the page, and no server', async (name, parameters) => {
    const page = ending(await (await openContext()).newPage());
    await page.goto(authorizeUrl(parameters));
    const { pathname, search, hash } = new URL(page.url());
    expect([pathname, search]).toEqual(['/cb', '']);
    expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toMatchObject({
      [name]: expect.any(String),
      state: 's',
    });
    expect(taken().map(({ path }) => path)).toEqual(['/cb']);
  });

  test('the address of an app is what the browser hands on', async () => {
    const page = ending(await (await openContext()).newPage());
    const sentTo: (string | undefined)[] = [];
    page.on('response', (answer) => void sentTo.push(answer.headers()['location']));
    // Chromium leaves the page as it is, and asks the system for a program.
    await page.goto(authorizeUrl({ redirect_uri: 'com.example.app:/cb' })).catch(() => undefined);
    expect(sentTo).toEqual([expect.stringMatching(/^com\.example\.app:\/cb\?code=[^&]+&state=s&iss=/)]);
    expect([page.url(), taken()]).toEqual(['about:blank', []]);
  });
});
