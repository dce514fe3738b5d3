/** What a hostile page can do to a server on loopback, tried in a real browser. */
import { patient } from '@understudy/tooling/patience';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { overSocket } from '../support.js';
import { ask } from './ask.js';
import { hasChromium, useChromium } from './chromium.js';
import { elsewhere } from './elsewhere.js';
import { openOnce } from '../use.js';

const json = { 'content-type': 'application/json' };
const course = '{"title":"SQL","category":"Data","difficulty":"beginner","instructor":"Ada Moreno","duration_hours":1}';

describe.skipIf(!hasChromium)('a hostile page in Chromium', { timeout: patient(30_000) }, () => {
  // The names of somebody else's DNS.
  const openContext = useChromium('--host-resolver-rules=MAP *.example 127.0.0.1');
  let hostile: Page;
  let neighbour: Page;

  const site = openOnce(elsewhere);
  const server = openOnce(() => overSocket({ log: 'json' }));
  beforeAll(async () => {
    const context = await openContext();
    const { port } = new URL(site.origin);
    hostile = await context.newPage();
    await hostile.goto(`http://evil.example:${port}/`);
    neighbour = await context.newPage();
    await neighbour.goto(`http://localhost:${port}/`);
  }, patient(60_000));

  afterAll(async () => {
    await hostile.context().close();
  });

  beforeEach(async () => {
    // Something that an attack could take away.
    await server.fetch('/api/education/courses', { method: 'POST', headers: json, body: course });
  });

  /** Statuses that the server has logged for a path. */
  const statuses = (path: string): number[] =>
    server.lines
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { target?: string; status: number })
      .filter(({ target }) => target?.includes(path))
      .map(({ status }) => status);

  test('cannot read the snapshot, which a page of this machine can', async () => {
    const url = `${server.origin}/sandboxes/default/snapshot`;
    expect(await ask(hostile, url)).toEqual({ refused: 'TypeError' });
    expect(await ask(hostile, `${server.origin}/trpc/sandboxes.listSandboxes`)).toEqual({ refused: 'TypeError' });
    expect((await ask(neighbour, url)).status).toBe(200);
  });

  test.each(['application/json', 'text/plain'])('cannot reset with a POST of %s', async (type) => {
    const before = server.revision();
    const url = `${server.origin}/sandboxes/default/reset`;
    const asked = { method: 'POST', headers: { 'content-type': type }, body: '{}' };
    expect(await ask(hostile, url, asked)).toEqual({ refused: 'TypeError' });
    expect(server.revision()).toBe(before);
  });

  test('cannot reset where no answer is wanted either: no-cors, beacon, form, image', async () => {
    const before = server.revision();
    const at = (path: string) => `${server.origin}/sandboxes/default/${path}`;
    await hostile.evaluate(
      async ({ reset, clock, snapshot }) => {
        await fetch(reset, { method: 'POST', mode: 'no-cors', body: '{}' });
        navigator.sendBeacon(clock, new Blob(['{"action":"freeze"}'], { type: 'text/plain' }));
        await new Promise((resolve) => {
          const image = Object.assign(new Image(), { src: snapshot, onerror: resolve });
          document.body.append(image);
        });
      },
      { reset: at('reset?by=fetch'), clock: at('clock?by=beacon'), snapshot: at('snapshot?by=image') },
    );
    await expect.poll(() => statuses('by=')).toEqual([403, 403, 403]);
    expect(server.revision()).toBe(before);
  });

  test('cannot come in by a name that it lets resolve to this machine', async () => {
    const turned = await elsewhere(server.origin);
    const origin = `http://rebound.example:${new URL(turned.origin).port}`;
    const rebound = await hostile.context().newPage();
    await rebound.goto(origin);
    // All of its own origin, so that nothing of CORS is in the way.
    const before = server.revision();
    expect((await ask(rebound, `${origin}/sandboxes/default/snapshot`)).status).toBe(421);
    expect((await ask(rebound, `${origin}/sandboxes/default/reset`, { method: 'POST' })).status).toBe(421);
    expect((await ask(rebound, `${origin}/api/education/courses`)).status).toBe(421);
    expect(server.revision()).toBe(before);
    await rebound.close();
    turned.close();
  });

  test('may use the API as ever, and a page of this machine the control API', async () => {
    expect((await ask(hostile, `${server.origin}/api/education/courses`)).status).toBe(200);
    const asked = { method: 'PUT', headers: json, body: '{}' };
    expect((await ask(neighbour, `${server.origin}/sandboxes/of-a-neighbour`, asked)).status).toBe(200);
    expect(await ask(hostile, `${server.origin}/sandboxes/of-a-stranger`, asked)).toEqual({ refused: 'TypeError' });
  });
});
