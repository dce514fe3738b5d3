/** Bare node:http that sends what Understudy answered: as little work as an answer with these bytes can be. */
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('bare-server.mjs', import.meta.url));

export const bare = {
  name: 'bare',
  title: 'bare node:http',
  path: '/api/education/courses?per_page=10',
  arguments: (scene, port) => [script, String(port), scene.answerFile],
};
