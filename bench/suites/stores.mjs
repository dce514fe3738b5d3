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
const CONNECTIONS = 8;

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

/** What is written to, in each round anew. */
function setups(folder, database) {
  const sqlite = (round) => `sqlite:${join(folder, `writes-${round}.db`)}`;
  const postgres = (round, name) => database.create(`writes_${round}_${name}`);
  const many = Array.from({ length: CONNECTIONS }, (_, i) => `s${i}`);
  return [
    { title: 'memory', engine: 'memory', address: () => 'memory' },
    { title: 'SQLite', engine: 'sqlite', address: sqlite },
    { title: 'PostgreSQL', engine: 'postgres', address: (round) => postgres(round, 'one') },
    {
      title: 'PostgreSQL, 8 sandboxes',
      engine: 'postgres',
      address: (round) => postgres(round, 'many'),
      sandboxes: many,
    },
    { title: 'PostgreSQL, 2 replicas', engine: 'postgres', address: (round) => postgres(round, 'two'), replicas: 2 },
    {
      title: 'PostgreSQL, 2 replicas, 8 sandboxes',
      engine: 'postgres',
      address: (round) => postgres(round, 'both'),
      replicas: 2,
      sandboxes: many,
    },
  ];
}

async function ownRate({ bench, worker }, { address, sandboxes = ['s'], replicas = 1 }) {
  const running = [];
  try {
    for (let i = 0; i < replicas; i += 1) {
      const server = onStore(address);
      running.push(await launch({ ...server, arguments: (port) => server.arguments(bench.scene.plain, port) }));
    }
    const job = { ports: running.map(({ port }) => port), sandboxes, connections: CONNECTIONS };
    await worker.run({ ...job, seconds: bench.warmSeconds });
    return (await worker.run({ ...job, seconds: bench.seconds })).rate;
  } finally {
    await Promise.all(running.map(({ stop }) => stop()));
  }
}

async function writes(bench, database) {
  const worker = startWorker(new URL('../stores/write-worker.mjs', import.meta.url));
  const { folder } = bench.scene.plain;
  const measured = setups(folder, database).map((setup) => ({ ...setup, own: [], bare: [] }));
  const bareUrl = await database.create('bare_writes');
  try {
    for (let round = 1; round <= bench.rounds; round += 1) {
      const addresses = { memory: 'memory', sqlite: `sqlite:${join(folder, 'bare.db')}`, postgres: bareUrl };
      for (const setup of measured) {
        bench.say(`stores, writes: round ${round} of ${bench.rounds}, ${setup.title}`);
        setup.bare.push(await bareRate(addresses[setup.engine], bench.seconds));
        setup.own.push(await ownRate({ bench, worker }, { ...setup, address: await setup.address(round) }));
      }
    }
  } finally {
    await worker.stop();
  }
  return measured;
}

function writesTable(measured) {
  const results = Object.fromEntries(
    measured.map(({ title, own, bare }) => [
      title,
      { rate: spread(own), bare: spread(bare), ratio: ratioSpread(own, bare) },
    ]),
  );
  return {
    title: 'Stores: writes a second, over HTTP, against a bare loop of inserts on the same engine',
    columns: ['', 'writes/s', 'min–max', 'bare inserts/s', '× bare', 'min–max'],
    rows: Object.entries(results).map(([title, { rate, bare, ratio: share }]) => [
      title,
      whole(rate.median),
      range(rate, whole),
      whole(bare.median),
      ratio(share.median),
      range(share, ratio),
    ]),
    notes: ['one sandbox, 8 connections, one replica where nothing else is said; the bare loop of memory fills a map'],
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
      const table = writesTable(await writes(bench, database));
      const writeFigure = (name, title) =>
        figure({ name, budget: { min: 0.4 }, value: table.results[title].ratio.median });
      return {
        tables: [hot, unseen, table],
        figures: [
          loadFigure({ name: 'GET on PostgreSQL, share of bare + select', budget: { min: 0.5 }, comparison: hot }),
          writeFigure('writes on SQLite, share of bare inserts', 'SQLite'),
          writeFigure('writes on PostgreSQL, share of bare inserts', 'PostgreSQL'),
        ],
      };
    } finally {
      await database.stop();
    }
  },
};
