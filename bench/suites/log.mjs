/** What the log costs a hot GET: JSON lines into a pipe, beside the same server without a log. */
import { compareLoad } from '../kit/compare-load.mjs';
import { figure, share } from '../kit/figure.mjs';
import { understudy } from '../servers/understudy.mjs';

/** What a hot GET keeps of its rate with a line for each request, at least. */
const BUDGET = { min: 0.9 };

/** The same server, with its log in another form. */
function logging(form) {
  return (scene, port) => understudy.arguments(scene, port).map((word) => (word === 'off' ? form : word));
}

const members = [
  { ...understudy, title: 'without a log' },
  { ...understudy, name: 'json', title: 'with JSON lines', arguments: logging('json'), isRead: true },
];

export const suite = {
  name: 'log',
  order: 27,
  run: async (bench) => {
    const { scene, warmRequests } = bench;
    const to = { name: understudy.name, word: 'none' };
    const title = 'The same GET each time, with a log';
    const comparison = await compareLoad({ ...bench, members }, { title, scene: scene.plain, warmRequests, to });
    const { json } = comparison.results;
    const name = 'hot GET with a log, JSON lines';
    return {
      tables: [comparison],
      figures: [figure({ name, budget: BUDGET, value: share(json), failure: json.failure })],
    };
  },
};
