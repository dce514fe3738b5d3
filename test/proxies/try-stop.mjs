/** Load balancers before replicas, one of which is stopped under load: no request may fail, writes neither. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLoad, tally } from '../image/load.mjs';
import { nginxConfig } from './proxies.mjs';

const deployed = (name) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
const [, drain] = /^ +UNDERSTUDY_DRAIN: (\S+)$/m.exec(deployed('compose.yaml'));
const hosts = (targets) => targets.map((target) => new URL(target).host);

/** The two, each with what its replicas are given: that of the compose file asks for health, the other does not. */
export const balancers = [
  {
    name: 'Caddy, as the compose file has it',
    program: 'caddy',
    options: ['--drain', drain],
    config: ({ port, target }) =>
      deployed('Caddyfile')
        .replace(':8080 {', `http://127.0.0.1:${port} {`)
        .replace('one:4010 two:4010 three:4010', hosts(target).join(' ')),
    flags: ({ file }) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  {
    name: 'nginx, which asks for no health',
    program: 'nginx',
    options: [],
    config: ({ target, ...rest }) =>
      nginxConfig(
        () =>
          'location / { proxy_pass http://replicas; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; }',
      )({ target, ...rest }).replace(
        'http {',
        `http {\n  upstream replicas { ${hosts(target)
          .map((host) => `server ${host} max_fails=0;`)
          .join(' ')} keepalive 32; }`,
      ),
    flags: ({ folder, file }) => ['-p', folder, '-c', file],
  },
];

const course = JSON.stringify({
  title: 'Balanced',
  category: 'Law',
  difficulty: 'beginner',
  instructor: 'Ada Moreno',
  duration_hours: 3,
});

/** Stops one of the replicas under load. */
export async function stopsUnnoticed({ origin }, replica) {
  const url = `${origin}/api/education/courses`;
  const [reads, writes] = [startLoad(url), startLoad(url, { method: 'POST', body: course })];
  await Promise.all([reads.answered(100), writes.answered(50)]);
  // By what engines and services send: upon SIGINT, which is for people, a server does not drain.
  const code = await replica.stop('SIGTERM');
  await sleep(1000);
  const [read, written] = await Promise.all([reads.stop(), writes.stop()]);
  console.log(`        ${read.answered} reads and ${written.answered} writes answered`);
  assert.deepEqual([code, tally(read.failures), tally(written.failures)], [0, [], []]);
  assert.ok(read.answered > 100 && written.answered > 50, 'there was no load');
}
