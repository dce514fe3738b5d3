/**
 * `npm run test:own-domain`: a domain of one's own as somebody elsewhere has it. The packed packages are installed in an
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

const nodes = runtimes.filter(({ name }) => name === 'Node');
let first;
let failures = 0;
for (const runtime of nodes) {
  const program = await installRuntime(runtime);
  for (const [store, address] of Object.entries(stores)) {
    const title = `Node ${runtime.version} on ${store}`;
    const different = await differenceOn(program, await address()).catch((error) => error.message);
    failures += different === undefined ? 0 : 1;
    console.log(
      `${different === undefined ? 'ok     ' : 'FAILED '} ${title}${different === undefined ? '' : `\n${different}`}`,
    );
  }
}
await postgres.stop();
console.log(failures === 0 ? `\nAll the same: ${first.length} answers each.` : `\n${failures} failed.`);
process.exitCode = failures === 0 ? 0 : 1;

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

/** What differs from the first transcript; undefined where nothing does. */
async function differenceOn(program, store) {
  const options = [
    '--domain',
    notes,
    '--port',
    '0',
    '--public-url',
    PUBLIC,
    '--clock',
    '2026-01-01T00:00:00Z',
    '--store',
    store,
    '--log',
    'off',
  ];
  const server = await spawnListener([main, 'serve', ...options], { program });
  try {
    const transcript = await transcriptOf(server.origin);
    first ??= transcript;
    const index = transcript.findIndex((entry, i) => entry !== first[i]);
    return index < 0 ? undefined : difference(first[index], transcript[index]);
  } finally {
    await server.stop();
  }
}
