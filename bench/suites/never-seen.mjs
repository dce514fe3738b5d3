/** How many GETs with a URL that nobody has asked for before each server answers in a second. */
import { compareLoad } from '../kit/compare-load.mjs';
import { loadFigure } from '../kit/figure.mjs';

export const suite = {
  name: 'never-seen',
  order: 20,
  run: async (bench) => {
    const page = await compareLoad(bench, {
      title: 'Never-seen GET: a plain page, each URL new (&nonce=N)',
      scene: bench.scene.plain,
      path: '&nonce=',
      isUnique: true,
    });
    const figures = [
      loadFigure({ name: 'never-seen GET, share of bare node', budget: { min: 0.15 }, comparison: page }),
    ];
    // Searching has no budget here, and a quick run no time for it.
    if (bench.isQuick) return { tables: [page], figures };
    const search = await compareLoad(bench, {
      title: 'Never-seen search: a term that no record holds, each new (&q=zzN)',
      scene: bench.scene.search,
      added: '&q=zz0',
      path: '&q=zz',
      isUnique: true,
    });
    figures.push(loadFigure({ name: 'never-seen search, share of bare node', comparison: search }));
    return { tables: [page, search], figures };
  },
};
