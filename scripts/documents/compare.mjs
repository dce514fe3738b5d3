/**
 * `node scripts/documents/compare.mjs`: the same documents on our server, on Prism and on Steady, each as a process of its
 * own, and the table of docs/from-prism.md of what came out. `--keep` uses the runs that are there already.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { shoot } from '../../bench/kit/shooter.mjs';
import { runProgram } from '../../tooling/src/server/index.mjs';
import { tableOf, withTable } from '../../tooling/src/tables.mjs';
import { cache, documents, installed } from './corpus.mjs';
import { spawned } from './servers.mjs';

const { values } = parseArgs({
  options: { keep: { type: 'boolean', default: false }, limit: { type: 'string', default: '40' } },
});

const page = fileURLToPath(new URL('../../docs/from-prism.md', import.meta.url));
const run = fileURLToPath(new URL('./run.mjs', import.meta.url));
const folder = join(cache, 'compared');

const versionOf = (path) =>
  JSON.parse(readFileSync(join(cache, 'peers/node_modules', path, 'package.json'), 'utf8')).version;

/** How long the load lasts, in seconds, and over how many connections. */
const LOAD = { seconds: 8, connections: 16 };

/** The document and the request that every one of them answers with 200. */
const LOADED = { name: 'galaxy/latest.yaml', path: '/planets' };
const LARGE = 'octokit/api.github.com.json';

/** What a server does with the documents: a run that is there, or a new one. */
async function runOf(name) {
  const file = join(folder, `${name}.json`);
  if (!values.keep || !existsSync(file)) {
    const words = ['--server', name, '--spawn', '--sample', '--limit', values.limit, '--no-parsers', '--json', file];
    const { code, stderr } = await runProgram([process.execPath, run, ...words]);
    if (code !== 0) throw new Error(`the run of ${name} ended with ${code}: ${stderr}`);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

const fileOf = (name) => documents().find((one) => one.name === name).file;

/** Requests a second of one document, and the memory after them. */
async function loadOf(name) {
  const server = await spawned(name, fileOf(LOADED.name));
  try {
    const target = { port: server.port, path: LOADED.path, connections: LOAD.connections };
    await shoot({ ...target, seconds: 3 });
    const { requests, seconds } = await shoot({ ...target, seconds: LOAD.seconds });
    return { rate: requests / seconds, memory: server.memory() };
  } finally {
    await server.close();
  }
}

/** Time until a document of 13 MB is served; undefined where it is not. */
async function largeStart(name) {
  try {
    const server = await spawned(name, fileOf(LARGE));
    const { startMs } = server;
    const memory = server.memory();
    await server.close();
    return { startMs, memory };
  } catch {
    return undefined;
  }
}

const share = (part, whole) => (whole === 0 ? '–' : `${part} of ${whole}`);
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`;

await installed('corpus');
await installed('peers');
mkdirSync(folder, { recursive: true });
const columns = [];
for (const name of ['understudy', 'prism', 'steady']) {
  const { totals } = await runOf(name);
  columns.push({ name, totals, load: await loadOf(name), large: await largeStart(name) });
  console.log(`${name} is measured`);
}

const rows = [
  ['documents served', ({ totals }) => share(totals.served, totals.documents)],
  ['answers that are valid by the document', ({ totals }) => share(totals.valid, totals.answers)],
  ['requests refused, though made of the document', ({ totals }) => String(totals.refused)],
  ['pairs of collection and item that remember', ({ totals }) => share(totals.remembered, totals.pairs)],
  ['GETs with the same bytes in another process', ({ totals }) => share(totals.sameBytes, totals.gets)],
  ['start, in the median', ({ totals }) => seconds(totals.startMs.median)],
  [
    'start with the document of GitHub, 13 MB',
    ({ large }) => (large === undefined ? 'it does not' : seconds(large.startMs)),
  ],
  ['memory with it', ({ large }) => (large === undefined ? '–' : megabytes(large.memory))],
  ['requests a second, GET /planets of the Galaxy', ({ load }) => String(Math.round(load.rate))],
  ['memory after them', ({ load }) => megabytes(load.memory)],
];
const head = ['', 'Understudy', `Prism ${versionOf('@stoplight/prism-cli')}`, `Steady ${versionOf('@stdy/cli')}`];
const said = `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node} on ${cpus().length} × ${cpus()[0].model.trim()}, with the first ${values.limit} documents of the sample.`;
const table = `${said}\n\n${tableOf(
  head,
  rows.map(([title, of]) => [title, ...columns.map(of)]),
)}`;
writeFileSync(
  page,
  withTable(readFileSync(page, 'utf8'), 'side by side', { table, command: 'node scripts/documents/compare.mjs' }),
);
process.exit(0);
