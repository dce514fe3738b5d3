/** Determinism: the same call gives the same bytes, seeds fit, and nothing reads the machine's time or chance. */
import type { Operation } from '@understudy/contract/kit';
import { type Bench, callReady } from '../bench.js';
import { type Check, isOfSandbox, ofCollections, ofOperations } from '../check.js';
import { Fault, holds, same, shown } from '../finding.js';
import { type Sandbox, transports } from '../host.js';
import { expectEqual, listed, transcriptOn } from '../transcribe.js';
import { canonical } from '../../kit/version.js';
import type { AnyCollection } from '../../kit/collection.js';
import { Dataset, type Sizes } from '../../kit/dataset.js';
import { type Reading, readingInto } from '../watched.js';

const writes = (operation: Operation): boolean => isOfSandbox(operation) && operation.method !== 'GET';

/** The check whose answers another process gives as well. */
export const equalBytes = ofOperations({
  name: 'equal-bytes',
  isForDocuments: true,
  proves: 'Two servers with the same seed give the same bytes for the same calls.',
  of: isOfSandbox,
  run: async (operation, bench) => {
    const first = await transcriptOn(bench, operation, { name: 'first' });
    expectEqual('the bytes of the first server', await transcriptOn(bench, operation, { name: 'second' }), first);
  },
});

/** Records of a collection up to which all are looked at. */
const ALL = 2000;

/** Records that are looked at beyond. */
const SAMPLE = 200;

/** Positions to look at: all, or the first ones and a sample of the others. */
function* positions(count: number): Generator<number> {
  for (let index = 0; index < Math.min(count, ALL); index++) yield index;
  const step = Math.max(1, Math.floor((count - ALL) / SAMPLE));
  for (let index = ALL; index < count; index += step) yield index;
}

const datasetOf = (bench: Bench, sizes: Sizes = {}) => new Dataset(bench.seed, { ...bench.api.sizes, ...sizes });

const isSized = ({ defaultSize, relations = [] }: AnyCollection): boolean =>
  // What follows from other records changes with how many there are.
  defaultSize !== undefined && relations.length === 0;

function expectNone([reading]: readonly Reading[], what: string): void {
  if (reading === undefined) return;
  throw new Fault({ expected: `${what} that reads no time and no chance`, actual: `${reading.what} ${reading.where}` });
}

