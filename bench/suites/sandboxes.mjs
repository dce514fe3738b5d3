/** How many sandboxes are created and reset in a second, and what an untouched one weighs. */
import { figure } from '../kit/figure.mjs';
import { whole } from '../kit/format.mjs';
import { inProcess } from '../kit/in-process.mjs';

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

export const suite = {
  name: 'sandboxes',
  order: 60,
  run: async (bench) => {
    bench.say('sandboxes: created, reset, weighed');
    const { created, resets, bytes } = await inProcess(bench.serverMain, './sandbox-worker.mjs');
    return {
      tables: [],
      figures: [
        figure({ name: 'sandboxes created a second, in process', budget: { min: 5000 }, value: created, write: whole }),
        figure({ name: 'sandboxes reset a second, in process', budget: { min: 5000 }, value: resets, write: whole }),
        figure({ name: 'memory of an untouched sandbox', budget: { max: 4000 }, value: bytes, write: kilobytes }),
      ],
    };
  },
};
