/** Inserts rows one after the other, each in a transaction of its own; prints how many a second, and what a quick one takes. */
import Database from 'libsql';
import pg from 'pg';
import { percentile } from '../kit/statistics.mjs';

const [address, seconds, value] = process.argv.slice(2);
const TABLE = 'create table if not exists bare_inserts (id integer primary key, value text not null)';

function openSqlite(path) {
  const db = new Database(path);
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; ${TABLE}; delete from bare_inserts`);
  const insert = db.prepare('insert into bare_inserts values (?, ?)');
  return { insert: async (id) => insert.run(id, value), close: async () => db.close() };
}

async function openPostgres(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`${TABLE}; truncate bare_inserts`);
  const text = 'insert into bare_inserts values ($1, $2)';
  return {
    insert: (id) => client.query({ name: 'insert', text, values: [id, value] }),
    close: () => client.end(),
  };
}

const isSqlite = address.startsWith('sqlite:');
const { insert, close } = await (isSqlite ? openSqlite(address.slice('sqlite:'.length)) : openPostgres(address));
let count = 0;
// What runs often has to be compiled first.
for (const until = performance.now() + 300; performance.now() < until;) await insert((count += 1));
const took = [];
const since = performance.now();
const until = since + Number(seconds) * 1000;
for (let begun = since; begun < until; begun = performance.now()) {
  await insert((count += 1));
  took.push(performance.now() - begun);
}
const rate = took.length / ((performance.now() - since) / 1000);
console.log(JSON.stringify({ rate, quick: percentile(took, 0.1) }));
await close();
