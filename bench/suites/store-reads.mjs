/** What reads of a durable store cost: each asks the database first, so that no replica shows what is over. */
import { fileURLToPath } from 'node:url';
import { compareLoad } from '../kit/compare-load.mjs';
import { loadFigure } from '../kit/figure.mjs';
import { range, ratio, whole } from '../kit/format.mjs';
import { ratioSpread, spread } from '../kit/statistics.mjs';
import { baseline } from '../servers/index.mjs';
import { understudy } from '../servers/understudy.mjs';
import { withDatabase } from '../stores/database.mjs';
import { launchReplicas, onStore, SHARED } from '../stores/replicas.mjs';

const selectServer = fileURLToPath(new URL('../stores/select-server.mjs', import.meta.url));

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

/** Reads a second of all replicas together, each asked for the same page by clients of its own. */
async function readRate(bench, address, replicas) {
  const { running, stop } = await launchReplicas(bench, address, replicas);
  const read = async (seconds) => {
    const target = { path: understudy.path, seconds };
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

export const suite = {
  name: 'store-reads',
  order: 80,
  run: (bench) =>
    withDatabase(async (database) => {
      const { hot, unseen } = await reads(bench, database);
      return {
        tables: [hot, unseen, await replicasTable(bench, database)],
        figures: [
          loadFigure({ name: 'GET on PostgreSQL, share of bare + select', budget: { min: 0.5 }, comparison: hot }),
        ],
      };
    }),
};
