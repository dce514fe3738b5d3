/** Runs the suite in a page of a headless Chromium, which imports the modules of the package and of ky as they are. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { startChromium } from '@understudy/tooling/chromium';
import { listen } from '@understudy/tooling/server';

const types = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.html': 'text/html' };

const page = `<!doctype html><link rel="icon" href="data:,">
<script type="importmap">{ "imports": { "ky": "/node_modules/ky/distribution/index.js" } }</script>
<script type="module">
  import * as client from '/node_modules/@understudy/client/dist/index.js';
  import { runSuite } from '/suite.mjs';
  globalThis.runSuite = (addresses) => runSuite(client, addresses);
</script>`;

/**
 * @param {string} folder the project that has the package installed
 * @param {import('./suite.mjs').Addresses} addresses
 * @returns {Promise<{ version: string, results: { name: string, failure?: string }[] }>}
 */
export async function runInChromium(folder, addresses) {
  const files = createServer((request, response) => {
    const path = join(folder, request.url);
    response.setHeader('content-type', types[extname(path)] ?? types['.html']);
    response.end(request.url === '/' ? page : readFileSync(path));
  });
  const origin = `http://127.0.0.1:${await listen(files)}`;
  const browser = await startChromium();
  try {
    const tab = await (await browser.openContext()).newPage();
    await tab.goto(origin);
    await tab.waitForFunction(() => 'runSuite' in globalThis);
    const results = await tab.evaluate((given) => globalThis.runSuite(given), addresses);
    return { version: browser.version, results };
  } finally {
    await browser.close();
    files.closeAllConnections();
    files.close();
  }
}
