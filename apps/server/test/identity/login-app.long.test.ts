/** examples/login-app in Chromium: the web app and the single-page app log in and out, at the origin and in a sandbox. */
import { fileURLToPath } from 'node:url';
import { patient } from '@understudy/tooling/patience';
import { spawnListener } from '@understudy/tooling/server';
import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { hasChromium, useChromium } from '../browser/chromium.js';
import { send } from '../sandboxes/client.js';
import { overSocket, useServer } from '../support.js';
import { openOnce } from '../use.js';

// Processes and browsers start here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: patient(30_000), hookTimeout: patient(30_000) });

const MAIN = fileURLToPath(new URL('../../../../examples/login-app/main.mjs', import.meta.url));

interface App {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** Starts the app as its README does, on a free port. */
async function startApp(env: Readonly<Record<string, string>>): Promise<App> {
  const { origin, child, ended } = await spawnListener([MAIN], { env: { PORT: '0', ...env }, stdin: 'pipe' });
  const stop = async () => {
    // As a closed terminal would.
    child.stdin?.end();
    expect(await ended).toBe(0);
  };
  return { origin, stop };
}

test('brings a mock along where none is named, and ends with its input', async () => {
  const app = await startApp({ BASE_URL: '' });
  const config = (await (await fetch(`${app.origin}/config.json`)).json()) as { baseUrl: string };
  const answer = await fetch(`${config.baseUrl}/api/oauth/.well-known/openid-configuration`);
  expect(await answer.json()).toMatchObject({ issuer: `${config.baseUrl}/api/oauth` });
  await app.stop();
  await expect(fetch(config.baseUrl)).rejects.toThrow('fetch failed');
});

describe.skipIf(!hasChromium)('in Chromium', () => {
  const openContext = useChromium();
  // openid-client holds tokens against the clock of the machine.
  const server = useServer(overSocket, { clock: 'real' });

  describe.each(['', '/sandboxes/login'])('below %j', (base) => {
    const app = openOnce(() => startApp({ BASE_URL: server.origin + base }));

    /** Opens a page with a browser that has been nowhere. */
    async function open(path: string): Promise<{ page: Page; close: () => Promise<void> }> {
      const context = await openContext();
      const page = await context.newPage();
      await page.goto(app.origin + path);
      return { page, close: () => context.close() };
    }

    async function user(id: string): Promise<{ name: string; email: string }> {
      const { json } = await send(server, 'GET', `${base}/api/auth/users/${id}`);
      return (json as { data: { name: string; email: string } }).data;
    }

    const status = (page: Page) => page.getByRole('status');
    const terms = (page: Page) => page.locator('dt').allTextContents();

    test('the web app logs its user in and out', async () => {
      const { page, close } = await open('/');
      await page.getByRole('button', { name: 'Log in' }).click();
      const { name, email } = await user('usr_0001');
      await status(page)
        .filter({ hasText: `Logged in as ${name}` })
        .waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      expect(await terms(page)).toEqual(expect.arrayContaining(['sub', 'name', 'email', 'updated_at']));
      expect(await page.locator('dd', { hasText: email }).count()).toBe(1);

      await page.reload();
      expect(await status(page).textContent()).toBe(`Logged in as ${name}`);
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('button', { name: 'Log in' }).waitFor();
      expect(await page.locator('dt').count()).toBe(0);
      await close();
    });

    test('the bare authorization address shows the JSON list, and redirects with OAuth parameters', async () => {
      const { page, close } = await open('/');
      const address = `${server.origin}${base}/api/oauth/authorize`;
      await page.goto(address);
      expect(page.url()).toBe(address);
      const { data } = JSON.parse(await page.locator('pre').innerText()) as { data: object[] };
      expect(data[0]).toMatchObject({ token_type: 'Bearer', expires_in: 86_400, user_id: 'usr_0001' });

      const target = { client_id: 'understudy-web', redirect_uri: `${app.origin}/callback`, response_type: 'code' };
      await page.goto(`${address}?${new URLSearchParams(target)}`);
      const landed = new URL(page.url());
      expect(landed.origin + landed.pathname).toBe(target.redirect_uri);
      expect(Object.fromEntries(landed.searchParams)).toEqual({
        code: expect.any(String),
        iss: `${server.origin}${base}/api/oauth`,
      });
      await close();
    });

    test('the single-page app logs its user in and out', async () => {
      const { page, close } = await open('/spa.html');
      await status(page).filter({ hasText: 'Nobody is logged in' }).waitFor();
      await page.getByRole('button', { name: 'Log in' }).click();
      const { name, email } = await user('usr_0001');
      await status(page)
        .filter({ hasText: `Logged in as ${name}` })
        .waitFor();
      // The code is gone from the address.
      expect(page.url()).toBe(`${app.origin}/spa.html`);
      expect(await page.locator('dd', { hasText: email }).count()).toBe(1);
      await page.getByRole('button', { name: 'Log out' }).click();
      await status(page).filter({ hasText: 'Nobody is logged in' }).waitFor();
      expect(await terms(page)).toEqual([]);
      await close();
    });

    // Who is turned away is turned away in a sandbox alike.
    if (base !== '') return;

    test('the web app logs in who is named, and says who is turned away', async () => {
      const { page, close } = await open('/');
      await page.getByLabel('As').fill('usr_0002');
      await page.getByRole('button', { name: 'Log in' }).click();
      await status(page)
        .filter({ hasText: (await user('usr_0002')).name })
        .waitFor();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByLabel('As').fill('nobody@example.com');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('alert').filter({ hasText: 'login_hint names no user' }).waitFor();
      await close();
    });

    test('a callback that nobody waits for logs nobody in', async () => {
      const { page, close } = await open('/callback?code=stolen&state=x');
      expect(await page.getByRole('alert').textContent()).toBe('No login has begun here.');
      await close();
    });

    test('the single-page app refuses an answer to a login that is not its own', async () => {
      const { page, close } = await open('/spa.html?code=stolen&state=x');
      await status(page).filter({ hasText: 'the answer is to another login' }).waitFor();
      expect(page.url()).toBe(`${app.origin}/spa.html`);
      await close();
    });
  });
});
