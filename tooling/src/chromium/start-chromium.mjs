/** Starts the Chromium of this machine, without a window. */
import { chromium } from 'playwright-core';
import { patient } from '../patience.mjs';
import { findChromium } from './find-chromium.mjs';

/** Quiet and alone: no updates, no profile, no look-ups of other hosts. */
export const chromiumFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * @typedef {import('playwright-core').BrowserContext} BrowserContext
 *
 * @typedef {(options?: import('playwright-core').BrowserContextOptions) => Promise<BrowserContext>} OpenContext
 *   opens a part of the browser that knows nothing of the others
 *
 * @typedef {{ version: string, openContext: OpenContext, close: () => Promise<void> }} Chromium
 */

/**
 * @param {readonly string[]} [flags] beside the usual ones
 * @returns {Promise<Chromium>}
 * @throws Error where there is none
 */
export async function startChromium(flags = []) {
  const executablePath = findChromium({ isRequired: true });
  const args = [...chromiumFlags, ...flags];
  const browser = await chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args });
  return {
    version: browser.version(),
    openContext: async (options) => {
      const context = await browser.newContext(options);
      // As Playwright has it, on machines that are not slow.
      context.setDefaultTimeout(patient(30_000));
      return context;
    },
    close: () => browser.close(),
  };
}
