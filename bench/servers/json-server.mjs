/** json-server over the same records, as its `latest` tag and as its beta; both page and search them for every request. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../kit/paths.mjs';

/**
 * @param name of its folder below `peers`
 * @param bin its command, below the package
 * @param options of its own
 */
const jsonServerOf = (name, bin, options) => ({
  name,
  title: 'json-server',
  package: 'json-server',
  prepare: (scene) => writeFileSync(join(scene.folder, `${name}.json`), JSON.stringify({ courses: scene.records })),
  arguments: (scene, port) => [
    join(paths.peers, name, 'node_modules', 'json-server', bin),
    ...options,
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    join(scene.folder, `${name}.json`),
  ],
});

export const jsonServer = {
  ...jsonServerOf('json-server', join('lib', 'cli', 'bin.js'), ['--quiet']),
  path: '/courses?_page=1&_limit=10',
};

const beta = jsonServerOf('json-server-beta', join('lib', 'bin.js'), []);

export const jsonServerBeta = {
  ...beta,
  title: 'json-server beta',
  path: '/courses?_page=1&_per_page=10',
  prepare: (scene) => {
    beta.prepare(scene);
    // It does not start without a folder of this name where it runs.
    mkdirSync(join(scene.folder, 'public'), { recursive: true });
  },
};
