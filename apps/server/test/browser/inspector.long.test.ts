/** The inspector at length, in Chromium: thousands of requests, servers that end and begin anew, two replicas, and its pictures. */
import { join } from 'node:path';
import { patient } from '@understudy/tooling/patience';
import { spawnServer, type SpawnedServer } from '@understudy/tooling/server';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ending, useFolder } from '../use.js';
import { hasChromium, useChromium } from './chromium.js';
import { expectPicture } from './pictures.js';

const COURSES = '/api/education/courses';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** The tasks of the main thread of a page, each by the time of the processor that it took, in ms. */
function tasksOf(trace: Buffer): number[] {
  const { traceEvents: events } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const main = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const isOfMain = ({ pid, tid }: TraceEvent) => main.some((thread) => thread.pid === pid && thread.tid === tid);
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && event.ph === 'X' && isOfMain(event));
  return tasks.map(({ tdur = 0 }) => tdur / 1000).toSorted((a, b) => b - a);
}

describe.skipIf(!hasChromium)('the inspector at length', { timeout: patient(120_000) }, () => {
  const openContext = useChromium();
  const folder = useFolder();

  const rows = (page: Page) => page.locator('.row');
  const send = async (server: SpawnedServer, path: string, init?: RequestInit): Promise<void> => {
    await server.fetch(path, init).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    );
  };

  async function open(server: SpawnedServer, hash = '', viewport = { width: 1200, height: 700 }): Promise<Page> {
    const page = await (await openContext({ viewport, colorScheme: 'light' })).newPage();
    page.setDefaultTimeout(patient(10_000));
    await page.goto(`${server.origin}/inspect${hash}`);
    await page.locator('.live:not(.lost)').waitFor();
    return page;
  }

  test('10,000 requests come in while somebody scrolls, and no task of the page takes 50 ms', async () => {
    const server = ending(await spawnServer(['--max-journal', '20000', '--max-journal-bytes', '60MB']));
    const page = await open(server);
    const browser = page.context().browser();
    await browser?.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'toplevel'] });
    // Down and up again, all the time: rows come in at the top, and stand still below it.
    const scrolling = page.evaluate<{ frames: number; most: number }>(`new Promise((resolve) => {
      let by = 37, frames = 0, most = 0;
      const step = () => {
        const list = document.querySelector('.scroller');
        if (list) {
          if (list.scrollTop + list.clientHeight >= list.scrollHeight - 50 || list.scrollTop > 40_000) by = -211;
          if (list.scrollTop <= 0) by = 37;
          list.scrollTop += by;
        }
        frames += 1;
        most = Math.max(most, document.querySelectorAll('.row').length);
        if (window.isOver) resolve({ frames, most }); else requestAnimationFrame(step);
      };
      step();
    })`);
    const app = async (first: number) => {
      for (let n = first; n < 10_000; n += 10)
        await send(server, `${COURSES}?page=${n}&fault=${n % 7 === 0 ? 'server_error' : ''}`);
    };
    await Promise.all(Array.from({ length: 10 }, (_, first) => app(first)));
    await expect.poll(() => page.locator('.count').textContent(), { timeout: patient(60_000) }).toBe('10,000 requests');
    await page.evaluate('window.isOver = true');
    const { frames, most } = await scrolling;
    const tasks = tasksOf((await browser?.stopTracing()) ?? Buffer.from('{"traceEvents":[]}'));
    expect(tasks.length).toBeGreaterThan(500);
    expect(frames).toBeGreaterThan(50);
    const longest = `the longest of ${tasks.length} tasks took ${tasks.slice(0, 5).join(', ')} ms`;
    expect(tasks[0], longest).toBeLessThan(patient(50));
    // What a frame costs follows from the rows that it draws, however many requests there are.
    expect(most).toBeLessThan(100);
    await page.context().close();
  });

  test.each([
    ['memory', 1],
    [`sqlite:${join(folder, 'restart.db')}`, 3],
  ])('goes on after the server was started again on %s', async (store, kept) => {
    let server = await spawnServer(['--store', store]);
    const page = await open(server);
    await send(server, COURSES);
    await send(server, COURSES);
    await expect.poll(() => rows(page).count()).toBe(2);
    const { port } = new URL(server.origin);
    await server.stop();
    await page.getByText('reconnecting').waitFor();
    server = await spawnServer(['--store', store, '--port', port]);
    await page.locator('.live:not(.lost)').waitFor();
    await send(server, `${COURSES}/crs_0001`);
    await expect.poll(() => rows(page).first().textContent()).toContain('crs_0001');
    expect(await rows(page).count()).toBe(kept);
    await page.context().close();
    await server.stop();
  });

  test('shows what another replica on the same store has answered', async () => {
    const store = ['--store', `sqlite:${join(folder, 'two.db')}`];
    const [one, other] = await Promise.all([spawnServer(store), spawnServer(store)]);
    const page = await open(one);
    await send(other, `${COURSES}/crs_0001`);
    await send(one, `${COURSES}/crs_0002`);
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.evaluate(`location.hash = 'faults'`);
    await page.getByRole('button', { name: 'flaky' }).click();
    await page.getByText('service_unavailable').first().waitFor();
    expect(await (await other.fetch('/sandboxes/default/faults')).text()).toContain('service_unavailable');
    await page.context().close();
    await Promise.all([one.stop(), other.stop()]);
  });

  test('draws itself before anything but its script and style has answered', async () => {
    const server = ending(await spawnServer());
    const page = await (await openContext()).newPage();
    page.setDefaultTimeout(patient(10_000));
    // What it asks the API for never comes.
    await page.route(
      (url) => !url.pathname.startsWith('/inspect'),
      () => undefined,
    );
    await page.goto(`${server.origin}/inspect`, { waitUntil: 'commit' });
    await page.getByRole('searchbox').or(page.getByPlaceholder('Filter')).first().waitFor();
    await page.context().close();
  });

  test('looks as its pictures in the pages show', async () => {
    const server = ending(await spawnServer());
    const put = (path: string, body: object, method = 'PUT') =>
      send(server, path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    await put('/sandboxes/default/faults', {
      rules: [
        { id: 'busy', when: { path: '/api/events' }, times: 2, fault: 'rate_limit;retry_after=2' },
        { id: 'second-page', when: { path: COURSES, query: { page: '2' } }, times: 1, fault: 'server_error' },
        { id: 'slow-writes', when: { method: 'POST' }, fault: 'delay;ms=120' },
      ],
    });
    for (const path of [`${COURSES}?page=1`, `${COURSES}?page=2`, `${COURSES}?page=2`, '/api/events'])
      await send(server, path);
    await put(
      COURSES,
      { title: 'Practical SQL', category: 'Data', difficulty: 'expert', instructor: 'Ada', duration_hours: 3 },
      'POST',
    );
    // An app that waits too little at first, and then as long as it was told.
    await new Promise((resolve) => setTimeout(resolve, 700));
    await send(server, '/api/events');
    await send(server, `${COURSES}/crs_0001/lessons`);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    await send(server, '/api/events');
    const page = await open(server, '', { width: 1120, height: 560 });
    const shots: Readonly<Record<string, () => Promise<void>>> = {
      requests: async () => {
        await rows(page).first().waitFor();
        for (const key of ['j', 'j', 'j']) await page.keyboard.press(key);
        await page.locator('.details .verdict').first().waitFor();
      },
      timeline: () =>
        page.evaluate(`location.hash = 'timeline'`).then(() => page.getByText('too early').first().waitFor()),
      faults: () => page.evaluate(`location.hash = 'faults'`).then(() => page.getByText('slow-writes').waitFor()),
    };
    for (const [name, show] of Object.entries(shots)) {
      await show();
      await expectPicture(page, `inspector-${name}`);
    }
    await page.context().close();
  });
});
