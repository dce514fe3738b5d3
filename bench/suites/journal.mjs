/** What the journal costs: the same GET again and again, with it and without. */
import { compareLoad } from '../kit/compare-load.mjs';
import { figure, share } from '../kit/figure.mjs';
import { understudy } from '../servers/understudy.mjs';

const without = {
  ...understudy,
  name: 'without-journal',
  title: 'no journal',
  arguments: (scene, port) => [...understudy.arguments(scene, port), '--max-journal', '0'],
};

const members = [without, { ...understudy, title: 'with journal' }];

export const suite = {
  name: 'journal',
  order: 26,
  run: async (bench) => {
    const to = { name: without.name, word: 'no journal' };
    const title = 'hot GET with the journal on';
    const comparison = await compareLoad({ ...bench, members }, { title, scene: bench.scene.plain, to });
    const result = comparison.results[understudy.name];
    const figures = [figure({ name: title, budget: { min: 0.95 }, value: share(result), failure: result.failure })];
    return { tables: [comparison], figures };
  },
};
