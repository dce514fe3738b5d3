/** The CORS table of the API, cell by cell: from pages of other origins in a real browser, and without one. */
import { patient } from '@understudy/tooling/patience';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overSocket } from '../support.js';
import { type Asked, ask } from './ask.js';
import { hasChromium, useChromium } from './chromium.js';
import { type Elsewhere, elsewhere } from './elsewhere.js';
import { openOnce } from '../use.js';
import { course } from '../sandboxes/client.js';

const PATH = '/api/education/courses';

const json = { 'content-type': 'application/json' };

/** Requests that a browser sends at once, and the status of each. */
const simple: readonly (readonly [name: string, asked: Asked, status: number])[] = [
  ['GET', {}, 200],
  ['POST of text', { method: 'POST', body: 'text' }, 415],
  [
    'POST of a form',
    { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' },
    415,
  ],
  ['POST of nothing', { method: 'POST' }, 400],
];

/** Requests that a browser asks leave for first. */
const preflighted: typeof simple = [
  ['GET with a header of its own', { headers: { 'x-trace': '1' } }, 200],
  ['GET with Authorization', { headers: { authorization: 'Bearer token' } }, 200],
  ['POST of JSON', { method: 'POST', headers: json, body: JSON.stringify(course) }, 200],
  [
    'POST with a header of its own',
    { method: 'POST', headers: { ...json, 'idempotency-key': 'a' }, body: JSON.stringify(course) },
    200,
  ],
  ['PATCH', { method: 'PATCH', headers: json, body: '{}' }, 405],
];

interface Cell {
  readonly from: 'allowed' | 'other';
  readonly query: string;
  readonly name: string;
  readonly asked: Asked;
  readonly expected: number | 'TypeError';
}

function cells(from: Cell['from'], query: string, readable: { simple: boolean; preflighted: boolean }): Cell[] {
  const row = (list: typeof simple, isReadable: boolean) =>
    list.map(([name, asked, status]): Cell => ({
      from,
      query,
      name,
      asked,
      expected: isReadable ? status : 'TypeError',
    }));
  return [...row(simple, readable.simple), ...row(preflighted, readable.preflighted)];
}

const table: readonly Cell[] = [
  ...cells('other', '', { simple: true, preflighted: true }),
  ...cells('allowed', '', { simple: true, preflighted: true }),
  ...cells('other', '?cors=restrict', { simple: false, preflighted: false }),
  ...cells('allowed', '?cors=restrict', { simple: true, preflighted: true }),
  ...cells('other', '?cors=preflight', { simple: true, preflighted: false }),
  ...cells('allowed', '?cors=preflight', { simple: true, preflighted: false }),
];

describe.skipIf(!hasChromium)('CORS in Chromium', { timeout: patient(30_000) }, () => {
  const openContext = useChromium();
  const sites: Record<Cell['from'], Elsewhere> = { allowed: openOnce(elsewhere), other: openOnce(elsewhere) };
  const server = openOnce(() => overSocket({ corsAllow: [sites.allowed.origin], log: 'json' }));
  let pages: Record<Cell['from'], Page>;

  beforeAll(async () => {
    const open = async (site: Elsewhere) => {
      const page = await (await openContext()).newPage();
      await page.goto(site.origin);
      return page;
    };
    pages = { allowed: await open(sites.allowed), other: await open(sites.other) };
  });

  afterAll(async () => {
    await Promise.all(Object.values(pages).map((page) => page.context().close()));
  });

  test.each(table)('$name from the $from origin, "$query": $expected', async ({ from, query, asked, expected }) => {
    const { status, refused } = await ask(pages[from], server.origin + PATH + query, asked);
    expect(refused ?? status).toBe(expected);
  });

  describe('what a page of another origin can read', () => {
    const readable: readonly { what: string; path: string; asked?: Asked; status: number }[] = [
      { what: 'an unknown path', path: '/api/nothing', status: 404 },
      { what: 'an unknown record', path: `${PATH}/crs_none`, status: 404 },
      { what: 'a wrong parameter', path: `${PATH}?page=0`, status: 400 },
      { what: 'a wrong control', path: `${PATH}?cors=none`, status: 400 },
      { what: 'a forced 429', path: `${PATH}?simulate_error=rate_limit`, status: 429 },
      { what: 'a forced 401', path: `${PATH}?simulate_error=unauthorized`, status: 401 },
      { what: 'a forced 500', path: `${PATH}?simulate_error=server_error`, status: 500 },
      { what: 'a forced 504', path: `${PATH}?simulate_error=timeout&delay=0`, status: 504 },
      { what: 'a wrong method', path: PATH, asked: { method: 'DELETE' }, status: 405 },
      { what: 'broken JSON', path: PATH, asked: { method: 'POST', headers: json, body: '{' }, status: 400 },
      {
        what: 'a write to an unknown path',
        path: '/api/nothing',
        asked: { method: 'POST', headers: json, body: '{}' },
        status: 404,
      },
      {
        what: 'a write forced to fail',
        path: `${PATH}?simulate_error=forbidden`,
        asked: { method: 'POST', headers: json, body: '{}' },
        status: 403,
      },
    ];

    test.each(readable)('$what', async ({ path, asked, status }) => {
      const read = await ask(pages.other, server.origin + path, asked);
      expect(read.status).toBe(status);
      expect(JSON.parse(read.body ?? '')).toMatchObject({ status });
      expect(read.headers?.['x-request-id']).toBeDefined();
    });

    test('malformed JSON fails to parse, not to arrive', async () => {
      const read = await ask(pages.other, `${server.origin}${PATH}?simulate_error=malformed`);
      expect(read.status).toBe(200);
      expect(() => JSON.parse(read.body ?? '')).toThrow(SyntaxError);
    });

    test('304 to a tag of its own', async () => {
      const url = `${server.origin}${PATH}?per_page=2`;
      const etag = (await ask(pages.other, url)).headers?.['etag'] ?? '';
      const read = await ask(pages.other, url, { headers: { 'if-none-match': etag } });
      expect(read).toMatchObject({ status: 304, body: '', headers: { etag } });
    });

    test("304 to its browser's cache", async () => {
      const url = `${server.origin}${PATH}?per_page=3`;
      const first = await ask(pages.other, url);
      const second = await ask(pages.other, url, { cache: 'no-cache' });
      expect(second).toMatchObject({ status: 200, body: first.body });
      await expect.poll(() => server.lines.join('')).toMatch(/per_page=3","status":304/);
    });

    test.each([
      [`${PATH}?pagination_style=link`, {}, ['date', 'etag', 'link', 'server-timing', 'x-request-id']],
      [`${PATH}?simulate_error=rate_limit`, {}, ['ratelimit', 'ratelimit-policy', 'retry-after']],
      [`${PATH}?simulate_error=unauthorized`, {}, ['www-authenticate']],
      [PATH, { method: 'DELETE' }, ['allow']],
    ])('the headers of %s', async (path, asked, names) => {
      const { headers = {} } = await ask(pages.other, server.origin + path, asked);
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(names));
      expect(Object.keys(headers)).not.toContain('x-content-type-options');
    });

    test('that a write was replayed', async () => {
      const asked = { method: 'POST', headers: { ...json, 'idempotency-key': 'again' }, body: JSON.stringify(course) };
      await ask(pages.other, server.origin + PATH, asked);
      const { headers } = await ask(pages.other, server.origin + PATH, asked);
      expect(headers?.['idempotency-replayed']).toBe('true');
    });
  });

  test.each([
    ['other', '', 'TypeError'],
    ['allowed', '', 'TypeError'],
    ['other', '?cors=restrict', 'TypeError'],
    ['allowed', '?cors=restrict', 200],
  ] as const)('with cookies from the %s origin, "%s": %s', async (from, query, expected) => {
    const { status, refused } = await ask(pages[from], server.origin + PATH + query, { credentials: 'include' });
    expect(refused ?? status).toBe(expected);
  });

  test('with cookies, where the server lets allowed origins send them', async () => {
    await using lenient = await overSocket({ corsAllow: [sites.allowed.origin], corsCredentials: true });
    const url = lenient.origin + PATH;
    for (let round = 0; round < 3; round += 1) {
      for (const asked of [{}, { method: 'POST', headers: json, body: JSON.stringify(course) }]) {
        const credentials = 'include';
        expect(await ask(pages.allowed, url, { ...asked, credentials })).toMatchObject({ status: 200 });
        expect(await ask(pages.other, url, { ...asked, credentials })).toMatchObject({ refused: 'TypeError' });
        expect(await ask(pages.other, url, asked)).toMatchObject({ status: 200 });
      }
    }
  });

  test.each([
    ['a URL that is too long', `${PATH}?q=${'a'.repeat(9000)}`, 414],
    ['a path that cannot be decoded', `${PATH}/%zz`, 400],
    ['an impossible sandbox', `/sandboxes/NO${PATH}`, 400],
  ] as const)('a JSON POST to %s can be read', async (_what, path, status) => {
    const asked = { method: 'POST', headers: json, body: JSON.stringify(course) };
    expect((await ask(pages.other, server.origin + path, asked)).status).toBe(status);
  });

  test('errors follow the table too', async () => {
    const restricted = `${server.origin}/api/nothing?cors=restrict`;
    expect(await ask(pages.other, restricted)).toEqual({ refused: 'TypeError' });
    expect((await ask(pages.allowed, restricted)).status).toBe(404);
    const refusing = `${server.origin}${PATH}?cors=preflight&simulate_error=rate_limit`;
    expect((await ask(pages.other, refusing)).headers).toMatchObject({ 'retry-after': '1' });
    expect(await ask(pages.other, refusing, { headers: { 'x-trace': '1' } })).toEqual({ refused: 'TypeError' });
  });

  test('a refused page leaves nothing written', async () => {
    const before = server.revision();
    const body = JSON.stringify({ ...course, title: 'Never written' });
    await ask(pages.other, `${server.origin}${PATH}?cors=restrict`, { method: 'POST', headers: json, body });
    await ask(pages.other, `${server.origin}${PATH}?cors=preflight`, { method: 'POST', headers: json, body });
    expect(server.revision()).toBe(before);
  });

  test('below a sandbox it is the same', async () => {
    const url = `${server.origin}/sandboxes/default${PATH}`;
    const asked = { headers: { authorization: 'Bearer token' } };
    expect((await ask(pages.other, url, asked)).status).toBe(200);
    expect(await ask(pages.other, `${url}?cors=restrict`, asked)).toEqual({ refused: 'TypeError' });
  });
});
