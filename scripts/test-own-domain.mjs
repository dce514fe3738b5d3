/**
 * `npm run suite -- own-domain`: a domain of one's own as somebody elsewhere has it. The packed packages are installed in an
 * empty project, and the notes of the example, alone in an empty folder, are served on every Node and on every store.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../tooling/src/postgres/start-postgres.mjs';
import { installRuntime, runtimes } from '../tooling/src/runtimes/index.mjs';
import { spawnListener } from '../tooling/src/server/index.mjs';
import { installStandalone } from './standalone.mjs';
import { faultByOpenApiFetch } from './own-domain/by-openapi-fetch.mjs';
import { transcriptOf } from './own-domain/transcript.mjs';

/** What the answers name, whichever port the server has. */
const PUBLIC = 'http://notes.example';

const folder = mkdtempSync(join(tmpdir(), 'understudy-own-domain-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

const project = await installStandalone('own-domain');
const main = join(project, 'node_modules', '@understudy', 'server', 'dist', 'main.js');
// Nothing is installed where it lies: what it imports is the server's own.
const notes = join(folder, 'notes.ts');
cpSync(fileURLToPath(new URL('../examples/own-domain/notes.ts', import.meta.url)), notes);

// The driver comes with the server.
const { Client } = createRequire(join(project, 'package.json'))('pg');
const postgres = await startPostgres();
let databases = 0;
const stores = {
  memory: () => 'memory',
  sqlite: () => `sqlite:${join(folder, `${(databases += 1)}.db`)}`,
  postgres: emptySchema,
};

let first;
let failures = 0;
for (const runtime of runtimes.filter(isWanted)) {
  const program = await installRuntime(runtime);
  for (const [store, address] of Object.entries(stores)) {
    await report(`Node ${runtime.version} on ${store}`, differenceOn(program, await address()));
  }
}
await report('by openapi-fetch', strangersFault());
await postgres.stop();
console.log(failures === 0 ? `\nAll the same: ${first.length} answers each.` : `\n${failures} failed.`);
process.exitCode = failures === 0 ? 0 : 1;

/** Every Node, or those whose names begin as an argument does: `npm run suite -- own-domain node-20`. */
function isWanted({ name, version }) {
  const wanted = process.argv.slice(2);
  const title = `node-${version}`;
  return name === 'Node' && (wanted.length === 0 || wanted.some((start) => title.startsWith(start)));
}

/** Says what came of a try. */
async function report(title, trying) {
  const fault = await trying.catch((error) => error.message);
  if (fault === undefined) return console.log(`ok      ${title}`);
  failures += 1;
  return console.log(`FAILED  ${title}\n${fault}`);
}

/** Where two texts part. */
function difference(expected, actual) {
  const at = [...expected].findIndex((character, index) => character !== actual[index]);
  const near = (text) => text.slice(Math.max(0, at - 200), at + 200);
  return `${expected.split('\n', 1)}\nexpected …${near(expected)}…\nbut there came …${near(actual)}…`;
}

/** Address of an empty schema of the one PostgreSQL. */
async function emptySchema() {
  const name = `own_${(databases += 1)}`;
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create schema ${name}`);
  await client.end();
  return `${postgres.url}?options=-csearch_path%3D${name}`;
}

/** Serves the notes while something is done with them. */
async function serving(flags, program, work) {
  const own = ['--domain', notes, '--port', '0', '--clock', '2026-01-01T00:00:00Z', '--log', 'off'];
  const server = await spawnListener([main, 'serve', ...own, ...flags], { program });
  try {
    return await work(server.origin);
  } finally {
    await server.stop();
  }
}

/** What differs from the first transcript; undefined where nothing does. */
function differenceOn(program, store) {
  // By itself a database keeps sandboxes for ever, and memory does not; a snapshot says which.
  const flags = ['--store', store, '--public-url', PUBLIC, '--sandbox-ttl', '1h'];
  return serving(flags, program, async (origin) => {
    const transcript = await transcriptOf(origin);
    first ??= transcript;
    const index = transcript.findIndex((entry, i) => entry !== first[i]);
    return index < 0 ? undefined : difference(first[index], transcript[index]);
  });
}

/** What a client finds wrong that nobody here wrote. */
function strangersFault() {
  return serving([], process.execPath, (origin) => faultByOpenApiFetch(origin, join(folder, 'openapi-fetch')));
}
