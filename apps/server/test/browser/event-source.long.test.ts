/** Streams as a browser's own EventSource reads them: it connects again, misses nothing, and stops where a stream is over. */
import { patient } from '@understudy/tooling/patience';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { countCourses } from '../sandboxes/client.js';
import { apiOf } from '../../src/call/api.js';
import { trainsDomain } from '../operations/trains-domain.js';
import { ourDomains } from '../our-domains.js';
import { tokenOf } from '../social/network.js';
import { overSocket } from '../support.js';
import { hasChromium, useChromium } from './chromium.js';
import { elsewhere } from './elsewhere.js';
import { ending, openOnce } from '../use.js';

const server = openOnce(() => overSocket({ serves: apiOf([...ourDomains, trainsDomain]) }));
const local = openOnce(elsewhere);

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

/** Follows the journey of a train until the browser gives up by itself. */
function follow(page: Page, url: string): Promise<string[]> {
  return page.evaluate(
    (address) =>
      new Promise<string[]>((resolve) => {
        const source = new EventSource(address);
        const found: string[] = [];
        for (const type of ['stop', 'end']) {
          source.addEventListener(type, (event: MessageEvent<string>) => {
            found.push(`${type} ${event.lastEventId}`);
          });
        }
        source.addEventListener('error', () => {
          if (source.readyState === EventSource.CLOSED) resolve(found);
        });
      }),
    url,
  );
}

/** Reads the timeline until there are so many events, and writes a post after the first of them. */
function readTimeline(page: Page, url: string, wanted: number): Promise<string[]> {
  return page.evaluate(
    ({ address, count }) =>
      new Promise<string[]>((resolve) => {
        const token = new URL(address).searchParams.get('access_token');
        const source = new EventSource(address);
        const found: string[] = [];
        const write = () =>
          fetch(new URL('/api/social/posts', address), {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ text: 'From this page' }),
          });
        source.addEventListener('post', async (event: MessageEvent<string>) => {
          const { post } = JSON.parse(event.data) as { post: { text: string; viewer: object | null } };
          if (found.length === 0) await write();
          const isSeen = post.viewer === null ? 'by nobody' : 'by who asks';
          const text = post.text === 'From this page' ? ` ${post.text}` : '';
          if (found.push(`${event.lastEventId} ${isSeen}${text}`) < count) return;
          source.close();
          resolve(found);
        });
      }),
    { address: url, count: wanted },
  );
}

describe.skipIf(!hasChromium)('EventSource in Chromium', { timeout: patient(30_000) }, () => {
  const openContext = useChromium();

  it('connects again by itself after each limit, from a page of another port of this machine', async () => {
    for (let i = 0; i < 3; i++) await countCourses(server, '/sandboxes/a');
    const context = ending(await openContext());
    const page = await context.newPage();
    await page.goto(local.origin);
    const path = '/api/education/courses';
    expect(await read(page, 'limit=2&chunk_bytes=3', 3)).toEqual([`1 ${path}`, `2 ${path}`, `3 ${path}`]);
    expect(await read(page, 'last_event_id=nine', 1)).toBe('refused');
  });

  it('follows the timeline as who its token says, over a connection for each event, and misses no new post', async () => {
    const context = ending(await openContext());
    const page = await context.newPage();
    await page.goto(local.origin);
    const stream = `${server.origin}/api/social/timeline/stream?last_event_id=17&limit=1&chunk_bytes=9`;
    const token = await tokenOf(server, 1);
    const expected = ['18 by who asks', '19 by who asks', '20 by who asks', '21 by who asks From this page'];
    expect(await readTimeline(page, `${stream}&access_token=${token}`, 4)).toEqual(expected);
  });

  it('follows a stream to its end over several connections, and stops at 204, also where a preflight would fail', async () => {
    const context = ending(await openContext());
    const page = await context.newPage();
    await page.goto(local.origin);
    const journey = `${server.origin}/api/trains/train_0001/journey?limit=4&cors=preflight`;
    expect(await follow(page, journey)).toEqual(['stop 1', 'stop 2', 'stop 3', 'stop 4', 'stop 5', 'end 6']);
    // A fetch that sets the header asks first, and is refused.
    const fetched = page.evaluate(
      (url) =>
        fetch(url, { headers: { 'Last-Event-ID': '1' } }).then(
          () => 'read',
          () => 'refused',
        ),
      journey,
    );
    expect(await fetched).toBe('refused');
  });
});
