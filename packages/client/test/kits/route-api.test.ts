/** Requests of a page that are meant for the real API, in Chromium. */
import { type Chromium, findChromium, startChromium } from '@understudy/tooling/chromium';
import { patient } from '@understudy/tooling/patience';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routeApi } from '../../src/kits/route-api.js';
import { closeAll, listen, listenWithUnderstudy } from '../listen.js';

describe.skipIf(findChromium() === undefined)('routeApi', () => {
  let browser: Chromium;
  let page: Page;
  let baseUrl: string;

  /** What a page gets that asks for this. */
  const ask = (url: string) =>
    page.evaluate(async (address) => {
      try {
        const answer = await fetch(address);
        return { status: answer.status, body: (await answer.json()) as { data?: { id: string } } };
      } catch {
        return { status: 0, body: {} };
      }
    }, url);

  beforeAll(async () => {
    const origin = await listen((_, response) => response.end('<!doctype html><link rel="icon" href="data:,">'));
    baseUrl = `${await listenWithUnderstudy()}/sandboxes/test-1`;
    browser = await startChromium();
    page = await (await browser.openContext()).newPage();
    await page.goto(origin);
  }, patient(60_000));
  afterAll(async () => {
    await browser.close();
    closeAll();
  });

  test.each(['http://api.example.invalid', 'https://api.example.invalid'])(
    'sends requests to %s to the sandbox',
    async (from) => {
      await routeApi(page, `${from}/`, { baseUrl });
      const { status, body } = await ask(`${from}/api/education/courses/crs_0002?fields=id`);
      expect([status, body.data?.id]).toEqual([200, 'crs_0002']);
      // Another host whose name begins alike is not meant.
      expect(await ask(`${from}.test/api/education/courses`)).toEqual({ status: 0, body: {} });
    },
    patient(30_000),
  );

  test('a server that cannot be reached is a lost connection', async () => {
    await routeApi(page, 'https://gone.example.invalid', { baseUrl: 'http://127.0.0.1:1' });
    expect(await ask('https://gone.example.invalid/api')).toEqual({ status: 0, body: {} });
  });
});
