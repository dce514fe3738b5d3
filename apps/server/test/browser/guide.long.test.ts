/** The guide and the start page in Chromium: for everybody, in both schemes, on a telephone; cells run, sections are found. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { patient } from '@understudy/tooling/patience';
import { type SpawnedServer, spawnServer } from '@understudy/tooling/server';
import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../identity/axe.js';
import { hasChromium, useChromium } from './chromium.js';
import { complaintsOf } from './complaints.js';
import { expectPicture } from './pictures.js';

const GUIDE = fileURLToPath(new URL('../../../guide/', import.meta.url));

const looks = ([1280, 390] as const).flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

describe.skipIf(!hasChromium)('the guide in Chromium', { timeout: patient(60_000) }, () => {
  const openContext = useChromium();
  let server: SpawnedServer;

  beforeAll(async () => {
    // Its links and its cells are checked while it is built.
    await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: GUIDE });
    server = await spawnServer(['--static', `${GUIDE}dist`]);
    return () => server.stop();
  }, patient(90_000));

  async function open(path: string, options?: BrowserContextOptions) {
    const context = await openContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(patient(15_000));
    const complaints = await complaintsOf(page, server.origin);
    await page.goto(server.origin + path);
    return { page, complaints };
  }

  test.each(looks)('has nothing to complain of: $width px, $colorScheme', async ({ width, colorScheme }) => {
    const view = { colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' } as const;
    const pages = { '/guide/faults.html': 'guide', '/': 'start-page' };
    for (const [path, name] of Object.entries(pages)) {
      const { page, complaints } = await open(path, view);
      if (name === 'guide') {
        await page.locator('.run').first().click();
        await page.locator('.output .status').nth(2).waitFor();
        await page.evaluate('scrollTo(0, 0)');
      }
      await expectPicture(page, `${name}-${width}-${colorScheme}`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await findings(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });

  test('runs a cell as it is written, as it is edited, and as it should not be', async () => {
    const { page, complaints } = await open('/guide/writes.html');
    const cell = page.locator('figure.cell').first();
    const [source, status] = [cell.getByLabel('Commands'), cell.locator('.status strong')];
    const answers: readonly (readonly [string, string])[] = [
      ["curl 'http://127.0.0.1:4010/api/education/courses?q=sql&per_page=1'", '200'],
      ['curl -i http://127.0.0.1:4010/api/education/courses -H "Understudy-Fault: status;code=418"', '418'],
      ['curl http://127.0.0.1:4010/api/education/courses?fault=reset', 'The connection ended without an answer'],
      ['curl https://elsewhere.example/', 'Not run: a cell asks the server of the page alone'],
    ];
    for (const [command, outcome] of answers) {
      await source.fill(command);
      await source.press('Control+Enter');
      await cell.locator('.status').getByText(outcome).first().waitFor();
      expect(await cell.locator('.status').count()).toBe(1);
    }
    await cell.getByRole('button', { name: 'As written' }).click();
    await cell.getByRole('button', { name: 'Run' }).click();
    await status.first().waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('finds sections from everywhere, and has its pages on a telephone', async () => {
    const { page, complaints } = await open('/guide/domains/food.html', { viewport: { width: 390, height: 700 } });
    await page.keyboard.press('/');
    await page.keyboard.type('idempotency key');
    await page.locator('#results a', { hasText: 'Writes' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Writes' }).waitFor();
    await page.getByRole('link', { name: 'Pages' }).click();
    await page.locator('nav').getByRole('link', { name: 'Controls', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Controls' }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
