/** Serves one captured answer over node:http after one `select` by primary key, as any server on a database has to do. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';

const [port, answerFile, url] = process.argv.slice(2);
const { status, headers: captured, body: text } = JSON.parse(readFileSync(answerFile, 'utf8'));
const body = Buffer.from(text);
const run = captured['x-request-id'].slice(0, -1);
const pool = new pg.Pool({ connectionString: url, max: 10 });
await pool.query(`
  create table if not exists bare (id integer primary key, revision bigint not null);
  insert into bare values (1, 7) on conflict do nothing`);
const select = { name: 'bare', text: 'select revision from bare where id = $1', values: [1] };
let count = 0;

createServer(async (_request, response) => {
  const since = performance.now();
  await pool.query(select);
  const headers = { ...captured };
  headers['x-request-id'] = run + (count += 1).toString(36);
  headers['server-timing'] = `delay;dur=0.0, app;dur=${(performance.now() - since).toFixed(2)}`;
  response.writeHead(status, headers);
  response.end(body);
}).listen(Number(port), '127.0.0.1');
