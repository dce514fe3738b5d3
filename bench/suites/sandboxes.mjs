/** How many sandboxes are created and reset in a second, what an untouched one weighs, and what a page of all of them costs. */
import { figure } from '../kit/figure.mjs';
import { ratio, whole } from '../kit/format.mjs';
import { inProcess } from '../kit/in-process.mjs';

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const milliseconds = (ms) => `${ms.toFixed(0)} ms`;

export const suite = {
  name: 'sandboxes',
  order: 60,
  run: async (bench) => {
    bench.say('sandboxes: created, reset, weighed, listed');
    const { created, resets, bytes, listMs, growth } = await inProcess(bench.serverMain, './sandbox-worker.mjs');
    return {
      tables: [],
      figures: [
        figure({ name: 'sandboxes created a second, in process', budget: { min: 2500 }, value: created, write: whole }),
        figure({ name: 'sandboxes reset a second, in process', budget: { min: 2500 }, value: resets, write: whole }),
        figure({ name: 'memory of an untouched sandbox', budget: { max: 4000 }, value: bytes, write: kilobytes }),
        figure({
          name: 'GET /sandboxes of 20,000, processor time',
          budget: { max: 100 },
          value: listMs,
          write: milliseconds,
        }),
        // 1 where it is linear; fixed costs make it less.
        figure({
          name: 'GET /sandboxes of 20,000, each beside each of 6,000',
          budget: { max: 1.5 },
          value: growth,
          write: ratio,
        }),
      ],
    };
  },
};
