/** Starts the server twice, with a frozen clock, and compares the answers to the same 200 requests byte for byte. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { contract } from '../packages/contract/dist/index.js';

const MAIN = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url));
const REQUESTS = 200;

/** Only these may differ: they tell of the moment and the machine, not of the data. */
const MAY_DIFFER = new Set(['date', 'x-request-id', 'server-timing']);

const operations = Object.values(contract).flatMap((domain) => Object.values(domain.operations));

function exampleOf(schema) {
  const [example] = schema.meta()?.examples ?? [];
  return example ?? (schema.unwrap === undefined ? undefined : exampleOf(schema.unwrap()));
}

const queries = [
  '',
  'page=2&per_page=7',
  'q=an&per_page=3',
  'pagination_style=cursor&per_page=4',
  'pagination_style=link&page=3',
  'simulate_error=malformed',
  'simulate_error=rate_limit',
  'page=0&delay=11',
  'cors=restrict&delay=0.01',
];

/** The n-th request: operations, queries, transports and bodies in turn, each with another period. */
function request(n) {
  const operation = operations[n % operations.length];
  const query = queries[n % queries.length];
  const members = Object.entries(operation.input.shape).map(([name, schema]) => [name, exampleOf(schema)]);
  const input = Object.fromEntries(
    members.filter(([name, value]) => value !== undefined && !queries.join().includes(`${name}=`)),
  );
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(input[name]));
  if (operation.method === 'GET') {
    const method = n % 13 === 0 ? 'HEAD' : 'GET';
    if (n % 5 === 0) {
      return { method, target: `/trpc/${operation.name}?input=${encodeURIComponent(JSON.stringify(input))}` };
    }
    return { method, target: `${path}?${query}` };
  }
  // Other texts and students make other records; every third write is sent under a key.
  const varied = Object.entries(input).map(([name, value]) => {
    if (name === 'title') return [name, `${value} ${n}`];
    return [name, name === 'student_id' ? `stu_${String(n + 1).padStart(4, '0')}` : value];
  });
  const headers = { 'content-type': 'application/json', ...(n % 3 === 0 ? { 'idempotency-key': `k${n % 30}` } : {}) };
  const body = JSON.stringify(Object.fromEntries(varied));
  return { method: operation.method, target: n % 7 === 0 ? `${path}?${query}` : path, headers, body };
}

async function start() {
  const flags = ['--port', '0', '--log', 'off', '--clock', '2026-03-01T00:00:00Z'];
  const child = spawn(process.execPath, [MAIN, 'serve', ...flags, '--public-url', 'http://understudy.test'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const [origin] = /http:\/\/\S+/.exec(String(line)) ?? [];
  if (origin === undefined) throw new Error(`the server did not start: ${line}`);
  return { child, origin };
}

async function answers() {
  const { child, origin } = await start();
  const seen = [];
  let writes = 0;
  try {
    for (let n = 0; n < REQUESTS; n++) {
      const { target, ...init } = request(n);
      const response = await fetch(origin + target, init);
      const headers = [...response.headers].filter(([name]) => !MAY_DIFFER.has(name));
      const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1');
      if (init.body !== undefined && response.status === 200) writes += 1;
      seen.push({ what: `${init.method} ${target}`, answer: JSON.stringify([response.status, headers, bytes]) });
    }
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  return { seen, writes };
}

const [first, second] = [await answers(), await answers()];
const differing = first.seen.filter(({ answer }, n) => answer !== second.seen[n]?.answer);
for (const { what } of differing) console.error(`differs: ${what}`);
const distinct = new Set(first.seen.map(({ answer }) => answer)).size;
console.log(
  `${REQUESTS} requests, ${first.writes} writes, ${distinct} different answers, ${differing.length} differing between two processes`,
);
// A comparison of nothing but errors would prove nothing.
const isTelling = first.writes >= 15 && distinct >= 60;
if (!isTelling) console.error('the requests are too much alike to tell anything');
process.exitCode = differing.length === 0 && isTelling ? 0 : 1;
