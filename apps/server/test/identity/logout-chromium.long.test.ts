/** The pages of a logout in a real browser: by keyboard, without scripts, on a small screen, and with frames of clients. */
import { beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, useChromium } from '../browser/chromium.js';
import { send } from '../sandboxes/client.js';
import { useServer } from '../support.js';
import { shows, startReceiver } from '../webhooks/receiver.js';
import { claimsOf, form } from './relying-party.js';
import { openOnce } from '../use.js';

describe.skipIf(!hasChromium)('in Chromium', () => {
  const openContext = useChromium();
  const server = useServer();
  let home: string;
  const app = openOnce(() => startReceiver(shows('<!doctype html><title>The app</title>')));
  beforeAll(async () => {
    home = new URL(app.url).origin;
  });

  /** A browser that has logged in, and its ID token. */
  async function loggedIn(sandbox: string, options: Parameters<typeof openContext>[0] = {}) {
    const issuer = `${server.origin}/sandboxes/${sandbox}/api/oauth`;
    const context = await openContext(options);
    const page = await context.newPage();
    const login = { client_id: 'understudy-web', redirect_uri: `${home}/callback`, response_type: 'code', state: 's' };
    await page.goto(`${issuer}/authorize?${form({ ...login, scope: 'openid' })}`);
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const answer = await server.fetch(`/sandboxes/${sandbox}/api/oauth/token`, {
      method: 'POST',
      body: form({
        grant_type: 'authorization_code',
        code,
        redirect_uri: login.redirect_uri,
        client_id: 'understudy-web',
        client_secret: 'understudy-secret',
      }),
    });
    const { id_token: idToken } = (await answer.json()) as { id_token: string };
    const hasSession = async () => {
      const silent = form({ ...login, prompt: 'none' });
      const { location = '' } = (
        await page.request.get(`${issuer}/authorize?${silent}`, { maxRedirects: 0 })
      ).headers();
      return new URL(location).searchParams.has('code');
    };
    expect(await hasSession()).toBe(true);
    return { issuer, context, page, idToken, hasSession };
  }

  test.each([true, false])('a person answers by keyboard alone, scripts %s, at 390 px', async (javaScriptEnabled) => {
    const options = { javaScriptEnabled, viewport: { width: 390, height: 844 } };
    const { issuer, context, page, hasSession } = await loggedIn(`keyboard-${javaScriptEnabled}`, options);
    await page.goto(`${issuer}/logout?${form({ post_logout_redirect_uri: `${home}/bye`, state: 'x' })}`);
    expect(await page.locator('h1').innerText()).toBe('Do you want to log out?');
    if (javaScriptEnabled) {
      const { scroll, width } = await page.evaluate(() => ({
        scroll: document.documentElement.scrollWidth,
        width: document.documentElement.clientWidth,
      }));
      expect(scroll).toBeLessThanOrEqual(width);
    }
    for (const button of await page.getByRole('button').all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You are still logged in' }).waitFor();
    expect(await hasSession()).toBe(true);
    await page.goBack();
    await page.getByRole('button', { name: 'Log out' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${home}/bye?state=x`);
    expect(await hasSession()).toBe(false);
    expect((await context.cookies(issuer)).filter(({ name }) => name === 'understudy_session')).toEqual([]);
    await context.close();
  });

  test('the frames of the clients are loaded, with their cookies, before the browser goes on', async () => {
    const frontchannel_logout_uri = `${home}/frontchannel`;
    const listed = [
      { client_id: 'understudy-web', frontchannel_logout_uri, frontchannel_logout_session_required: true },
    ];
    await send(server, 'PUT', '/sandboxes/frames', { oauth_clients: listed });
    const { issuer, context, page, idToken, hasSession } = await loggedIn('frames');
    await context.addCookies([{ name: 'app', value: 'ada', url: home, sameSite: 'Lax' }]);
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    app.received.length = 0;
    await page.goto(`${issuer}/logout?${form({ id_token_hint: idToken, post_logout_redirect_uri: `${home}/bye` })}`);
    await page.waitForURL(`${home}/bye`);
    const session = form({ iss: issuer, sid: String(claimsOf(idToken)['sid']) });
    const asked = app.received.map(({ url, headers }) => `${url} ${headers.cookie ?? ''}`);
    expect(asked.filter((one) => !one.includes('favicon'))).toEqual([
      `/frontchannel?${session} app=ada`,
      '/bye app=ada',
    ]);
    expect(complaints).toEqual([]);
    expect(await hasSession()).toBe(false);
    await context.close();
  });

  test('without scripts the browser goes on as well', async () => {
    const frontchannel_logout_uri = `${home}/frontchannel`;
    await send(server, 'PUT', '/sandboxes/no-script', {
      oauth_clients: [{ client_id: 'understudy-web', frontchannel_logout_uri }],
    });
    const { issuer, context, page, idToken } = await loggedIn('no-script', { javaScriptEnabled: false });
    await page.goto(`${issuer}/logout?${form({ id_token_hint: idToken, post_logout_redirect_uri: `${home}/bye` })}`);
    expect(await page.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(`${home}/bye`);
    await page.waitForURL(`${home}/bye`);
    await context.close();
  });

  test('no page can frame the question', async () => {
    const { issuer, context, page } = await loggedIn('framed');
    await using foreign = await startReceiver(shows(`<!doctype html><iframe src="${issuer}/logout"></iframe>`));
    await page.goto(foreign.url, { waitUntil: 'load' });
    // Chromium has a page of its own there.
    expect(await page.frameLocator('iframe').getByText('Do you want to log out?').count()).toBe(0);
    await context.close();
  });
});
