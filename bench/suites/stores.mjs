/** What a durable store costs: reads that ask the database first, and writes that are on the disk when they are answered. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compareLoad } from '../kit/compare-load.mjs';
import { onServerCore } from '../kit/cores.mjs';
import { figure, loadFigure } from '../kit/figure.mjs';
import { range, ratio, whole } from '../kit/format.mjs';
import { launch } from '../kit/launch.mjs';
import { ratioSpread, spread } from '../kit/statistics.mjs';
import { startWorker } from '../kit/worker.mjs';
import { baseline } from '../servers/index.mjs';
import { understudy } from '../servers/understudy.mjs';
import { startDatabase } from '../stores/database.mjs';

const run = promisify(execFile);
const selectServer = fileURLToPath(new URL('../stores/select-server.mjs', import.meta.url));
const bareInserts = fileURLToPath(new URL('../stores/bare-inserts.mjs', import.meta.url));

/** Enough to keep a server busy; to one sandbox its writes follow one another all the same. */
const MANY = 8;

const SHARED = 'replicas share the core of the servers where they are pinned: then this shows what a second one costs';

/** About what the record of a course takes. */
const ROW = JSON.stringify({ text: 'x'.repeat(360) });

function onStore(store) {
  const more = ['--store', store, '--max-records', '10000000'];
  return { ...understudy, arguments: (scene, port) => [...understudy.arguments(scene, port), ...more] };
}

/** Reads under PostgreSQL against bare Node that does one select for each. */
async function reads(bench, database) {
  const urls = [await database.create('reads'), await database.create('bare')];
  const bare = {
    ...baseline,
    title: 'bare node:http, one select each',
    arguments: (scene, port) => [selectServer, String(port), scene.answerFile, urls[1]],
  };
  const own = { ...onStore(urls[0]), title: 'Understudy on PostgreSQL' };
  const measure = (title, more) =>
    compareLoad({ ...bench, members: [own, bare] }, { title, scene: bench.scene.plain, ...more });
  return {
    hot: await measure('Stores: the same GET each time, on PostgreSQL'),
    unseen: await measure('Stores: a GET never seen before, on PostgreSQL', { path: '&nonce=', isUnique: true }),
  };
}

async function bareRate(address, seconds) {
  const { command, args } = onServerCore([bareInserts, address, String(seconds), ROW]);
  const { stdout } = await run(command, args);
  return JSON.parse(stdout).rate;
}

/** What is written to, in each round anew; memory has no engine that could be held against it. */
function setups(folder, database) {
  const sqlite = (round) => `sqlite:${join(folder, `writes-${round}-${(files += 1)}.db`)}`;
  const postgres = () => database.create(`writes_${(files += 1)}`);
  const sandboxes = Array.from({ length: MANY }, (_, i) => `s${i}`);
  let files = 0;
  return [
    { title: 'memory, 1 client', address: () => 'memory', clients: 1 },
    { title: 'memory', address: () => 'memory' },
    { title: 'SQLite, 1 client', engine: 'sqlite', address: sqlite, clients: 1 },
    { title: 'SQLite', engine: 'sqlite', address: sqlite },
    { title: 'PostgreSQL, 1 client', engine: 'postgres', address: postgres, clients: 1 },
    { title: 'PostgreSQL', engine: 'postgres', address: postgres },
    { title: 'PostgreSQL, 8 sandboxes', engine: 'postgres', address: postgres, sandboxes },
    { title: 'PostgreSQL, 2 replicas', engine: 'postgres', address: postgres, replicas: 2 },
    { title: 'PostgreSQL, 2 replicas, 8 sandboxes', engine: 'postgres', address: postgres, replicas: 2, sandboxes },
  ];
}

async function launchReplicas(bench, address, count) {
  const server = onStore(address);
  const running = [];
  try {
    for (let i = 0; i < count; i += 1) {
      running.push(await launch({ ...server, arguments: (port) => server.arguments(bench.scene.plain, port) }));
    }
  } catch (error) {
    await Promise.all(running.map(({ stop }) => stop()));
    throw error;
  }
  return { running, stop: () => Promise.all(running.map(({ stop }) => stop())) };
}

async function ownRate({ bench, worker }, { address, sandboxes = ['s'], replicas = 1, clients = MANY }) {
  const { running, stop } = await launchReplicas(bench, address, replicas);
  try {
    const job = { ports: running.map(({ port }) => port), sandboxes, connections: clients };
    await worker.run({ ...job, seconds: bench.warmSeconds });
    return (await worker.run({ ...job, seconds: bench.seconds })).rate;
  } finally {
    await stop();
  }
}

