/** Runs tests in a real Chromium, found on this machine; where there is none, says so loudly. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { patient } from '../patience.js';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const elsewhere = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Quiet and alone: no updates, no profile, no look-ups of other hosts. */
const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findChromium(): string | undefined {
  const { CHROMIUM_PATH, PATH = '', CI, UNDERSTUDY_REQUIRE_CHROMIUM } = process.env;
  if (CHROMIUM_PATH !== undefined && CHROMIUM_PATH !== '') {
    if (isExecutable(CHROMIUM_PATH)) return CHROMIUM_PATH;
    throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, but nothing there can be run`);
  }
  const onPath = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const found = [...onPath, ...elsewhere].find(isExecutable);
  if (found !== undefined) return found;
  const missing = `found no Chromium (looked for ${names.join(', ')}; CHROMIUM_PATH may name one)`;
  if (CI === 'true' || CI === '1' || UNDERSTUDY_REQUIRE_CHROMIUM === '1') throw new Error(missing);
  process.stderr.write(`\n!!! BROWSER TESTS ARE SKIPPED: ${missing}\n\n`);
  return undefined;
}

const executablePath = findChromium();

/** Whether there is a Chromium to run tests in. */
export const hasChromium = executablePath !== undefined;

/** Opens a part of the browser that knows nothing of the others. */
export type OpenContext = (options?: BrowserContextOptions) => Promise<BrowserContext>;

/** Starts a browser for the tests of a `describe`, with flags beside the usual ones. */
export function useChromium(...more: readonly string[]): OpenContext {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [...flags, ...more],
    });
  }, patient(60_000));
  afterAll(() => browser?.close());
  return async (options) => {
    if (browser === undefined) throw new Error('the browser has not started');
    const context = await browser.newContext(options);
    // As Playwright has it, on machines that are not slow.
    context.setDefaultTimeout(patient(30_000));
    return context;
  };
}
