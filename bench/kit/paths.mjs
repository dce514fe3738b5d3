/** Where things lie that the benchmark reads or writes. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bench = fileURLToPath(new URL('..', import.meta.url));

export const paths = {
  bench,
  root: join(bench, '..'),
  /** Servers of other commits, to compare with; never committed. */
  builds: join(bench, '.builds'),
  readme: join(bench, '..', 'README.md'),
  suites: join(bench, 'suites'),
  /** Manifest and lockfile of every peer; committed. */
  manifests: join(bench, 'peers'),
  /** What those manifests install; never committed. */
  peers: join(bench, '.peers'),
  /** Installs and builds what the server needs. */
  buildServer: join(bench, '..', 'scripts', 'build-server.mjs'),
  serverDist: join(bench, '..', 'apps', 'server', 'dist', 'main.js'),
};
