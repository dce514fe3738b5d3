/** Understudy itself, started the way its command line starts it. */

export const understudy = {
  name: 'understudy',
  title: 'Understudy',
  path: '/api/education/courses?per_page=10',
  arguments: (scene, port) => [scene.main, 'serve', '--port', String(port), '--log', 'off'],
};
