/** A Chromium for tests. */

/** @typedef {import('./start-chromium.mjs').OpenContext} OpenContext */
/** @typedef {import('./start-chromium.mjs').Chromium} Chromium */
/** @typedef {import('playwright-core').Page} Page */

export { findChromium } from './find-chromium.mjs';
export { chromiumFlags, startChromium } from './start-chromium.mjs';
