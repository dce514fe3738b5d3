/**
 * Compares writes between builds of the server, in turns: `node bench/compare-writes.mjs one/main.js other/main.js`. This
 * is how the group commit of decisions/0009-durable-stores.md was measured.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { moveToClientCore } from './kit/cores.mjs';
import { median } from './kit/statistics.mjs';
import { startWorker } from './kit/worker.mjs';
import { withDatabase } from './stores/database.mjs';
import { launchReplicas } from './stores/replicas.mjs';

const CLIENTS = [1, 8, 64];
const ROUNDS = 3;
const SECONDS = 1.2;

const builds = process.argv.slice(2).map((path) => resolve(path));
const folder = mkdtempSync(join(tmpdir(), 'understudy-compare-'));
const worker = startWorker(new URL('stores/write-worker.mjs', import.meta.url));
let count = 0;

/** Writes a second to one sandbox. */
async function rateOf(main, { address, clients }) {
  const { running, stop } = await launchReplicas({ scene: { plain: { main } } }, await address(), 1);
  try {
    const job = { ports: running.map(({ port }) => port), sandboxes: ['s'], connections: clients };
    await worker.run({ ...job, seconds: SECONDS });
    return (await worker.run({ ...job, seconds: SECONDS })).rate;
  } finally {
    await stop();
  }
}

async function compare(name, setup) {
  const rates = builds.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [i, main] of builds.entries()) rates[i].push(await rateOf(main, setup));
  }
  const shown = rates.map((one) => {
    const ratios = one.map((rate, round) => rate / rates[0][round]);
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
    return `${Math.round(median(one))}/s  ×${median(ratios).toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`;
  });
  console.log(`${name}, ${setup.clients} clients: ${shown.join('  |  ')}`);
}

moveToClientCore();
try {
  await withDatabase(async (database) => {
    const stores = {
      memory: () => 'memory',
      SQLite: () => `sqlite:${join(folder, `${(count += 1)}.db`)}`,
      PostgreSQL: () => database.create(`writes_${(count += 1)}`),
    };
    for (const [name, address] of Object.entries(stores)) {
      for (const clients of CLIENTS) await compare(name, { address, clients });
    }
  });
} finally {
  await worker.stop();
  rmSync(folder, { recursive: true, force: true });
}
