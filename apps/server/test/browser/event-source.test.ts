/** The stream of the request journal as a browser's own EventSource reads it: it connects again, and misses nothing. */
import { patient } from '@understudy/tooling/patience';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countCourses } from '../sandboxes/client.js';
import { overSocket, type TestServer } from '../support.js';
import { hasChromium, useChromium } from './chromium.js';
import { type Elsewhere, elsewhere } from './elsewhere.js';

let server: TestServer;
let local: Elsewhere;
beforeAll(async () => {
  server = await overSocket();
  local = await elsewhere();
});
afterAll(async () => {
  local.close();
  await server.close();
});

/** Reads events until there are so many; else why it gave up. */
function read(page: Page, query: string, count: number): Promise<string[] | string> {
  return page.evaluate(
    ({ url, wanted }) =>
      new Promise<string[] | string>((resolve) => {
        const source = new EventSource(url);
        const found: string[] = [];
        source.addEventListener('request', (event: MessageEvent<string>) => {
          const { path } = JSON.parse(event.data) as { path: string };
          if (found.push(`${event.lastEventId} ${path}`) < wanted) return;
          source.close();
          resolve(found);
        });
        source.addEventListener('error', () => {
          if (source.readyState === EventSource.CLOSED) resolve('refused');
        });
      }),
    { url: `${server.origin}/sandboxes/a/requests/stream?${query}`, wanted: count },
  );
}

describe.skipIf(!hasChromium)('EventSource in Chromium', { timeout: patient(30_000) }, () => {
  const openContext = useChromium();

  it('connects again by itself after each limit, from a page of another port of this machine', async () => {
    for (let i = 0; i < 3; i++) await countCourses(server, '/sandboxes/a');
    const context = await openContext();
    const page = await context.newPage();
    await page.goto(local.origin);
    const path = '/api/education/courses';
    expect(await read(page, 'limit=2&chunk_bytes=3', 3)).toEqual([`1 ${path}`, `2 ${path}`, `3 ${path}`]);
    expect(await read(page, 'last_event_id=nine', 1)).toBe('refused');
    await context.close();
  });
});
