/** Handlers and seeds read neither the time of the machine nor its chance: they are given the sandbox's. */
import { ofCollections, ofOperations } from '../check.js';
import { Fault, same } from '../finding.js';
import { Dataset } from '../../kit/dataset.js';
import { callReady } from '../bench.js';
import { type Reading, readingInto } from '../watched.js';

function expectNone([reading]: readonly Reading[], what: string): void {
  if (reading === undefined) return;
  throw new Fault({ expected: `${what} that reads no time and no chance`, actual: `${reading.what} ${reading.where}` });
}

/** The check. */
export const timeAndChance = ofOperations({
  name: 'time-and-chance',
  proves: 'No handler reads the time of the machine or its chance while it runs.',
  // The registry of sandboxes keeps the time of the machine: a sandbox is idle by it.
  of: ({ meta }) => meta.scope === 'sandbox',
  run: async (operation, bench) => {
    const ready = await bench.ready(await bench.sandbox(operation), operation);
    const readings = bench.readings.get(operation.name) ?? [];
    if (ready !== undefined) {
      readings.length = 0;
      await callReady(operation, ready);
    }
    expectNone(readings, 'a handler');
  },
});

/** The check. */
export const seedTimeAndChance = ofCollections({
  name: 'seed-time-and-chance',
  proves: 'No seed reads the time of the machine or its chance, and a seed made again is the same.',
  run: (collection, bench) => {
    const readings: Reading[] = [];
    const [one, other] = [1, 2].map(() => new Dataset(bench.seed, bench.api.sizes));
    if (one === undefined || other === undefined) return;
    readingInto(readings, () => {
      const count = Math.min(10, collection.count(one));
      for (let index = 0; index < count; index++) collection.seeded(one, index);
    });
    expectNone(readings, 'a seed');
    for (let index = 0; index < Math.min(10, collection.count(one)); index++) {
      const [actual, expected] = [collection.seeded(other, index), collection.seeded(one, index)];
      same({ what: `record ${index} made again`, actual, expected });
    }
  },
});
