/** Fastify with a static object: what a hand-written mock does, with nothing but its own few headers. */
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('fastify-server.mjs', import.meta.url));

export const fastify = {
  name: 'fastify',
  title: 'Fastify',
  package: 'fastify',
  path: '/api/education/courses?per_page=10',
  arguments: (scene, port) => [script, String(port), scene.answerFile],
};
