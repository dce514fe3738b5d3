/** Where things lie that the benchmark reads or writes. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bench = fileURLToPath(new URL('..', import.meta.url));

export const paths = {
  bench,
  suites: join(bench, 'suites'),
  /** Manifest and lockfile of every peer; committed. */
  manifests: join(bench, 'peers'),
  /** What those manifests install; never committed. */
  peers: join(bench, '.peers'),
  /** Installs and builds what the server needs. */
  buildServer: join(bench, '..', 'scripts', 'build-server.mjs'),
  serverDist: join(bench, '..', 'apps', 'server', 'dist', 'main.js'),
};
