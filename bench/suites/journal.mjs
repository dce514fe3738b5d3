/** What the request journal costs a hot GET: beside the same server without one, on each store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareLoad } from '../kit/compare-load.mjs';
import { figure, share } from '../kit/figure.mjs';
import { understudy } from '../servers/understudy.mjs';
import { withDatabase } from '../stores/database.mjs';
import { onStore } from '../stores/replicas.mjs';

/** What a hot GET keeps of its rate with the journal, at least. */
const BUDGET = { min: 0.95 };

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

async function compare(bench, name, addresses) {
  const title = `The same GET each time, with the journal, on ${name}`;
  const to = { name: understudy.name, word: 'none' };
  const { scene, seconds, warmRequests, startRounds } = bench;
  const members = pair(addresses);
  // What is to be seen is less than what one start differs by from the next.
  const started = { scene: scene.plain, warmRequests, starts: startRounds };
  return compareLoad({ ...bench, members, rounds: ROUNDS, seconds: seconds / SHORTER }, { title, to, ...started });
}

export const suite = {
  name: 'journal',
  order: 26,
  run: async (bench) => {
    const folder = mkdtempSync(join(tmpdir(), 'understudy-bench-'));
    const files = ['without', 'with'].map((name) => `sqlite:${join(folder, `${name}.db`)}`);
    try {
      const compared = {
        memory: await compare(bench, 'memory', ['memory', 'memory']),
        SQLite: await compare(bench, 'SQLite', files),
        PostgreSQL: await withDatabase(async ({ create }) =>
          compare(bench, 'PostgreSQL', [await create('without_journal'), await create('with_journal')]),
        ),
      };
      const figures = Object.entries(compared).map(([name, { results }]) => {
        const { journal } = results;
        const value = share(journal);
        return figure({ name: `hot GET with the journal, ${name}`, budget: BUDGET, value, failure: journal.failure });
      });
      return { tables: Object.values(compared), figures };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
