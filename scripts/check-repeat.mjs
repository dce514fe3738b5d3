/** Starts the server twice, with a frozen clock, and compares the answers to the same 200 requests byte for byte. */
import { operations as all, sampleInput, sampleOptions } from '../tooling/src/operations/index.mjs';
import { patient } from '../tooling/src/patience.mjs';
import { spawnServer } from '../tooling/src/server/index.mjs';

const REQUESTS = 200;

/** How long an answer may take, in ms. */
const LIMIT_MS = patient(10_000);

/** Only these may differ: they depend on the moment and the machine, not on the data. */
const MAY_DIFFER = new Set(['date', 'x-request-id', 'server-timing']);

/** The snapshot of the example would set the clock going. */
/** What needs a snapshot; what says when the server was used, by its own clock; and tokens of people, which are drawn. */
const LEFT_OUT = ['sandboxes.restoreSnapshot', 'sandboxes.listSandboxes', 'sandboxes.createControlToken'];
const operations = all.filter(({ name }) => !LEFT_OUT.includes(name));

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
  const input = { ...sampleInput(operation), ...sampleOptions(operation) };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(input[name]));
  if (operation.method === 'GET') {
    const method = n % 13 === 0 ? 'HEAD' : 'GET';
    if (n % 5 === 0) {
      return { method, target: `/trpc/${operation.name}?input=${encodeURIComponent(JSON.stringify(input))}` };
    }
    // A stream is read to its end, which one that is followed does not have.
    return { method, target: `${path}?${'follow' in input ? `follow=${input.follow}&${query}` : query}` };
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

const FLAGS = ['--clock', '2026-03-01T00:00:00Z', '--public-url', 'http://understudy.test'];

async function answers() {
  const server = await spawnServer(FLAGS);
  const seen = [];
  let writes = 0;
  for (let n = 0; n < REQUESTS; n++) {
    const { target, ...init } = request(n);
    const response = await server.fetch(target, { ...init, signal: AbortSignal.timeout(LIMIT_MS) });
    const headers = [...response.headers].filter(([name]) => !MAY_DIFFER.has(name));
    const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1');
    if (init.body !== undefined && response.status === 200) writes += 1;
    seen.push({ what: `${init.method} ${target}`, answer: JSON.stringify([response.status, headers, bytes]) });
  }
  await server.stop();
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