/** Reads a second of all replicas together, each asked for the same page by clients of its own. */
async function readRate(bench, address, replicas) {
  const { running, stop } = await launchReplicas(bench, address, replicas);
  const read = async (seconds) => {
    const target = { path: understudy.path, seconds, warmSeconds: 0 };
    const all = await Promise.all(running.map(({ port, pid }) => bench.load({ ...target, port, pid })));
    return all.reduce((sum, one) => sum + one.requests / one.seconds, 0);
  };
  try {
    await read(bench.warmSeconds);
    return await read(bench.seconds);
  } finally {
    await stop();
  }
}

/** Reads of one replica and of two, in turn. */
async function replicasTable(bench, database) {
  const address = await database.create('replica_reads');
  const [one, two] = [[], []];
  for (let round = 1; round <= bench.rounds; round += 1) {
    bench.say(`stores, reads of replicas: round ${round} of ${bench.rounds}`);
    one.push(await readRate(bench, address, 1));
    two.push(await readRate(bench, address, 2));
  }
  const results = { one: { rate: spread(one) }, two: { rate: spread(two), ratio: ratioSpread(two, one) } };
  return {
    title: 'Stores: the same GET each time, on one replica and on two, on PostgreSQL',
    columns: ['', 'requests/s', 'min–max', '× one', 'min–max'],
    rows: [
      ['1 replica', whole(results.one.rate.median), range(results.one.rate, whole)],
      [
        '2 replicas',
        whole(results.two.rate.median),
        range(results.two.rate, whole),
        ratio(results.two.ratio.median),
        range(results.two.ratio, ratio),
      ],
    ].map((row) => Array.from({ length: 5 }, (_, i) => row[i])),
    notes: [SHARED],
    results,
  };
}

async function writes(bench, database) {
  const worker = startWorker(new URL('../stores/write-worker.mjs', import.meta.url));
  const { folder } = bench.scene.plain;
  const measured = setups(folder, database).map((setup) => ({ ...setup, own: [], bare: [] }));
  const addresses = { sqlite: `sqlite:${join(folder, 'bare.db')}`, postgres: await database.create('bare_writes') };
  try {
    for (let round = 1; round <= bench.rounds; round += 1) {
      for (const setup of measured) {
        bench.say(`stores, writes: round ${round} of ${bench.rounds}, ${setup.title}`);
        const address = await setup.address(round);
        // Before and after, so that the drift of a shared disk cancels.
        const bare = () => bareRate(addresses[setup.engine], bench.seconds / 2);
        const before = setup.engine && (await bare());
        setup.own.push(await ownRate({ bench, worker }, { ...setup, address }));
        if (setup.engine) setup.bare.push((before + (await bare())) / 2);
      }
    }
  } finally {
    await worker.stop();
  }
  return measured;
}

function writesTable(measured) {
  const results = Object.fromEntries(
    measured.map(({ title, engine, own, bare }) => [
      title,
      { rate: spread(own), ...(engine && { bare: spread(bare), ratio: ratioSpread(own, bare) }) },
    ]),
  );
  return {
    title: 'Stores: writes a second, over HTTP, against a bare loop of inserts on the same engine',
    columns: ['', 'writes/s', 'min–max', 'bare inserts/s', '× bare', 'min–max'],
    rows: Object.entries(results).map(([title, { rate, bare, ratio: share }]) => [
      title,
      whole(rate.median),
      range(rate, whole),
      bare && whole(bare.median),
      share && ratio(share.median),
      share && range(share, ratio),
    ]),
    notes: [
      `one sandbox, ${MANY} clients and one replica where nothing else is said; the bare loop is one client`,
      SHARED,
    ],
    results,
  };
}

export const suite = {
  name: 'stores',
  order: 80,
  run: async (bench) => {
    const database = await startDatabase();
    try {
      const { hot, unseen } = await reads(bench, database);
      const replicas = await replicasTable(bench, database);
      const table = writesTable(await writes(bench, database));
      const writeFigure = (title) =>
        figure({
          name: `writes on ${title}, share of bare inserts`,
          budget: { min: 0.4 },
          value: table.results[title].ratio.median,
        });
      return {
        tables: [hot, unseen, replicas, table],
        figures: [
          loadFigure({ name: 'GET on PostgreSQL, share of bare + select', budget: { min: 0.5 }, comparison: hot }),
          ...['SQLite', 'SQLite, 1 client', 'PostgreSQL', 'PostgreSQL, 1 client'].map(writeFigure),
        ],
      };
    } finally {
      await database.stop();
    }
  },
};
