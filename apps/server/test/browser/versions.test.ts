/** A page of another origin in a real browser: it reads a record with its ETag, and writes it back on that condition. */
import { patient } from '@understudy/tooling/patience';
import { describe, expect, test } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { boardDomain } from '../operations/versioned-domain.js';
import { overSocket } from '../support.js';
import { ask } from './ask.js';
import { hasChromium, useChromium } from './chromium.js';
import { elsewhere } from './elsewhere.js';
import { openOnce } from '../use.js';

describe.skipIf(!hasChromium)('a page of another origin', { timeout: patient(30_000) }, () => {
  const openContext = useChromium();
  const site = openOnce(elsewhere);
  const server = openOnce(() => overSocket({ serves: apiOf([boardDomain]) }));

  test('reads a record, and changes it as long as nobody else has', async () => {
    const page = await (await openContext()).newPage();
    await page.goto(site.origin);
    const url = `${server.origin}/api/boards/brd_0001`;
    const rename = (title: string, tag: string) =>
      ask(page, url, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'if-match': tag },
        body: JSON.stringify({ title }),
      });
    const { etag: first = '' } = (await ask(page, url)).headers ?? {};
    const changed = await rename('One', first);
    const { etag: second = '' } = changed.headers ?? {};
    expect([changed.status, (await ask(page, url)).headers?.['etag']]).toEqual([200, second]);
    const late = await rename('Two', first);
    expect([late.status, late.headers?.['etag']]).toEqual([412, undefined]);
    expect((await rename('Two', second)).status).toBe(200);
    // The browser's own cache asks with If-None-Match, and shows what is new.
    expect(JSON.parse((await ask(page, url)).body ?? '')).toMatchObject({ data: { title: 'Two', version: 3 } });
    await page.context().close();
  });
});
