/** How many courses a client creates in a second in memory, beside bare node that parses as much and answers the same. */
import { compareLoad } from '../kit/compare-load.mjs';
import { loadFigure } from '../kit/figure.mjs';
import { baseline } from '../servers/index.mjs';
import { onStore } from '../stores/replicas.mjs';

export const suite = {
  name: 'write',
  order: 22,
  run: async (bench) => {
    // The others have no such course to create, or write a file each time.
    const members = [onStore('memory'), baseline];
    const comparison = await compareLoad(
      { ...bench, members },
      { title: 'Write: POST of a course, in memory', scene: bench.scene.plain, creates: 'bench' },
    );
    const name = 'write in memory, share of bare node';
    return { tables: [comparison], figures: [loadFigure({ name, budget: { min: 0.25 }, comparison })] };
  },
};
