/** How many GETs with a URL that nobody has asked for before each server answers in a second. */
import { compareLoad } from '../kit/compare-load.mjs';
import { loadFigure } from '../kit/figure.mjs';
import { baseline } from '../servers/index.mjs';
import { understudy } from '../servers/understudy.mjs';

/** What is asked for, how, and the share of bare node that it is to have. */
const ASKED = [
  {
    name: 'never-seen GET, share of bare node',
    title: 'Never-seen GET: a plain page, each URL new (&nonce=N)',
    scene: 'plain',
    path: '&nonce=',
    budget: { min: 0.35 },
  },
  {
    name: 'never-seen GET by id, share of bare node',
    title: 'Never-seen GET of one record, each URL new (?nonce=N)',
    scene: 'record',
    path: '?nonce=',
    budget: { min: 0.45 },
  },
  {
    name: 'never-seen search, share of bare node',
    title: 'Never-seen search: a term that no record holds, each new (&q=zzN)',
    scene: 'search',
    added: '&q=zz0',
    path: '&q=zz',
    budget: { min: 0.4 },
  },
];

export const suite = {
  name: 'never-seen',
  order: 20,
  run: async (bench) => {
    const tables = [];
    const figures = [];
    for (const { name, budget, scene, ...asked } of ASKED) {
      // The others have a list alone.
      const one = [understudy, baseline].map((member) => ({ ...member, path: bench.scene.record.path }));
      const members = scene === 'record' ? one : bench.members;
      const comparison = await compareLoad(
        { ...bench, members },
        { ...asked, scene: bench.scene[scene], isUnique: true },
      );
      tables.push(comparison);
      figures.push(loadFigure({ name, budget, comparison }));
    }
    return { tables, figures };
  },
};
