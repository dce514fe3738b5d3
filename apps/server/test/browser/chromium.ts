/** Runs the tests of a `describe` in a real Chromium. */
import { type Chromium, findChromium, type OpenContext, startChromium } from '@understudy/tooling/chromium';
import { patient } from '@understudy/tooling/patience';
import { afterAll, beforeAll } from 'vitest';

/** Whether there is a Chromium to run tests in. */
export const hasChromium = findChromium() !== undefined;

/** Starts a browser for the tests of a `describe`, with flags beside the usual ones. */
export function useChromium(...flags: readonly string[]): OpenContext {
  let browser: Chromium | undefined;
  beforeAll(async () => {
    browser = await startChromium(flags);
  }, patient(60_000));
  afterAll(() => browser?.close());
  return async (options) => {
    if (browser === undefined) throw new Error('the browser has not started');
    return browser.openContext(options);
  };
}
