/** Finds a Chromium on this machine, none is ever downloaded; where there is none, says so loudly. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const usualPrograms = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Looks for CHROMIUM_PATH, on the path, and where systems have it.
 *
 * @param {object} [options]
 * @param {boolean} [options.isRequired] whether it is a failure to have none: by itself in CI, and where
 *   UNDERSTUDY_REQUIRE_CHROMIUM is 1
 * @param {readonly string[]} [options.usual] the programs of systems
 * @returns {string | undefined} path of the program; undefined where there is none and none is required
 * @throws Error where CHROMIUM_PATH names nothing that can be run, or there is none and one is required
 */
export function findChromium(options = {}) {
  const { isRequired, usual = usualPrograms } = options;
  const { CHROMIUM_PATH, PATH = '', CI, UNDERSTUDY_REQUIRE_CHROMIUM } = process.env;
  if (CHROMIUM_PATH !== undefined && CHROMIUM_PATH !== '') {
    if (isExecutable(CHROMIUM_PATH)) return CHROMIUM_PATH;
    throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, but nothing there can be run`);
  }
  const onPath = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const found = [...onPath, ...usual].find(isExecutable);
  if (found !== undefined) return found;
  const missing = `found no Chromium (looked for ${names.join(', ')}; CHROMIUM_PATH may name one)`;
  if (isRequired ?? (CI === 'true' || CI === '1' || UNDERSTUDY_REQUIRE_CHROMIUM === '1')) throw new Error(missing);
  process.stderr.write(`\n!!! BROWSER TESTS ARE SKIPPED: ${missing}\n\n`);
  return undefined;
}
