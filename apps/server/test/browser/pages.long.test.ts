/** The pages in a real browser: nothing from elsewhere, no complaint, and calls that can be tried. */
import { patient } from '@understudy/tooling/patience';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overSocket } from '../support.js';
import { hasChromium, useChromium } from './chromium.js';
import { complaintsOf } from './complaints.js';
import { openOnce } from '../use.js';

describe.skipIf(!hasChromium)('pages in Chromium', { timeout: patient(30_000) }, () => {
  const openContext = useChromium();
  const server = openOnce(overSocket);
  const shared = openOnce(openContext);

  /** Opens a page; one that needs no context of its own finds what the others left in the browser's cache. */
  async function open(path: string, options?: BrowserContextOptions): Promise<{ page: Page; complaints: string[] }> {
    const context = options === undefined ? shared : await openContext(options);
    const page = await context.newPage();
    const complaints = await complaintsOf(page, server.origin);
    await page.goto(server.origin + path);
    return { page, complaints };
  }

  /** Closes a page that had nothing to complain of, now or while its last requests ran out. */
  async function closeContent({ page, complaints }: { page: Page; complaints: string[] }): Promise<void> {
    await page.waitForLoadState('networkidle');
    await page.close();
    expect(complaints).toEqual([]);
  }

  /** How many operations the document has: all, or those that are not another's address or a webhook. */
  async function operationCount(which: 'all' | 'own'): Promise<number> {
    const answer = await server.fetch('/openapi.json');
    const { paths, webhooks } = (await answer.json()) as Record<'paths' | 'webhooks', Record<string, object>>;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods) as object[]);
    if (which === 'all') return operations.length + Object.keys(webhooks).length;
    return operations.filter((operation) => !('x-understudy-alias-of' in operation)).length;
  }

  describe.each([
    ['at the origin', ''],
    ['below a sandbox', '/sandboxes/default'],
  ])('%s', (_, base) => {
    test('the start page shows its operations and its own base URL', async () => {
      const { page, complaints } = await open(`${base}/`);
      expect(await page.locator('.operation').count()).toBe(await operationCount('own'));
      expect(await page.locator('.summary code').first().textContent()).toBe(server.origin + base);
      await closeContent({ page, complaints });
    });

    describe('the reference', () => {
      let page: Page;
      let complaints: string[];
      // Opened once, by a link of the start page: to load it is far more work than to use it.
      beforeAll(async () => {
        ({ page, complaints } = await open(`${base}/`));
        await page.getByRole('link', { name: 'Enroll a student in a course' }).click();
        await page.locator('.opblock.is-open').waitFor();
      }, patient(30_000));
      afterAll(() => page.close());

      /** Executes an operation as it is filled in; gives what the page shows of the answer. */
      async function tried(method: 'get' | 'post', path: string, fill?: (operation: Locator) => Promise<unknown>) {
        const operation = page.locator(`.opblock-${method}`, { has: page.locator(`[data-path="${path}"]`) });
        const isOpen = (await operation.getAttribute('class'))?.includes('is-open') ?? false;
        if (!isOpen) await operation.locator('.opblock-summary-control').click();
        await fill?.(operation);
        // The last answer goes away, so that what is seen below is the next.
        if ((await operation.locator('.btn-clear').count()) > 0) await operation.locator('.btn-clear').click();
        await operation.locator('.execute').click();
        const live = operation.locator('.live-responses-table');
        await live.waitFor();
        return {
          status: await live.locator('.response-col_status').last().textContent(),
          text: await live.textContent(),
          url: await operation.locator('.request-url pre').textContent(),
        };
      }

      test('has the section open that the link of the start page names', async () => {
        expect(new URL(page.url()).pathname).toBe(`${base}/docs`);
        expect(await page.locator('.opblock.is-open .opblock-summary-path').getAttribute('data-path')).toBe(
          '/api/education/enrollments',
        );
      });

      test('shows every operation, a section at a time', async () => {
        let shown = await page.locator('.webhooks .opblock').count();
        for (const section of await page.locator('.opblock-tag-section').all()) {
          const heading = section.locator('.opblock-tag');
          const wasOpen = (await heading.getAttribute('data-is-open')) === 'true';
          if (!wasOpen) await heading.click();
          shown += await section.locator('.opblock').count();
          // With many sections open, Swagger UI draws only the rows in view.
          if (!wasOpen) await heading.click();
        }
        expect(shown).toBe(await operationCount('all'));
        await page.waitForLoadState('networkidle');
        expect(complaints).toEqual([]);
      });

      test('lets a read be tried, and asks for nothing but what was filled in', async () => {
        const { status, text, url } = await tried('get', '/api/education/courses');
        expect(status).toContain('200');
        expect(text).toContain('crs_0001');
        expect(url).toBe(`${server.origin}${base}/api/education/courses`);
        expect(complaints).toEqual([]);
      });

      test('lets a write be tried', async () => {
        const { status, text } = await tried('post', '/api/education/courses');
        expect(status).toContain('200');
        expect(text).toContain('Practical SQL for Analysts');
        expect(complaints).toEqual([]);
      });

      test('lets a failure be forced', async () => {
        const { text } = await tried('get', '/api/education/courses', (operation) =>
          operation.locator('[data-param-name="simulate_error"] select').selectOption('rate_limit'),
        );
        expect(text).toContain('429');
        expect(complaints.filter((complaint) => !complaint.includes('429'))).toEqual([]);
      });
    });

    test('a problem page explains its kind', async () => {
      const { page, complaints } = await open(`${base}/problems/rate_limit`);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Too Many Requests');
      await closeContent({ page, complaints });
    });
  });

  test('the page of the faults has a line to copy for each of them, and nothing to complain of', async () => {
    const { page, complaints } = await open('/faults');
    const faults = await page.locator('.fault').count();
    expect(faults).toBeGreaterThan(20);
    expect(await page.getByRole('button', { name: / as a rule$/ }).count()).toBe(faults);
    await closeContent({ page, complaints });
  });

  test('a call can be copied', async () => {
    const { page } = await open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    // The button says so for 2 s, which a slow machine may not see.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    const button = page.getByRole('button', { name: 'Copy: Search' });
    await button.click();
    await page.getByText('Copied').waitFor();
    const copied: unknown = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(`curl '${server.origin}/api/education/courses?q=sql'`);
    await page.clock.runFor(2000);
    expect(await button.textContent()).toBe('Copy');
    await page.context().close();
  });

  test('without scripts nothing is missing but the buttons', async () => {
    const { page, complaints } = await open('/', { javaScriptEnabled: false });
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.locator('.operation').count()).toBe(await operationCount('own'));
    await closeContent({ page, complaints });
  });

  test('the first stop of the keyboard skips the bar', async () => {
    const { page } = await open('/');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // The browser tells of where it has gone some time after the key.
    await expect.poll(() => new URL(page.url()).hash).toBe('#main');
    await page.close();
  });

  describe.each(['/', '/docs/', '/problems', '/problems/bad_request', '/faults'])('%s', (path) => {
    let page: Page;
    beforeAll(async () => {
      ({ page } = await open(path));
    }, patient(30_000));
    afterAll(() => page.close());

    test('is dark where that is preferred', async () => {
      const grounds: unknown[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        grounds.push(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
      }
      expect(grounds).toEqual(['rgb(251, 250, 248)', 'rgb(23, 22, 21)']);
    });

    test('fits a narrow screen', async () => {
      await page.setViewportSize({ width: 320, height: 700 });
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    });
  });
});
