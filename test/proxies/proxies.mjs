/** The reverse proxies that streams are tried behind, each with what it does of its own accord. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { patient } from '../../tooling/src/patience.mjs';
import { freePort } from '../../tooling/src/server/index.mjs';

/** Those that run; none outlives this process. */
const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** How long a proxy may take to listen, in ms. */
const START_MS = patient(10_000);

/** A configuration of nginx that listens, with the locations that are given. */
export const nginxConfig =
  (locations) =>
  ({ port, target, folder }) =>
    `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
  server {
    listen 127.0.0.1:${port};
    ${locations({ target })}
  }
}
`;

const nginx = (besides = '') => ({
  program: 'nginx',
  config: nginxConfig(
    ({ target }) => `location / { proxy_pass ${target}; proxy_set_header Host $http_host; ${besides} }`,
  ),
  flags: ({ folder, file }) => ['-p', folder, '-c', file],
});

/** All of them; `buffers` is set where streams are known to be held up, which shows that the others are looked at. */
export const proxies = [
  { name: 'nginx', ...nginx() },
  { name: 'nginx, HTTP/1.1 to the server', ...nginx('proxy_http_version 1.1; proxy_set_header Connection "";') },
  {
    name: 'nginx, told to ignore X-Accel-Buffering',
    ...nginx('proxy_ignore_headers X-Accel-Buffering;'),
    buffers: true,
  },
  {
    name: 'Caddy',
    program: 'caddy',
    config: ({ port, target }) => `{\n  admin off\n}\nhttp://127.0.0.1:${port} {\n  reverse_proxy ${target}\n}\n`,
    flags: ({ file }) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
];

/** Whether a program is installed. */
export const isInstalled = (program) => spawnSync('which', [program]).status === 0;

const isListening = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Starts a proxy before a server, in a folder of its own. */
export async function startProxy({ program, config, flags }, { target, folder }) {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const port = await freePort();
  const file = join(folder, 'config');
  writeFileSync(file, config({ port, target, folder }));
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  const child = spawn(program, flags({ folder, file }), { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-4000)));
  running.add(child);
  const ended = new Promise((resolve) => child.once('close', resolve)).then(() => running.delete(child));
  const until = performance.now() + START_MS;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || performance.now() > until) throw new Error(`${program} does not listen: ${said}`);
    await sleep(20);
  }
  return { origin: `http://127.0.0.1:${port}`, stop: () => (child.kill(), ended) };
}
