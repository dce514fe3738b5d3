/** json-server over the same records; it pages and searches them for every request. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../kit/paths.mjs';

const bin = join(paths.peers, 'json-server', 'node_modules', 'json-server', 'lib', 'cli', 'bin.js');

export const jsonServer = {
  name: 'json-server',
  title: 'json-server',
  package: 'json-server',
  path: '/courses?_page=1&_limit=10',
  prepare: (scene) => writeFileSync(join(scene.folder, 'db.json'), JSON.stringify({ courses: scene.records })),
  arguments: (scene, port) => [
    bin,
    '--quiet',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    join(scene.folder, 'db.json'),
  ],
};
