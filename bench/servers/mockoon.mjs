/** Mockoon with one route that sends the captured answer; templating, logs and its admin API are off. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../kit/paths.mjs';

const bin = join(paths.peers, 'mockoon', 'node_modules', '@mockoon', 'cli', 'bin', 'run.js');

const ROUTE = '00000000-0000-4000-8000-000000000001';

/** A Mockoon environment with a single route and a single response; `--repair` adds the defaults. */
function environment({ answer }) {
  const response = {
    uuid: '00000000-0000-4000-8000-000000000002',
    body: answer.body,
    statusCode: 200,
    headers: [{ key: 'Content-Type', value: 'application/json' }],
    bodyType: 'INLINE',
    disableTemplating: true,
    default: true,
  };
  const route = { uuid: ROUTE, type: 'http', method: 'get', endpoint: 'api/education/courses', responses: [response] };
  return {
    uuid: '00000000-0000-4000-8000-000000000000',
    lastMigration: 33,
    name: 'bench',
    routes: [route],
    rootChildren: [{ type: 'route', uuid: ROUTE }],
  };
}

export const mockoon = {
  name: 'mockoon',
  title: 'Mockoon',
  package: '@mockoon/cli',
  path: '/api/education/courses?per_page=10',
  prepare: (scene) => writeFileSync(join(scene.folder, 'mockoon.json'), JSON.stringify(environment(scene))),
  arguments: (scene, port) => [
    bin,
    'start',
    '--data',
    join(scene.folder, 'mockoon.json'),
    '--hostname',
    '127.0.0.1',
    '--port',
    String(port),
    // It reports nothing to anyone: it goes online for data files and cloud environments named to it only.
    '--repair',
    '--disable-log-to-file',
    '--disable-admin-api',
    '--max-transaction-logs',
    '1',
  ],
};
