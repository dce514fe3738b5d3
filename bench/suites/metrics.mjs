/** What counting for /metrics costs a hot GET: beside the same server that counts nothing. */
import { compareLoad } from '../kit/compare-load.mjs';
import { figure, share } from '../kit/figure.mjs';
import { understudy } from '../servers/understudy.mjs';

/** What a hot GET keeps of its rate, at least. */
const BUDGET = { min: 0.97 };

const off = (scene, port) => [...understudy.arguments(scene, port), '--metrics', 'off'];

const members = [
  { ...understudy, title: 'without metrics', arguments: off },
  { ...understudy, name: 'metrics', title: 'with metrics' },
];

export const suite = {
  name: 'metrics',
  order: 28,
  run: async (bench) => {
    const { scene, warmRequests } = bench;
    const to = { name: understudy.name, word: 'none' };
    const title = 'The same GET each time, with metrics';
    const comparison = await compareLoad({ ...bench, members }, { title, scene: scene.plain, warmRequests, to });
    const { metrics } = comparison.results;
    const name = 'hot GET with metrics';
    return {
      tables: [comparison],
      figures: [figure({ name, budget: BUDGET, value: share(metrics), failure: metrics.failure })],
    };
  },
};
