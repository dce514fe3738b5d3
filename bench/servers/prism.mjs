/** Prism as a mock of Understudy's own OpenAPI document, with the captured answer as the example it sends. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../kit/paths.mjs';

const bin = join(paths.peers, 'prism', 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js');

/** The document with one example for the measured route, so that Prism sends ten records and not one. */
function withExample({ openApi, answer }) {
  const document = structuredClone(openApi);
  const { content } = document.paths['/api/education/courses'].get.responses['200'];
  const { examples: _, ...media } = content['application/json'];
  content['application/json'] = { ...media, example: JSON.parse(answer.body) };
  return document;
}

export const prism = {
  name: 'prism',
  title: 'Prism',
  package: '@stoplight/prism-cli',
  path: '/api/education/courses?per_page=10',
  prepare: (scene) => writeFileSync(join(scene.folder, 'openapi.json'), JSON.stringify(withExample(scene))),
  arguments: (scene, port) => [
    bin,
    'mock',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--verboseLevel',
    'silent',
    // It would fork a process for each core in production, and be more than one server.
    '--multiprocess',
    'false',
    join(scene.folder, 'openapi.json'),
  ],
};
