/** Runs the suite in a page of a headless Chromium, which imports the package's modules as they are. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { delimiter, extname, join } from 'node:path';
import { root } from '../run.mjs';
import { listening } from './bad-servers.mjs';

// A dependency of the client's own tests.
const { chromium } = createRequire(join(root, 'packages', 'client', 'package.json'))('playwright-core');

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const types = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.html': 'text/html' };

const page = `<!doctype html><link rel="icon" href="data:,">
<script type="module">
  import * as client from '/node_modules/@understudy/client/dist/index.js';
  import { runSuite } from '/suite.mjs';
  globalThis.runSuite = (places) => runSuite(client, places);
</script>`;

function findChromium() {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  const wanted = CHROMIUM_PATH ? [CHROMIUM_PATH] : PATH.split(delimiter).flatMap((at) => names.map((x) => join(at, x)));
  const found = wanted.find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(`there is no ${CHROMIUM_PATH || names.join(', ')}; CHROMIUM_PATH may name one`);
  return found;
}

/**
 * @param {string} folder the project that has the package installed
 * @param {import('./suite.mjs').Places} places
 * @returns {Promise<{ version: string, results: { name: string, failure?: string }[] }>}
 */
export async function runInChromium(folder, places) {
  const files = createServer((request, response) => {
    const path = join(folder, request.url);
    response.setHeader('content-type', types[extname(path)] ?? types['.html']);
    response.end(request.url === '/' ? page : readFileSync(path));
  });
  const origin = await listening(files);
  const args = ['--disable-gpu', '--no-first-run', '--no-sandbox', '--no-proxy-server'];
  const browser = await chromium.launch({ executablePath: findChromium(), args });
  try {
    const tab = await browser.newPage();
    // Playwright's own limit, longer on a slow machine as those of the tests are.
    tab.setDefaultTimeout(30_000 * Number(process.env['UNDERSTUDY_TEST_PATIENCE'] ?? 1));
    await tab.goto(origin);
    await tab.waitForFunction(() => 'runSuite' in globalThis);
    const results = await tab.evaluate((given) => globalThis.runSuite(given), places);
    return { version: browser.version(), results };
  } finally {
    await browser.close();
    files.closeAllConnections();
    files.close();
  }
}
