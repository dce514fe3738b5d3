/** The log-in page in a real browser: by keyboard alone, with and without scripts, on a small screen; and every page held against axe-core. */
import { patient } from '@understudy/tooling/patience';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, useChromium } from '../browser/chromium.js';
import { send } from '../sandboxes/client.js';
import { overSocket, useServer } from '../support.js';
import { shows, startReceiver } from '../webhooks/receiver.js';
import { findings } from './axe.js';
import { basicHeader, claimsOf, form, type Parameters, web } from './relying-party.js';
import { ending, openOnce } from '../use.js';

/** A small screen. */
const PHONE = { viewport: { width: 390, height: 844 } };

describe.skipIf(!hasChromium)('in Chromium', () => {
  const openContext = useChromium();
  const server = useServer(overSocket, { login: 'page' });
  let home: string;
  const app = openOnce(() =>
    startReceiver(shows('<!doctype html><html lang="en"><title>The app</title><h1>The app</h1></html>')),
  );
  beforeAll(async () => {
    home = new URL(app.url).origin;
  });

  const issuer = (sandbox: string) => `${server.origin}/sandboxes/${sandbox}/api/oauth`;

  const authorization = (sandbox: string, parameters: Parameters = {}) => {
    const request = { client_id: web.id, redirect_uri: `${home}/callback`, response_type: 'code', state: 's' };
    return `${issuer(sandbox)}/authorize?${form({ ...request, scope: 'openid', ...parameters })}`;
  };

  /** Redeems the code that the browser has brought to the app. */
  async function redeem(sandbox: string, page: Page): Promise<Record<string, string>> {
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const grant = { grant_type: 'authorization_code', code, redirect_uri: `${home}/callback` };
    const headers = { authorization: basicHeader(web) };
    const answer = await server.fetch(`/sandboxes/${sandbox}/api/oauth/token`, {
      method: 'POST',
      headers,
      body: form(grant),
    });
    return (await answer.json()) as Record<string, string>;
  }

  const atApp = (page: Page) => page.waitForURL(`${home}/callback?*`);

  /** Goes on with the key until what has the focus says so. */
  async function tabTo(page: Page, text: string): Promise<void> {
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('Tab');
      if ((await page.locator(':focus').innerText()).includes(text)) return;
    }
    throw new Error(`no press of the key leads to ${text}`);
  }

  test.each([true, false])('a person chooses by keyboard alone, scripts %s', async (javaScriptEnabled) => {
    const sandbox = `choose-${javaScriptEnabled}`;
    const context = ending(await openContext({ ...PHONE, javaScriptEnabled }));
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(authorization(sandbox));
    await page.getByRole('heading', { name: 'Who logs in?' }).waitFor();
    // The field comes first.
    await page.keyboard.press('Tab');
    await page.keyboard.type('usr_0042');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('find_user') === 'usr_0042');
    await tabTo(page, 'usr_0042');
    await page.keyboard.press('Enter');
    await atApp(page);
    expect(claimsOf((await redeem(sandbox, page))['id_token'] ?? '')['sub']).toBe('usr_0042');
    expect(complaints.filter((one) => !one.includes('favicon'))).toEqual([]);
  });

  test('a person denies, lets the login fail, and lets it expire', async () => {
    const context = ending(await openContext(PHONE));
    const page = await context.newPage();
    for (const [name, error] of [
      ['Deny', 'access_denied'],
      ['Fail', 'server_error'],
    ] as const) {
      await page.goto(authorization('fails'));
      await tabTo(page, name);
      await page.keyboard.press('Space');
      await atApp(page);
      expect(new URL(page.url()).searchParams.get('error')).toBe(error);
    }
    await page.goto(authorization('fails'));
    await page.getByRole('button', { name: 'Let it expire' }).click();
    await atApp(page);
    expect(await redeem('fails', page)).toMatchObject({ error: 'invalid_grant' });
  });

  test('a form of another origin cannot choose, and no page can frame the page', async () => {
    const context = ending(await openContext());
    const page = await context.newPage();
    await page.goto(authorization('foreign'));
    const token = await page.locator('form[method=post] input[name=confirm_token]').getAttribute('value');
    const query = new URL(authorization('foreign')).searchParams;
    const fields = [...query, ['confirm_token', token ?? ''], ['login_as', 'usr_0009']] as const;
    const inputs = fields.map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`).join('');
    const framed = `<iframe src="${authorization('foreign').replaceAll('&', '&amp;')}"></iframe>`;
    const posting = `<form method="post" action="${issuer('foreign')}/authorize">${inputs}<button>x</button></form>`;
    await using foreign = await startReceiver(shows(posting + framed));
    // Another site, not only another port: the cookie of the page is not sent from there.
    await page.goto(`http://localhost:${foreign.port}`);
    expect(await page.frameLocator('iframe').getByText('Who logs in?').count()).toBe(0);
    await page.getByRole('button', { name: 'x' }).click();
    await page.getByText('Your choice did not count').waitFor();
    expect((await context.cookies(issuer('foreign'))).map(({ name }) => name)).not.toContain('understudy_session');
  });

  /** Has a page that axe-core and a small screen have nothing against. */
  async function expectSound(page: Page): Promise<void> {
    expect(await findings(page)).toEqual([]);
    const [scroll, width] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return [scrollWidth, clientWidth] as const;
    });
    expect(scroll).toBeLessThanOrEqual(width);
    for (const button of await page.getByRole('button').all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
  }

  test.each(['light', 'dark'] as const)(
    'every page is sound, %s',
    async (colorScheme) => {
      const sandbox = `sound-${colorScheme}`;
      const context = ending(await openContext({ ...PHONE, colorScheme }));
      const page = await context.newPage();
      const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

      await page.goto(
        authorization(sandbox, { client_id: 'a-client-with-a-name-that-is-longer-than-any-line'.repeat(3) }),
      );
      await heading('Who logs in?');
      await expectSound(page);
      await page.goto(authorization(sandbox, { find_user: 'nobody has this' }));
      await expectSound(page);
      await context.clearCookies();
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByText('Your choice did not count').waitFor();
      await expectSound(page);

      await page.goto(authorization(sandbox));
      await page.getByRole('button', { name: 'usr_0001' }).click();
      await atApp(page);

      // Its form gets no page to go to, so that it stays.
      await page.route(`${home}/stays`, (route) => route.fulfill({ status: 204 }));
      await page.goto(authorization(sandbox, { response_mode: 'form_post', redirect_uri: `${home}/stays` }), {
        waitUntil: 'commit',
      });
      await heading('Back to the app');
      await expectSound(page);

      const logout = `${issuer(sandbox)}/logout`;
      await page.goto(`${logout}?${form({ post_logout_redirect_uri: 'https://elsewhere.example/' })}`);
      await heading('You cannot be logged out like this');
      await expectSound(page);
      await page.goto(logout);
      await heading('Do you want to log out?');
      await expectSound(page);
      await page.getByRole('button', { name: 'Stay' }).click();
      await heading('You are still logged in');
      await expectSound(page);
      const device = await server.fetch(`/sandboxes/${sandbox}/api/oauth/device`, {
        method: 'POST',
        body: form({ client_id: 'a-device' }),
      });
      const { user_code, verification_uri } = (await device.json()) as Record<string, string>;
      await page.goto(`${verification_uri}?user_code=WRONG`);
      await expectSound(page);
      await page.goto(`${verification_uri}?${form({ user_code })}`);
      await heading('Who logs in on this device?');
      await expectSound(page);
      await page.getByRole('button', { name: 'usr_0002' }).click();
      await heading('The device is logged in');
      await expectSound(page);
      const told = { client_id: web.id, frontchannel_logout_uri: `${home}/told` };
      await send(server, 'PUT', `/sandboxes/${sandbox}`, { oauth_clients: [told] });
      await page.goto(authorization(sandbox));
      await atApp(page);
      await redeem(sandbox, page);
      await page.goto(logout);
      await page.getByRole('button', { name: 'Log out' }).click();
      await heading('You are logged out');
      expect(await page.locator('iframe').count()).toBe(1);
      await expectSound(page);
    },
    patient(30_000),
  );

  test.each([true, false])(
    'the page of form_post sends itself, or has a button, scripts %s',
    async (javaScriptEnabled) => {
      const context = ending(await openContext({ ...PHONE, javaScriptEnabled }));
      const page = await context.newPage();
      app.received.length = 0;
      await page.goto(authorization(`posts-${javaScriptEnabled}`, { response_mode: 'form_post' }));
      await page.getByRole('button', { name: 'usr_0002' }).click();
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click();
      await page.waitForURL(`${home}/callback`);
      const posted = app.received.find(({ method }) => method === 'POST');
      expect(Object.fromEntries(new URLSearchParams(String(posted?.body)))).toMatchObject({
        code: expect.any(String),
        state: 's',
      });
    },
  );
});
