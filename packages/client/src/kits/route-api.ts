/** Sends the requests of a page that are meant for the real API to a sandbox. */
import type { BrowserContext, Page, Route } from '@playwright/test';

/**
 * Sends the requests that pages make to the real API to a sandbox instead, for an app whose base URL cannot be set. Where it
 * can, set it: then nothing is between the browser and the server, and every fault is as on the wire.
 *
 * @param target the page, or the context of all pages
 * @param from the address of the real API, such as `https://api.example.com`
 * @param to the sandbox
 *
 * @example
 * ```ts
 * import { expect, routeApi, test } from '@understudy/client/playwright';
 *
 * test('lists courses', async ({ page, understudy }) => {
 *   await routeApi(page, 'https://api.example.com', understudy);
 *   await page.goto('https://app.example.com');
 *   await expect(understudy).toHaveReceived({ path: '/api/education/courses' });
 * });
 * ```
 */
export async function routeApi(
  target: Pick<Page | BrowserContext, 'route'>,
  from: string,
  to: { readonly baseUrl: string },
): Promise<void> {
  const address = from.replace(/\/+$/, '');
  const isSameProtocol = new URL(address).protocol === new URL(to.baseUrl).protocol;
  await target.route(
    ({ href }) => href === address || href.startsWith(`${address}/`) || href.startsWith(`${address}?`),
    async (route) => {
      const url = to.baseUrl + route.request().url().slice(address.length);
      // A browser does not leave TLS for a request that it has begun.
      await (isSameProtocol ? route.continue({ url }) : relay(route, url));
    },
  );
}

/** Makes the request outside of the browser, and hands its answer in. */
async function relay(route: Route, url: string): Promise<void> {
  try {
    await route.fulfill({ response: await route.fetch({ url, maxRedirects: 0 }) });
  } catch {
    await route.abort('connectionreset');
  }
}
