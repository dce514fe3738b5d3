/** Bundles the apps as their users would, and serves them. */
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { listen } from '@understudy/tooling/server';
import { build } from 'esbuild';

/** A site that listens. */
export interface Site {
  readonly origin: string;
  readonly close: () => void;
}

const page = (script: string): string =>
  `<!doctype html><title>App</title><link rel="icon" href="data:,"><script type="module" src="${script}"></script>`;

/** The versions of MSW that the apps are tried with, each by the name of its package here. */
export const mswVersions = ['msw', 'msw-3'] as const;

async function bundled(file: string, msw: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    alias: { msw },
    target: 'es2023',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** Serves the apps, with a version of MSW in them, on a free port of the loopback address. */
export async function site(msw: (typeof mswVersions)[number] = 'msw'): Promise<Site> {
  const files = new Map([
    ['/', page('/page.js')],
    ['/plain', page('/plain.js')],
    ['/plain.js', "await navigator.serviceWorker.register('/service-worker.js', { type: 'module' })"],
    ['/page.js', await bundled('./page.ts', msw)],
    ['/service-worker.js', await bundled('./service-worker.ts', msw)],
    [
      '/mockServiceWorker.js',
      readFileSync(createRequire(import.meta.url).resolve(`${msw}/mockServiceWorker.js`), 'utf8'),
    ],
  ]);
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url);
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': url.endsWith('.js') ? 'text/javascript' : 'text/html',
    });
    response.end(file);
  });
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
