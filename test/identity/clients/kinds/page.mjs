/** Clients for browsers: each is bundled with its packages, and served for every path of an origin of its own. */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { listen } from '../../../../tooling/src/server/index.mjs';
import { folder } from '../packages.mjs';

/** @param {string} program */
async function bundle(program) {
  // It comes with the packages of the clients.
  const { build } = createRequire(join(folder, 'package.json'))('esbuild');
  const settings = { bundle: true, write: false, format: 'esm', target: 'es2022', logLevel: 'error' };
  const { outputFiles } = await build({ entryPoints: [join(folder, 'pages', program)], ...settings });
  return outputFiles[0].text;
}

const pageOf = ({ ISSUER }) => `<!doctype html><link rel="icon" href="data:,"><body>
<script>globalThis.ISSUER = ${JSON.stringify(ISSUER)};</script><script type="module" src="/app.js"></script>`;

/** @type {import('./index.mjs').Start} */
export async function startPage({ program }, env) {
  const script = await bundle(program);
  const server = createServer(({ url }, response) => {
    const isScript = url === '/app.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? script : pageOf(env));
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin, output: () => '', stop };
}
