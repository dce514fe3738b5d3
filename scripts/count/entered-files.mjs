/** Counts the files of the server that a request enters: those of which a function runs between it and its answer. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { spawnServer } from '../../tooling/src/server/index.mjs';
import { root } from '../run.mjs';

const server = join(root, 'apps/server');
const folder = join(server, '.cache/count');
const probe = new URL('coverage-probe.mjs', import.meta.url).href;

/** What a server writes after the answer, such as its journal, is written by then, in ms. */
const AFTERWARDS_MS = 1000;

/** A second after its start a server loads what it has not needed so far, whatever is asked of it; that is over by then, in ms. */
const STARTED_MS = 4000;

/** Builds the command so that each function can be traced to its source. */
async function build() {
  const { build: bundle } = createRequire(join(server, 'package.json'))('esbuild');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8'));
  const bundled = ['@understudy/contract', 'zod', '@trpc/server'];
  await bundle({
    absWorkingDir: server,
    entryPoints: ['src/main.ts'],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    // Some packages ask for parts of Node as CommonJS does.
    banner: { js: `import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);` },
    define: { 'process.env.NODE_ENV': '"production"' },
    external: Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !bundled.includes(name)),
    logLevel: 'error',
  });
  return join(folder, 'main.js');
}

/** The sources that a built file was made of, each with the offset at which it begins; esbuild notes them. */
function sourcesIn(text) {
  return [...text.matchAll(/^\/\/ (\S+\.(?:[cm]?[jt]s))$/gm)].map(({ index, 1: source }) => ({ index, source }));
}

/** @returns {(called: { url: string, offset: number }[]) => string[]} the files of apps/server/src that functions are of */
function tracer() {
  const known = new Map();
  const sourcesOf = (url) => {
    if (!known.has(url)) known.set(url, sourcesIn(readFileSync(fileURLToPath(url), 'utf8')));
    return known.get(url);
  };
  return (called) => {
    const sources = called.map(({ url, offset }) => sourcesOf(url).findLast(({ index }) => index <= offset)?.source);
    return [...new Set(sources)].filter((source) => source?.startsWith('src/')).toSorted();
  };
}

/** @param {{ child: import('node:child_process').ChildProcess }} of a server with the probe */
async function takeCalls({ child }) {
  child.send('take');
  const [called] = await once(child, 'message');
  return called;
}

/** Sends a request, reads its answer whole, and expects its status. */
async function send(to, { path, status = 200, ...init }) {
  const answer = await to.fetch(path, init);
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${text}`);
}

const JSON_TYPE = { 'content-type': 'application/json' };
const courses = { path: '/api/education/courses' };
const course = { title: 'T', category: 'Law', difficulty: 'beginner', instructor: 'I', duration_hours: 3 };
const keyed = (key) => ({
  ...courses,
  method: 'POST',
  headers: { ...JSON_TYPE, 'idempotency-key': key },
  body: JSON.stringify(course),
});
const rule = { when: { path: courses.path }, fault: 'server_error' };

let databases = 0;

/** @type {{ name: string, flags?: () => string[], before?: object[], request: object }[]} */
const routes = [
  { name: 'first GET of courses', request: courses },
  { name: 'hot GET of courses', before: Array.from({ length: 5 }, () => courses), request: courses },
  {
    name: 'POST with a key on SQLite',
    // A new file each time: what was written under a key before is replayed.
    flags: () => ['--store', `sqlite:${join(folder, `${(databases += 1)}.db`)}`],
    // What the first request of a server does is not counted with it.
    before: [courses, keyed('first')],
    request: keyed('second'),
  },
  {
    name: 'GET that a rule applies to',
    before: [
      courses,
      {
        path: '/sandboxes/default/faults',
        method: 'PUT',
        headers: JSON_TYPE,
        body: JSON.stringify({ rules: [rule] }),
      },
    ],
    request: { ...courses, status: 500 },
  },
  {
    name: 'GET of the requests of a sandbox',
    before: [courses, { path: '/sandboxes/default/requests' }, courses],
    request: { path: '/sandboxes/default/requests' },
  },
];

/** Starts a server, does what comes before a request, and gives the files that the request enters. */
async function enteredOnce({ flags = () => [], before = [], request }, { main, filesOf }) {
  const started = await spawnServer(flags(), { main, nodeFlags: ['--import', probe], hasChannel: true });
  await wait(STARTED_MS);
  for (const each of before) await send(started, each);
  await wait(AFTERWARDS_MS);
  await takeCalls(started);
  await send(started, request);
  await wait(AFTERWARDS_MS);
  const files = filesOf(await takeCalls(started));
  await started.stop();
  return files;
}

/** Times that each is measured: what a server does by itself meanwhile is not in all of them. */
const TIMES = 3;

/** @returns {Promise<{ name: string, files: string[] }[]>} the files that each route enters, whenever it is measured */
export async function enteredFiles() {
  const main = await build();
  const filesOf = tracer();
  const entered = [];
  for (const { name, ...route } of routes) {
    let files = await enteredOnce(route, { main, filesOf });
    for (let time = 1; time < TIMES; time++) {
      const again = new Set(await enteredOnce(route, { main, filesOf }));
      files = files.filter((file) => again.has(file));
    }
    entered.push({ name, files });
  }
  rmSync(folder, { recursive: true, force: true });
  return entered;
}