/** Seeds fit, and are the same whatever the size and whenever they are made. */
export const seedChecks: readonly Check[] = [
  ofCollections({
    name: 'seeds-fit',
    proves:
      'Every seeded record fits the schema of its collection, and loses nothing as JSON; what is made of it quickly is the same.',
    run: (collection, bench) => {
      const dataset = datasetOf(bench);
      for (const index of positions(collection.count(dataset))) {
        const record = collection.seeded(dataset, index);
        const parsed = collection.schema.safeParse(record);
        if (!parsed.success) {
          const [issue] = parsed.error.issues;
          const actual = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''} in ${shown(record)}`;
          throw new Fault({ expected: `record ${index} to fit the schema of ${collection.name}`, actual });
        }
        const what = `nothing in record ${index} but what the schema has`;
        // In whichever order the seed has named them.
        same({ what, actual: canonical(record), expected: canonical(parsed.data) });
        const made: object = collection.quick?.(dataset, index) ?? {};
        const own = Object.entries(record).filter(([name]) => Object.hasOwn(made, name));
        const part = `the quick members of record ${index} to be as in it`;
        same({ what: part, actual: canonical(made), expected: canonical(Object.fromEntries(own)) });
      }
    },
  }),
  ofCollections({
    name: 'seed-ids',
    isForDocuments: false,
    proves: 'Seeded records have ids of the prefix of their collection, each once.',
    run: ({ name, prefix, ...collection }, bench) => {
      const dataset = datasetOf(bench);
      const seen = new Map<string, number>();
      for (const index of positions(collection.count(dataset))) {
        const { id } = collection.seeded(dataset, index);
        const other = seen.get(id);
        holds(other === undefined, {
          expected: `an id of its own for record ${index}`,
          actual: `${id}, as of ${other}`,
        });
        holds(id.startsWith(`${prefix}_`), { expected: `an id of ${name} that begins with ${prefix}_`, actual: id });
        seen.set(id, index);
      }
    },
  }),
  ofCollections({
    name: 'seed-time-and-chance',
    proves: 'No seed reads the time of the machine or its chance, and a seed made again is the same.',
    run: (collection, bench) => {
      const readings: Reading[] = [];
      const [one, other] = [datasetOf(bench), datasetOf(bench)];
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
  }),
  ofCollections({
    name: 'any-size',
    proves: 'A seeded record is the same whatever the size of its collection.',
    of: isSized,
    run: (collection, bench) => {
      const size = collection.defaultSize ?? 0;
      const own = datasetOf(bench);
      for (const other of [size * 2 + 7, Math.ceil(size / 2)]) {
        const dataset = datasetOf(bench, { [collection.name]: other });
        const count = Math.min(collection.count(own), collection.count(dataset), ALL);
        for (let index = 0; index < count; index++) {
          const [actual, expected] = [collection.seeded(dataset, index), collection.seeded(own, index)];
          same({ what: `record ${index} of ${size} at the size ${other}`, actual, expected });
        }
      }
    },
  }),
];

/** The same call gives the same bytes, everywhere and again. */
export const determinismChecks: readonly Check[] = [
  ofOperations({
    name: 'idempotent-replays',
    isForDocuments: true,
    proves: 'The same Idempotency-Key replays the first answer, and writes nothing again.',
    of: (operation) => writes(operation) && ['POST', 'PATCH'].includes(operation.method),
    run: async (operation, bench) => {
      const sandbox = await bench.sandbox(operation);
      const ready = await bench.ready(sandbox, operation);
      for (const over of transports) {
        const headers = { 'idempotency-key': `check-${over.name}` };
        const first = await callReady(ready, { over, headers });
        // What it changed may refuse it now.
        if (first.status >= 300) continue;
        const before = await listed(bench, operation, sandbox);
        const { asked, status, text, headers: came } = await callReady(ready, { over, headers });
        same({
          what: 'the first answer',
          asked,
          actual: `${status} ${text}`,
          expected: `${first.status} ${first.text}`,
        });
        same({ what: 'idempotency-replayed', asked, actual: came.get('idempotency-replayed'), expected: 'true' });
        expectEqual('lists as they were', await listed(bench, operation, sandbox), before);
      }
    },
  }),
  ofOperations({
    name: 'same-over-trpc',
    proves: 'An operation answers over tRPC what it answers over REST.',
    of: (operation) => isOfSandbox(operation) && operation.answers !== 'nothing',
    run: async (operation, bench) => {
      const [one, other] = await bench.pair(operation);
      const [ready, twin] = [await bench.ready(one, operation), await bench.ready(other, operation)];
      const [rest, trpc] = transports;
      const wanted = await callReady(ready, { over: rest });
      const { asked, value } = await callReady(twin, { over: trpc });
      const plain = (of: unknown, { host }: Sandbox) => (JSON.stringify(of) ?? '').replaceAll(host.origin, '{origin}');
      const expected = plain(wanted.value, one);
      same({ what: 'what REST answers', asked, actual: plain(value, other), expected });
    },
  }),
  ofOperations({
    name: 'time-and-chance',
    isForDocuments: true,
    proves: 'No handler reads the time of the machine or its chance while it runs.',
    // The registry of sandboxes keeps the time of the machine: a sandbox is idle by it.
    of: ({ meta }) => meta.scope === 'sandbox',
    run: async (operation, bench) => {
      const readings = bench.readings.get(operation.name) ?? [];
      if (await bench.hasCall(operation)) {
        const ready = await bench.ready(await bench.sandbox(operation), operation);
        readings.length = 0;
        await callReady(ready);
      }
      expectNone(readings, 'a handler');
    },
  }),
  equalBytes,
  ofOperations({
    name: 'two-processes',
    isForDocuments: true,
    proves: 'Another process, on a machine whose clock shows another day, gives the same bytes.',
    of: isOfSandbox,
    run: async (operation, bench) => {
      const theirs = bench.elsewhere?.[operation.name];
      if (theirs === undefined) return;
      expectEqual('the bytes of the other process', await transcriptOn(bench, operation, { name: 'first' }), theirs);
    },
  }),
  ofOperations({
    name: 'equal-stores',
    isForDocuments: true,
    proves: 'A call gives the same bytes on every store as in memory.',
    of: isOfSandbox,
    run: async (operation, bench) => {
      const memory = await transcriptOn(bench, operation, { name: 'first' });
      for (const store of bench.stores) {
        expectEqual(`on ${store.name} the bytes of memory`, await transcriptOn(bench, operation, store), memory);
      }
    },
  }),
  ofOperations({
    name: 'snapshots',
    isForDocuments: true,
    proves: 'A snapshot taken after a write, and restored on another server, gives the same lists byte for byte.',
    of: writes,
    run: async (operation, bench) => {
      const [one, other] = await bench.pair(operation);
      const ready = await bench.ready(one, operation);
      await callReady(ready);
      const path = `/sandboxes/${one.name}/snapshot`;
      const snapshot = await (await one.host.fetch(path)).text();
      const headers = { 'content-type': 'application/json' };
      const restored = await other.host.fetch(path, { method: 'PUT', headers, body: snapshot });
      const asked = `curl -X PUT 'http://127.0.0.1:4010${path}' -H 'content-type: application/json' -d @snapshot.json`;
      const text = await restored.text();
      holds(restored.ok, { asked, expected: 'the snapshot restored', actual: `${restored.status} ${shown(text)}` });
      const before = await listed(bench, operation, one);
      expectEqual('the lists before', await listed(bench, operation, other), before);
      const again = await (await other.host.fetch(path)).text();
      same({ what: 'the same snapshot again', asked, actual: again, expected: snapshot });
    },
  }),
  ofOperations({
    name: 'sandboxes-apart',
    isForDocuments: true,
    proves: 'A write in one sandbox changes no list and no answer of another.',
    of: writes,
    run: async (operation, bench) => {
      const [sandbox, untouched] = [await bench.sandbox(operation), await bench.sandbox(operation)];
      const before = await listed(bench, operation, untouched);
      const ready = await bench.ready(sandbox, operation);
      await callReady(ready);
      expectEqual('lists that nobody wrote to', await listed(bench, operation, untouched), before);
    },
  }),
];
