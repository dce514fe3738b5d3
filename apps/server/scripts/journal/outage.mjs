/** A store that has trouble with the journal alone: no request fails or waits for its sake. */
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { journalOf, sequenceFaults } from './sandbox.mjs';

const COURSES = '/api/education/courses?per_page=1';

/** Tables of the journal, by what they are called. */
async function journalTables(client) {
  const { rows } = await client.query(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and c.relpersistence = 'u'`,
  );
  return rows.map(({ name }) => name);
}

async function ask(origin, name) {
  const since = performance.now();
  const response = await fetch(`${origin}/sandboxes/${name}${COURSES}`);
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - since };
}

async function during(origin, name, ms) {
  const [statuses, until] = [{}, performance.now() + ms];
  let [longest, sent] = [0, 0];
  const client = async () => {
    while (performance.now() < until) {
      const answer = await ask(origin, name);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      longest = Math.max(longest, answer.ms);
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: 4 }, client));
  return { statuses, longest, sent };
}

/** @param {{ start: Function, shared: readonly object[] }} attack */
export async function outage({ start, shared }) {
  const postgres = shared.find(({ name }) => name === 'PostgreSQL');
  if (postgres === undefined) return { said: 'skipped: no PostgreSQL', faults: [] };
  const address = await postgres.create();
  const server = await start(['--store', address]);
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const faults = [];
  const lines = [];
  const name = 'outage';
  const journal = journalOf(server.origin, name);
  await ask(server.origin, name);
  await journal.waitFor(1);
  const tables = await journalTables(client);
  if (tables.length === 0) throw new Error('the journal has no unlogged table');

  const check = (title, { statuses, longest, sent }) => {
    lines.push(`${title}: ${sent} requests, ${JSON.stringify(statuses)}, ${longest.toFixed(0)} ms at most`);
    if (Object.keys(statuses).some((status) => status !== '200')) faults.push(`${title}: ${JSON.stringify(statuses)}`);
  };
  check('before', await during(server.origin, name, 1000));
  await client.query('begin');
  await client.query(`lock table ${tables.join(', ')} in access exclusive mode`);
  check('while the tables of the journal are locked', await during(server.origin, name, 6000));
  await client.query('rollback');
  await setTimeout(4000);
  const { data: afterLock, meta } = await journal.all();
  faults.push(...sequenceFaults(afterLock));
  lines.push(`after the lock: ${afterLock.length} entries, last ${meta.last}, incomplete ${meta.incomplete}`);

  const terminate = async () =>
    client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    );
  const loading = during(server.origin, name, 3000);
  for (let i = 0; i < 5; i += 1) {
    await setTimeout(500);
    await terminate();
  }
  const cut = await loading;
  lines.push(`while backends are terminated: ${JSON.stringify(cut.statuses)}, ${cut.longest.toFixed(0)} ms at most`);
  await setTimeout(1500);
  check('after that', await during(server.origin, name, 1000));
  const after = await journal.all();
  faults.push(...sequenceFaults(after.data));
  if (after.meta.last <= meta.last) faults.push('the journal does not go on after its backends were terminated');

  await client.query(`drop table ${tables.join(', ')} cascade`);
  check('without the tables of the journal', await during(server.origin, name, 1500));
  const lost = await fetch(`${journal.base}/requests`);
  lines.push(`the journal then answers ${lost.status}: ${(await lost.text()).slice(0, 200)}`);
  await client.end();
  const ended = await server.stop();
  if (ended !== 0) faults.push(`the server ended with ${ended}`);
  return { said: lines.join('\n  '), faults };
}
