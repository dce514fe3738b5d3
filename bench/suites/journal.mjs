/** What the request journal costs a GET: beside the same server without one, on each store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareLoad } from '../kit/compare-load.mjs';
import { figure } from '../kit/figure.mjs';
import { ms } from '../kit/format.mjs';
import { understudy } from '../servers/understudy.mjs';
import { withDatabase } from '../stores/database.mjs';
import { onStore } from '../stores/replicas.mjs';

/** What the journal takes of a GET, at most, in µs of the processor; in a database, what the database takes does not count. */
const BUDGETS = {
  hot: { memory: 3, SQLite: 6, PostgreSQL: 6 },
  'never-seen': { memory: 60, SQLite: 60, PostgreSQL: 60 },
};

/** How each of them is asked for. */
const ASKED = { hot: {}, 'never-seen': { path: '&nonce=', isUnique: true } };

/** Rounds of each start, which are as much shorter: what else goes on in a machine changes from second to second. */
const ROUNDS = 8;
const SHORTER = 4;

/** A server without a journal on a store, and one with. */
function pair([without, withOne]) {
  const [none, usual] = [onStore(without), onStore(withOne)];
  const off = (scene, port) => [...none.arguments(scene, port), '--max-journal', '0'];
  return [
    { ...none, title: 'without a journal', arguments: off },
    { ...usual, name: 'journal', title: 'with the journal' },
  ];
}

/** What the journal takes of a request, in µs of the processor. */
const taken = ({ perCpu, cpuRatio }) => perCpu && (1e6 / perCpu.median) * (1 - cpuRatio.median);

async function compare(bench, { kind, name }, addresses) {
  const title = `A ${kind} GET with the journal, on ${name}`;
  const to = { name: understudy.name, word: 'none' };
  const { scene, seconds, warmRequests, startRounds } = bench;
  const members = pair(addresses);
  // What is to be seen is less than what one start differs by from the next.
  const started = { scene: scene.plain, warmRequests, starts: startRounds };
  return compareLoad(
    { ...bench, members, rounds: ROUNDS, seconds: seconds / SHORTER },
    { title, to, ...ASKED[kind], ...started },
  );
}

export const suite = {
  name: 'journal',
  order: 26,
  run: async (bench) => {
    const folder = mkdtempSync(join(tmpdir(), 'understudy-bench-'));
    const compared = [];
    try {
      for (const kind of Object.keys(ASKED)) {
        const files = ['without', 'with'].map((name) => `sqlite:${join(folder, `${kind}-${name}.db`)}`);
        const add = async (name, addresses) =>
          compared.push({ kind, name, comparison: await compare(bench, { kind, name }, addresses) });
        await add('memory', ['memory', 'memory']);
        await add('SQLite', files);
        await withDatabase(async ({ create }) =>
          add('PostgreSQL', [await create('without_journal'), await create('with_journal')]),
        );
      }
      const figures = compared.map(({ kind, name, comparison: { results } }) =>
        figure({
          name: `what the journal takes of a ${kind} GET in µs, ${name}`,
          budget: { max: BUDGETS[kind][name] },
          value: taken(results.journal),
          failure: results.journal.failure,
          write: ms,
        }),
      );
      return { tables: compared.map(({ comparison }) => comparison), figures };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
