/** The built client in a page of another origin, in a real Chromium. */
import { readFileSync } from 'node:fs';
import { type Chromium, findChromium, startChromium } from '@understudy/tooling/chromium';
import { patient } from '@understudy/tooling/patience';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallControls } from '../src/index.js';
import { corsFetch } from '../src/testing.js';
import { closeAll, listen, listenWithUnderstudy } from './listen.js';

/** A page that names where ky is, as one without a bundler must. */
const PAGE = `<!doctype html><link rel="icon" href="data:,">
<script type="importmap">{ "imports": { "ky": "/ky/distribution/index.js" } }</script>`;

/** The built client, as the page knows it. */
declare const understudy: typeof import('../src/index.js');

/** What came of a call, as far as it is plain data. */
interface Outcome {
  readonly count?: number;
  readonly kind?: string;
  readonly message?: string;
  readonly attempts: number;
}

/** What a request is made from, as far as it is plain data. */
interface PlainInit {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly credentials?: 'include';
}

describe.skipIf(findChromium() === undefined)('in Chromium', () => {
  let browser: Chromium;
  let page: Page;
  let baseUrl: string;
  let allowing: string;
  let origin: string;
  const asked: string[] = [];

  beforeAll(async () => {
    origin = await listen((request, response) => {
      const { url = '/' } = request;
      const isScript = url.endsWith('.js');
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      const folder = url.startsWith('/ky/') ? 'node_modules' : 'dist';
      response.end(isScript ? readFileSync(new URL(`../${folder}${url}`, import.meta.url)) : PAGE);
    });
    baseUrl = await listenWithUnderstudy((request) => asked.push(request.method ?? ''));
    allowing = await listenWithUnderstudy(undefined, { corsAllow: origin });
    browser = await startChromium();
    page = await (await browser.openContext()).newPage();
    await page.goto(origin);
    // The page imports for itself, since an import in here would be one of the test runner's.
    const content = "import * as client from '/index.js'; globalThis.understudy = client;";
    await page.addScriptTag({ type: 'module', content });
    await page.waitForFunction(() => 'understudy' in globalThis);
  }, patient(60_000));
  afterAll(async () => {
    await browser.close();
    closeAll();
  });

  /** Lists courses from the page, in all pages of the list. */
  async function listed(controls: CallControls): Promise<Outcome> {
    asked.length = 0;
    return page.evaluate(
      async (given): Promise<Outcome> => {
        const { createClient, isApiError } = understudy;
        const api = createClient({ ...given.options, sleep: async () => undefined });
        const list = api.education.listCourses({ per_page: 50 }, given.controls);
        try {
          const { attempts } = await list.withResponse();
          return { count: (await list.toArray({ limit: 500 })).length, attempts: attempts.length };
        } catch (error) {
          if (!isApiError(error)) throw error;
          return { kind: error.kind, message: error.message, attempts: error.attempts.length };
        }
      },
      // As the client has it, on machines that are not slow.
      { options: { baseUrl, timeoutMs: patient(10_000) }, controls },
    );
  }

  test.each(['page', 'cursor', 'link'] as const)(
    'walks a list in style %s, with no preflight',
    async (paginationStyle) => {
      expect(await listed({ paginationStyle })).toEqual({ count: 200, attempts: 1 });
      expect(new Set(asked)).toEqual(new Set(['GET']));
    },
  );

  test('retries by Retry-After, which the server lets a page read', async () => {
    expect(await listed({ scenario: ['rate_limit', 'server_error', 'ok'] })).toEqual({ count: 200, attempts: 3 });
  });

  test('says what a refusal by cors=restrict is, and does not try again', async () => {
    const { kind, attempts, message } = await listed({ cors: 'restrict' });
    expect([kind, attempts]).toEqual(['network', 1]);
    expect(message).toContain('refused the answer');
    expect(asked).toEqual(['GET']);
  });

  /** Requests that a page may want to send; what comes of them depends on the server and on its cors control. */
  const requests: Readonly<Record<string, PlainInit>> = {
    read: {},
    'read with credentials': { credentials: 'include' },
    'read with a token': { headers: { authorization: 'Bearer x' } },
    'write as text': { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' },
    'write as JSON': { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
    change: { method: 'PATCH' },
  };
  const queries = ['', '?cors=restrict', '?cors=preflight', '?simulate_error=rate_limit', '?pagination_style=link'];
  const cases = queries.flatMap((query) => Object.keys(requests).map((name): [string, string] => [query, name]));

  test.each(cases)('corsFetch makes of %j, %s what Chromium makes of it', async (query, name) => {
    const init = requests[name] ?? {};
    for (const server of [baseUrl, allowing]) {
      const url = `${server}/api/education/courses${query}`;
      const inPage = await page.evaluate(
        async (given) => {
          try {
            const { status, headers } = await fetch(given.url, given.init);
            return { status, headers: [...headers.keys()] };
          } catch (error) {
            return String(error);
          }
        },
        { url, init },
      );
      const inNode = await corsFetch(origin)(new Request(url, init)).then(
        ({ status, headers }) => ({ status, headers: [...headers.keys()] }),
        (error: unknown) => String(error),
      );
      expect(inNode).toEqual(inPage);
    }
  });
});
