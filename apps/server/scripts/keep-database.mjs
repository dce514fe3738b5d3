/**
 * `npm run release:keep`: keeps a database of this release on each engine, with what the release itself answers from it,
 * for the test that later releases open it. Run it once for each release, when its version is in the packages.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import pg from 'pg';
import { startPostgres } from '@understudy/tooling/postgres';
import { spawnServer } from '@understudy/tooling/server';
import manifest from '../package.json' with { type: 'json' };
import { ADMIN, fill, read } from './keep/conversation.mjs';
import { dumpSchema } from './keep/dump-schema.mjs';

/** Where a test finds them. */
const kept = fileURLToPath(new URL(`../test/upgrade/kept/${manifest.version}/`, import.meta.url));

/** The end of the century, in ms: what ends by the clock of the machine must not, while releases come. */
const FAR = Date.UTC(2100, 0, 1);

const folder = mkdtempSync(join(tmpdir(), 'understudy-keep-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
mkdirSync(kept, { recursive: true });

/** Fills a store, keeps it, and answers what the release says of it when it is started again. */
async function converse(store, keep) {
  const flags = ['--store', store, '--admin-token', ADMIN, '--webhook-delivery', 'off'];
  const first = await spawnServer(flags);
  const token = await fill(first);
  await first.stop();
  await keep();
  const second = await spawnServer(flags);
  const answers = await read(second, token);
  await second.stop();
  return answers;
}

async function keepSqlite() {
  const file = join(folder, 'state.db');
  return converse(`sqlite:${file}`, async () => {
    const db = new Database(file);
    db.exec(`update tokens set expires = ${FAR}; update sandboxes set used = ${FAR} where name = 'lasting'`);
    db.close();
    for (const end of ['', '.requests']) copyFileSync(file + end, join(kept, `state.db${end}`));
  });
}

async function keepPostgres() {
  const postgres = await startPostgres();
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('create schema kept; set search_path = kept');
  const answers = await converse(`${postgres.url}?options=-csearch_path%3Dkept`, async () => {
    await client.query(`update understudy_tokens set expires = ${FAR}`);
    await client.query(`update understudy_sandboxes set used = ${FAR} where name = 'lasting'`);
    writeFileSync(join(kept, 'postgres.sql'), await dumpSchema(client, 'kept'));
  });
  await client.end();
  await postgres.stop();
  return answers;
}

const answers = { sqlite: await keepSqlite(), postgres: await keepPostgres() };
writeFileSync(join(kept, 'answers.json'), `${JSON.stringify(answers, null, 1)}\n`);
console.log(`${manifest.version} is kept in ${kept}`);
