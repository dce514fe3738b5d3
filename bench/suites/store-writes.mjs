/** What writes to a store cost, which are on the disk when they are answered. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onServerCore } from '../kit/cores.mjs';
import { figure } from '../kit/figure.mjs';
import { range, ratio, whole } from '../kit/format.mjs';
import { launch } from '../kit/launch.mjs';
import { ratioSpread, spread } from '../kit/statistics.mjs';
import { startWorker } from '../kit/worker.mjs';
import { withDatabase } from '../stores/database.mjs';
import { launchReplicas, SHARED } from '../stores/replicas.mjs';

const run = promisify(execFile);
const loop = fileURLToPath(new URL('../stores/bare-inserts.mjs', import.meta.url));
const insertServer = fileURLToPath(new URL('../stores/insert-server.mjs', import.meta.url));

/** Enough to keep a server busy. */
const MANY = 8;

/** What a server is warmed by is a share of the requests that warm one whose answers need no disk. */
const WARM_SHARE = 1 / 4;

/** About what the record of a course takes. */
const ROW = JSON.stringify({ text: 'x'.repeat(360) });
/** About what is in it and in no request. */
const PADDING = 'x'.repeat(260);

async function bareInserts(address, seconds) {
  const { command, args } = onServerCore([loop, address, String(seconds), ROW]);
  const { stdout } = await run(command, args);
  return JSON.parse(stdout);
}

/** What is written to; memory has no engine that could be held against it. */
function setups(folder, database) {
  const sqlite = () => `sqlite:${join(folder, `writes-${(files += 1)}.db`)}`;
  const postgres = () => database.create(`writes_${(files += 1)}`);
  const sandboxes = Array.from({ length: MANY }, (_, i) => `s${i}`);
  let files = 0;
  return [
    { title: 'memory, 1 client', address: () => 'memory', clients: 1 },
    { title: 'memory', address: () => 'memory' },
    { title: 'SQLite, 1 client', engine: 'sqlite', address: sqlite, clients: 1 },
    { title: 'bare node:http on SQLite, 1 client', engine: 'sqlite', address: sqlite, clients: 1, start: startBare },
    { title: 'SQLite', engine: 'sqlite', address: sqlite },
    { title: 'bare node:http on SQLite', engine: 'sqlite', address: sqlite, start: startBare },
    { title: 'PostgreSQL, 1 client', engine: 'postgres', address: postgres, clients: 1 },
    {
      title: 'bare node:http on PostgreSQL, 1 client',
      engine: 'postgres',
      address: postgres,
      clients: 1,
      start: startBare,
    },
    { title: 'PostgreSQL', engine: 'postgres', address: postgres },
    { title: 'bare node:http on PostgreSQL', engine: 'postgres', address: postgres, start: startBare },
    { title: 'PostgreSQL, 8 sandboxes', engine: 'postgres', address: postgres, sandboxes },
    { title: 'PostgreSQL, 2 replicas', engine: 'postgres', address: postgres, replicas: 2 },
    { title: 'PostgreSQL, 2 replicas, 8 sandboxes', engine: 'postgres', address: postgres, replicas: 2, sandboxes },
  ];
}

/** Starts bare Node that does one insert for each request: what is left of the loop's rate when HTTP comes before it. */
async function startBare(_bench, address) {
  const server = { path: '/', arguments: (port) => [insertServer, String(port), address, PADDING] };
  const running = await launch(server);
  return { running: [running], stop: running.stop };
}

/**
 * Measures a setup in rounds, beside the loop of inserts on its engine. A slow one would do fewer requests in the same
 * seconds, and be measured with colder code: so each server is warmed by as many.
 */
