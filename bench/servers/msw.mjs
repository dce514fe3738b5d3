/** A handler of MSW behind a port, as its own middleware has it: one of one line, with nothing but its own few headers. */
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('msw-server.mjs', import.meta.url));

export const msw = {
  name: 'msw',
  title: 'MSW http-middleware',
  package: '@mswjs/http-middleware',
  path: '/api/education/courses?per_page=10',
  arguments: (scene, port) => [script, String(port), scene.answerFile],
};
