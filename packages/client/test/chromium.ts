/** Finds a Chromium on this machine; where there is none, says so loudly. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of the browser; undefined where there is none and none is required. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH, PATH = '', CI, UNDERSTUDY_REQUIRE_CHROMIUM } = process.env;
  const onPath = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const wanted = CHROMIUM_PATH === undefined || CHROMIUM_PATH === '' ? [...onPath, ...elsewhere] : [CHROMIUM_PATH];
  const found = wanted.find((path) => existsSync(path));
  if (found !== undefined) return found;
  const missing = `found no Chromium (looked for ${CHROMIUM_PATH ?? names.join(', ')}; CHROMIUM_PATH may name one)`;
  if (CI === 'true' || CI === '1' || UNDERSTUDY_REQUIRE_CHROMIUM === '1') throw new Error(missing);
  process.stderr.write(`\n!!! BROWSER TESTS ARE SKIPPED: ${missing}\n\n`);
  return undefined;
}
