/** How many answers to one and the same GET each server sends in a second. */
import { compareLoad } from '../kit/compare-load.mjs';
import { loadFigure } from '../kit/figure.mjs';

export const suite = {
  name: 'hot',
  order: 10,
  run: async (bench) => {
    const comparison = await compareLoad(bench, { title: 'Hot GET: the same URL each time', scene: bench.scene.plain });
    const name = 'hot GET, share of bare node';
    return { tables: [comparison], figures: [loadFigure({ name, budget: { min: 0.95 }, comparison })] };
  },
};
