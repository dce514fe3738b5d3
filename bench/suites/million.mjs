/** What a million records cost: far pages, start, and searching a hundred thousand. */
import { figure } from '../kit/figure.mjs';
import { ms } from '../kit/format.mjs';
import { inProcess } from '../kit/in-process.mjs';

export const suite = {
  name: 'million',
  order: 70,
  run: async (bench) => {
    bench.say('million: pages, start, search');
    const measured = await inProcess(bench.serverMain, './million-worker.mjs');
    const { near, far, plain, search, cold, small, million } = measured;
    return {
      tables: [],
      figures: [
        figure({ name: '1,000,000 students: page 100,000 against page 1', budget: { max: 1.5 }, value: far / near }),
        figure({
          name: '1,000,000 students: first answer against the default size',
          budget: { max: 1.5 },
          value: million / small,
        }),
        figure({
          name: 'q over 100,000 students, warm, against a plain page',
          budget: { max: 20 },
          value: search / plain,
        }),
        figure({
          name: 'q over 100,000 students, the first time, in ms',
          budget: { max: 150 },
          value: cold.ms,
          write: ms,
        }),
        figure({
          name: 'others wait for it at a stretch, in ms',
          budget: { max: 20 },
          value: cold.stretch,
          write: ms,
        }),
      ],
    };
  },
};