async function inRounds({ bench, warmer, worker, bare }, setup) {
  const { title, address, sandboxes = ['s'], replicas = 1, clients = MANY, start = launchReplicas } = setup;
  const [own, besides] = [[], []];
  const { running, stop } = await start(bench, await address(), replicas);
  try {
    bench.say(`stores, writes: warming ${title}`);
    const amount = bench.warmRequests * WARM_SHARE;
    for (const { port, pid } of running) await warmer.run({ port, pid, creates: 'warm', amount });
    const job = { ports: running.map(({ port }) => port), sandboxes, connections: clients, seconds: bench.seconds };
    await worker.run(job);
    for (let round = 1; round <= bench.rounds; round += 1) {
      bench.say(`stores, writes: round ${round} of ${bench.rounds}, ${title}`);
      // Before and after, so that the drift of a shared disk cancels.
      const before = await bare();
      own.push(await worker.run(job));
      const after = await bare();
      if (before !== undefined) besides.push(between(before, after));
    }
  } finally {
    await stop();
  }
  return { ...setup, own, bare: besides };
}

const between = (one, other) => ({ rate: (one.rate + other.rate) / 2, quick: (one.quick + other.quick) / 2 });

async function writes(bench, database) {
  const warmer = startWorker(new URL('../kit/load-worker.mjs', import.meta.url));
  const worker = startWorker(new URL('../stores/write-worker.mjs', import.meta.url));
  const { folder } = bench.scene.plain;
  const measured = [];
  const addresses = { sqlite: `sqlite:${join(folder, 'bare.db')}`, postgres: await database.create('bare_writes') };
  try {
    for (const setup of setups(folder, database)) {
      const { engine } = setup;
      const bare = async () => (engine === undefined ? undefined : bareInserts(addresses[engine], bench.seconds / 2));
      measured.push(await inRounds({ bench, warmer, worker, bare }, setup));
    }
  } finally {
    await Promise.all([warmer.stop(), worker.stop()]);
  }
  return measured;
}

/** Milliseconds, of what takes less than one. */
const exact = (value) => value.toFixed(2);

function writesTable(measured) {
  const rates = (runs) => runs.map(({ rate }) => rate);
  const quick = (runs) => runs.map((one) => one.quick);
  const results = Object.fromEntries(
    measured.map(({ title, engine, own, bare }) => [
      title,
      {
        rate: spread(rates(own)),
        quick: spread(quick(own)),
        ...(engine && {
          bare: spread(rates(bare)),
          bareQuick: spread(quick(bare)),
          ratio: ratioSpread(rates(own), rates(bare)),
        }),
      },
    ]),
  );
  return {
    title: 'Stores: writes a second, over HTTP, against a bare loop of inserts on the same engine',
    columns: ['', 'writes/s', 'min–max', 'bare inserts/s', '× bare', 'min–max', 'quick, ms', 'bare, ms'],
    rows: Object.entries(results).map(([title, { rate, quick: one, bare, bareQuick, ratio: share }]) => [
      title,
      whole(rate.median),
      range(rate, whole),
      bare && whole(bare.median),
      share && ratio(share.median),
      share && range(share, ratio),
      exact(one.min),
      bareQuick && exact(bareQuick.min),
    ]),
    notes: [
      `one sandbox, ${MANY} clients and one replica where nothing else is said; the bare loop is one client`,
      'bare node:http: one insert for each request and nothing else, which is all that HTTP leaves of the loop with 1 client',
      SHARED,
      'quick: what a tenth of the writes of the best round take at most, nearest to their cost on a machine of their own',
    ],
    results,
  };
}

/** A client that waits for each answer leaves the disk idle meanwhile: what is left of the loop then is all that any server can have. */
function besideServer({ results }, title) {
  const name = `writes on ${title}, share of bare node:http with one insert each`;
  const bare = results[`bare node:http on ${title}`].rate.median;
  return figure({ name, value: results[title].rate.median / bare });
}

export const suite = {
  name: 'store-writes',
  order: 81,
  run: (bench) =>
    withDatabase(async (database) => {
      const table = writesTable(await writes(bench, database));
      const writeFigure = (title) =>
        figure({
          name: `writes on ${title}, share of bare inserts`,
          budget: { min: 0.4 },
          value: table.results[title].ratio.median,
        });
      return {
        tables: [table],
        figures: [
          ...['SQLite', 'SQLite, 1 client', 'PostgreSQL', 'PostgreSQL, 1 client'].map(writeFigure),
          ...['SQLite, 1 client', 'PostgreSQL, 1 client'].map((title) => besideServer(table, title)),
        ],
      };
    }),
};
