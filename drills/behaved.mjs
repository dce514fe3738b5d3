/**
 * Drills the clients that behave, and prints each verdict above advice: there should be none.
 *
 *     npm run suite -- drill-behaved --seeds 20 --plans flaky,deploy --clients ky,got --jobs 2
 */
import { parseArgs } from 'node:util';
import { clientNames, openClients } from './clients.mjs';
import { drill } from './drill.mjs';

/** All plans but lying_pages: most clients follow a link that leads to itself, and are told so. */
const PLANS =
  'flaky,slow_3g,rate_limited,first_try_fails,lost_answers,deploy,behind_a_proxy,bad_wifi,captive_portal,drifting,late,everything';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    plans: { type: 'string', default: PLANS },
    clients: { type: 'string', default: clientNames.join(',') },
    jobs: { type: 'string', default: '2' },
  },
});

const clients = openClients(values.clients.split(','));
const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => `seed-${i + 1}`);
const jobs = seeds.flatMap((seed) => clients.map((client) => ({ client, seed })));
const count = { drills: jobs.length, plans: 0, requests: 0, faults: 0, advice: 0, above: 0, failures: 0 };

/** @param {{ client: import('./clients.mjs').DrilledClient, seed: string }} job */
async function run({ client, seed }) {
  const { verdicts, plans } = await drill(client.command, { plans: values.plans, seed });
  for (const { plan, requests, faults, failures } of plans) {
    count.plans += 1;
    count.requests += requests;
    count.faults += faults;
    count.failures += failures.length;
    for (const failure of failures) console.log(`${client.name} ${seed} ${plan}: ${failure}`);
  }
  for (const { plan, rule, severity, detail, requests } of verdicts) {
    count[severity === 'advice' ? 'advice' : 'above'] += 1;
    if (severity === 'advice') continue;
    const named = requests.map((sequence) => `#${sequence}`).join(' ');
    console.log(`${client.name} ${seed} ${plan}: ${severity} ${rule} ${named}\n  ${detail}`);
  }
}

/** Takes one job after the other. */
async function work() {
  for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await run(job);
}

await Promise.all(Array.from({ length: Number(values.jobs) }, work));
const { drills, plans, requests, faults, advice, above, failures } = count;
console.log(
  `${clients.length} clients, ${seeds.length} seeds: ${drills} drills, ${plans} runs, ${requests} requests, ${faults} faults.`,
);
console.log(`${above} verdicts above advice, ${advice} of advice, ${failures} failures.`);
process.exitCode = above + failures === 0 && clients.length > 0 ? 0 : 1;
