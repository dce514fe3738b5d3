/** `npm run suite -- soak --minutes 15`: mixed load against a server, on any `--store`; prints what it holds, and fails on growth. */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { exchange, newAgent } from './attack/exchange.mjs';
import { growthOf, restedGauge } from './attack/growth.mjs';
import { Pools } from './attack/pool.mjs';
import { rawBytes, sendRaw } from './attack/raw-bytes.mjs';
import { requests } from './attack/requests.mjs';
import { startServer } from './attack/server.mjs';
import { complaintOf, jsonOf } from './attack/verdict.mjs';
import { followParent } from '@understudy/tooling/follow-parent';

followParent();
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    store: { type: 'string', default: 'memory' },
  },
});
const minutes = Number(values.minutes);

/** Of the requests that are drawn. */
const SEED = 1;

const LANES = 8;
/** Longest text of a request that is shown, in characters: nothing else repeats it. */
const SHOWN = 20_000;
/** Requests drawn at a time. */
const BATCH = 500;
/** Requests that are drawn once and sent again and again, as those of real clients are. */
const REPEATED = 2000;

const agent = newAgent(LANES);
const pools = new Pools();
const complaints = new Map();
let answered = 0;

/** Half of the load is the same all the time, half is new; in between somebody writes garbage, or leaves before the answer. */
function* load() {
  const same = fc.sample(requests, { seed: SEED, numRuns: REPEATED });
  for (let batch = 1; ; batch++) {
    const fresh = fc.sample(requests, { seed: SEED + batch, numRuns: BATCH });
    const noise = fc.sample(rawBytes, { seed: SEED + batch, numRuns: 5 });
    for (const [i, make] of fresh.entries()) {
      yield { make };
      yield { make: same[(batch * BATCH + i) % REPEATED] };
      if (i % 100 === 0) yield { noise: noise[i / 100] };
    }
  }
}

async function sendOne(server, { make, noise }) {
  if (noise !== undefined) return void (await sendRaw(server.origin, noise));
  const request = make(pools);
  let answer;
  try {
    answer = await exchange(server.origin, request, agent);
  } catch (error) {
    if (!String(error.code).startsWith('ERR_')) throw error;
    return;
  }
  answered += 1;
  const complaint = answer.isRace ? undefined : complaintOf(answer, request);
  if (complaint !== undefined) complaints.set(complaint, request);
  else if (answer.status === 200) pools.learn(jsonOf(answer), request);
}

const mb = (bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`;

function print(label, { heap, rss, descriptors, loop }) {
  const held = `heap ${mb(heap)}, RSS ${mb(rss)}, ${descriptors ?? '?'} descriptors`;
  console.log(
    `${label}: ${held}, loop held ${loop.max} ms at most, ${loop.p99} ms at the 99th percentile; ${answered} answers`,
  );
}

const server = await startServer(['--max-sandboxes', '40', '--max-records', '2000', '--store', values.store]);
const source = load();
async function runFor(ms) {
  const end = performance.now() + ms;
  const lane = async () => {
    while (performance.now() < end && server.isAlive()) {
      await sendOne(server, source.next().value);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

// What is loaded and kept once is there after the first part of the load.
await runFor(Math.min(60_000, minutes * 15_000));
const before = await restedGauge(server, agent);
print('warm, at rest', before);
for (let minute = 1; minute <= minutes && server.isAlive(); minute++) {
  await runFor(60_000);
  if (server.isAlive()) print(`minute ${minute}`, await server.gauge());
}
const faults = [...complaints].map(
  ([complaint, request]) => `${complaint}\n  ${JSON.stringify(request).slice(0, SHOWN)}`,
);
if (server.isAlive()) {
  const after = await restedGauge(server, agent);
  print('at rest', after);
  faults.push(...growthOf(before, after));
} else faults.push(`the server has ended: ${server.output()}`);
agent.destroy();
await server.stop();
for (const fault of faults) console.error(fault);
console.log(`${minutes} minutes, ${answered} answers, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
