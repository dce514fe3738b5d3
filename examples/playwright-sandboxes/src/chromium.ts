/** Finds a Chromium on this machine: CHROMIUM_PATH, or one in a usual location. None is ever downloaded. */
import { existsSync } from 'node:fs';

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const { CHROMIUM_PATH, CI, UNDERSTUDY_REQUIRE_CHROMIUM } = process.env;

/** Path of the browser; undefined where there is none. */
export const chromiumPath = (CHROMIUM_PATH ? [CHROMIUM_PATH] : usual).find((path) => existsSync(path));

/** Whether it is a failure to have none. */
export const isChromiumRequired = CI === 'true' || CI === '1' || UNDERSTUDY_REQUIRE_CHROMIUM === '1';

/** What to say where there is none. */
export const noChromium = `found no Chromium (looked for ${CHROMIUM_PATH || usual.join(', ')}; CHROMIUM_PATH may name one)`;

/** Quiet and alone: no updates, no profile, no look-ups of other hosts. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
