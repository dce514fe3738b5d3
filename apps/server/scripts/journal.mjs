/**
 * `npm run suite -- journal`: attacks the request journal, and fails where it loses, doubles or keeps what it must not, or
 * requests fail for its sake. `-- --only leaving,sizes --scale 1 --store memory`; a scale of 10 has ten times as many
 * clients. `--store` is that of the attacks on one server; those on replicas run on SQLite and on PostgreSQL.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { followParent } from '@understudy/tooling/follow-parent';
import { startPostgres } from '@understudy/tooling/postgres';
import pg from 'pg';
import { startServer } from './attack/server.mjs';
import { files } from './journal/files.mjs';
import { hostile } from './journal/hostile.mjs';
import { leaving } from './journal/leaving.mjs';
import { names } from './journal/names.mjs';
import { outage } from './journal/outage.mjs';
import { leavingReaders } from './journal/readers.mjs';
import { replicas } from './journal/replicas.mjs';
import { sizes } from './journal/sizes.mjs';
import { streaming } from './journal/streaming.mjs';

followParent();
const attacks = { leaving, sizes, names, leavingReaders, streaming, hostile, replicas, outage, files };
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(attacks).join(',') },
    scale: { type: 'string', default: '1' },
    store: { type: 'string', default: 'memory' },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'understudy-journal-'));
const postgres = await startPostgres(['-c', 'max_connections=300']);

/** A database of its own, with limits for a busy machine. */
async function newDatabase() {
  const name = `journal_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(postgres.url);
  url.pathname = name;
  return `${url.href}?connect_timeout=30&statement_timeout=30000`;
}

const newFile = () => `sqlite:${join(folder, `${randomUUID()}.db`)}`;
const shared = [
  { name: 'SQLite', create: async () => newFile() },
  { name: 'PostgreSQL', create: newDatabase },
];
const store = { sqlite: newFile, postgres: newDatabase }[values.store];

let failures = 0;
for (const name of values.only.split(',')) {
  const since = performance.now();
  const outcome = await attacks[name]({
    start: startServer,
    scale: Number(values.scale),
    store: (await store?.()) ?? values.store,
    shared,
    folder,
  });
  console.log(`${name}, ${((performance.now() - since) / 1000).toFixed(1)} s:\n  ${outcome.said}`);
  for (const fault of outcome.faults.slice(0, 20)) console.error(`  FAULT ${fault}`);
  failures += outcome.faults.length;
}
await postgres.stop();
rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
console.log(`${failures} faults`);
process.exitCode = failures === 0 ? 0 : 1;
