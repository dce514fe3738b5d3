/** `npm run suite -- fuzz`: sends seeded, fuzzed requests to a server, on any `--store`; fails on what no request may do to it. */
import { parseArgs } from 'node:util';
import { followParent } from '@understudy/tooling/follow-parent';
import { operations } from '@understudy/tooling/operations';
import fc from 'fast-check';
import { exchange, newAgent } from './attack/exchange.mjs';
import { growthOf, restedGauge } from './attack/growth.mjs';
import { Pools } from './attack/pool.mjs';
import { rawBytes, sendRaw } from './attack/raw-bytes.mjs';
import { names, requests, restOf } from './attack/requests.mjs';
import { startServer } from './attack/server.mjs';
import { complaintOf, jsonOf } from './attack/verdict.mjs';

followParent();
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '100000' },
    store: { type: 'string', default: 'memory' },
    from: { type: 'string', default: '0' },
  },
});
const [seed, count, from] = [Number(values.seed), Number(values.requests), Number(values.from)];

/** Requests drawn at a time: each batch has a seed of its own, so that a later one can be run without those before. */
const BATCH = 500;

/** Requests under way at once. */
const LANES = 8;

/** Between how many requests there is one socket with garbage. */
const GARBAGE_EVERY = 20;

/** Requests of each operation that chance has left out. */
const AIMED = 1000;

/** A user of the seeded data. */
const LOGIN = JSON.stringify({ email: 'marcelo.abbott.1@example.com', password: 'Passw0rd!' });

/** Requests after which sandboxes are tidied. */
const TIDY_EVERY = 250;

/** Longest text of a request that is shown, in characters: `--from` sends it again. */
const SHOWN = 1500;

/** Failures after which there is no point in going on. */
const MAX_FAILURES = 20;

const limits = ['--max-sandboxes', '40', '--max-records', '2000', '--max-snapshot', '1MB'];

/** Requests after which every operation must have been answered with a success, or the fuzzer is too blunt. */
const ENOUGH = 30_000;

/**
 * What chance does not bring about: a payment that waits takes one card of ten, and then the code for it; a registration
 * is opened by its own token alone.
 */
const BY_DESIGN = new Set(['commerce.confirmPayment', 'oauth.getClient', 'oauth.updateClient', 'oauth.deleteClient']);

const statuses = new Map();
const reached = new Set();
const failures = [];
const pools = new Pools();
const agent = newAgent(LANES);
let garbage = 0;

function* drawn() {
  for (let start = from; start < from + count; start += BATCH) {
    const size = Math.min(BATCH, from + count - start);
    const draws = fc.sample(requests, { seed: seed * 1_000_003 + start, numRuns: size });
    const noise = fc.sample(rawBytes, { seed: seed * 1_000_003 + start, numRuns: Math.ceil(size / GARBAGE_EVERY) });
    for (const [i, make] of draws.entries()) {
      yield { index: start + i, make, noise: i % GARBAGE_EVERY === 0 ? noise[i / GARBAGE_EVERY] : undefined };
    }
  }
}

async function answerTo(origin, request) {
  const answer = await exchange(origin, request, agent);
  return answer.isRace ? exchange(origin, request, agent) : answer;
}

/**
 * Takes back the rules of all sandboxes, and founds an organization in each: one rule that loses every write, or one
 * reset, would leave nothing in a sandbox to find for the rest of the run.
 */
async function tidy({ origin }) {
  const json = { 'content-type': 'application/json' };
  for (const at of ['', ...names.map((name) => `/sandboxes/${name}`)]) {
    await exchange(
      origin,
      { method: 'DELETE', target: `${at === '' ? '/sandboxes/default' : at}/faults`, headers: {} },
      agent,
    );
    const login = {
      operation: 'auth.login',
      method: 'POST',
      target: `${at}/api/auth/login`,
      headers: json,
      body: LOGIN,
    };
    const { data: [tokens] = [] } = jsonOf(await exchange(origin, login, agent)) ?? {};
    const headers = { ...json, authorization: `Bearer ${tokens?.access_token}` };
    const target = `${at}/api/saas/organizations`;
    const founding = { operation: 'saas.createOrganization', method: 'POST', target, headers, body: '{"name":"Fuzz"}' };
    const answer = await exchange(origin, founding, agent);
    if (answer.status < 300) pools.learn(jsonOf(answer), founding);
  }
}

async function sendOne(server, { index, make, noise }) {
  if (index % TIDY_EVERY === 0) await tidy(server);
  if (noise !== undefined) {
    garbage += 1;
    if (!(await sendRaw(server.origin, noise)))
      failures.push({ index, complaint: 'no connection for raw bytes', noise });
  }
  const request = make(pools);
  let answer;
  try {
    answer = await answerTo(server.origin, request);
  } catch (error) {
    // node:http itself refuses to send some of them.
    statuses.set('not sent', (statuses.get('not sent') ?? 0) + 1);
    if (!String(error.code).startsWith('ERR_')) throw error;
    return;
  }
  const label = answer.status ?? 'broken';
  statuses.set(label, (statuses.get(label) ?? 0) + 1);
  const complaint = complaintOf(answer, request);
  if (complaint !== undefined) failures.push({ index, complaint, request, said: server.output().slice(-1500) });
  if (![200, 201, 202, 204].includes(answer.status)) return;
  if (request.operation !== undefined) reached.add(request.operation);
  pools.learn(jsonOf(answer), request);
}

async function run(server, source) {
  const lane = async () => {
    for (const one of source) {
      if (failures.length >= MAX_FAILURES || !server.isAlive()) return;
      await sendOne(server, one);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

function* first(source, wanted) {
  for (let i = 0; i < wanted; i++) {
    const { value, done } = source.next();
    if (done) return;
    yield value;
  }
}

function report() {
  const table = [...statuses].toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  for (const [status, times] of table) console.log(`${String(times).padStart(8)}  ${status}`);
  console.log(`${String(garbage).padStart(8)}  sockets with garbage`);
  for (const { index, complaint, request, noise, said } of failures) {
    console.error(`\nrequest ${index}: ${complaint}`);
    if (request !== undefined) console.error(JSON.stringify(request).slice(0, SHOWN));
    if (noise !== undefined) console.error(JSON.stringify(noise.bytes.toString('latin1')).slice(0, SHOWN));
    if (said) console.error(said.replace(/^/gm, '    '));
  }
  if (failures.length > 0) {
    const start = Math.floor((failures[0].index - (failures[0].index % BATCH)) / BATCH) * BATCH;
    console.error(`\nAgain: npm run suite -- fuzz --seed ${seed} --from ${start} --requests ${BATCH}`);
  }
}

const server = await startServer([...limits, '--store', values.store]);
const begun = performance.now();
console.log(`fuzzing with seed ${seed}: ${count} requests from number ${from}`);
const source = drawn();
await run(server, first(source, Math.floor(count / 5)));
const before = server.isAlive() ? await restedGauge(server, agent) : undefined;
await run(server, source);
if (!server.isAlive()) failures.push({ index: from, complaint: `the server has ended: ${server.output()}` });
else if (before !== undefined) {
  const after = await restedGauge(server, agent);
  console.log(`${JSON.stringify(before)} after a fifth\n${JSON.stringify(after)} at the end`);
  failures.push(...growthOf(before, after).map((complaint) => ({ index: from, complaint })));
}
/** Operations that were never answered with a success. */
const missedNow = () =>
  operations.filter(({ name }) => !reached.has(name) && !reached.has(`trpc ${name}`) && !BY_DESIGN.has(name));

/** Requests of one operation that chance has left out, beside all others: one that none of them reaches, none will. */
function* aimed() {
  for (const [index, operation] of missedNow().entries()) {
    const draws = fc.sample(restOf(operation), { seed: seed * 1_000_003 + index, numRuns: AIMED });
    for (const make of draws) yield { index: from + count + 1, make, noise: undefined };
  }
}

if (count >= ENOUGH && server.isAlive()) {
  await tidy(server);
  await run(server, aimed());
}
const missed = missedNow().map(({ name }) => name);
const byTrpc = [...reached].filter((name) => name.startsWith('trpc ')).length;
console.log(`${reached.size - byTrpc} of ${operations.length} operations succeeded by REST, ${byTrpc} by tRPC`);
if (count >= ENOUGH && missed.length > 0)
  failures.push({ index: from, complaint: `too blunt: never ${missed.join(', ')}` });
agent.destroy();
const ended = await server.stop();
if (ended !== 0) failures.push({ index: from, complaint: `the server ended with ${ended} when it was asked to stop` });
report();
console.log(`${count} requests, ${failures.length} failures, ${Math.round((performance.now() - begun) / 1000)} s`);
process.exitCode = failures.length === 0 ? 0 : 1;
