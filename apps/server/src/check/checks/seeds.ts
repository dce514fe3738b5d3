/** Seeded records fit their schema, have ids of their own, and are the same at any size. */
import { canonical } from '../../kit/canonical.js';
import type { AnyCollection } from '../../kit/collection.js';
import { Dataset, type Sizes } from '../../kit/dataset.js';
import type { Bench } from '../bench.js';
import { ofCollections } from '../check.js';
import { Fault, holds, same, shown } from '../finding.js';

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

/** The check. */
export const seedsFit = ofCollections({
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
});

/** The check. */
export const seedIds = ofCollections({
  name: 'seed-ids',
  proves: 'Seeded records have ids of the prefix of their collection, each once.',
  run: ({ name, prefix, ...collection }, bench) => {
    const dataset = datasetOf(bench);
    const seen = new Map<string, number>();
    for (const index of positions(collection.count(dataset))) {
      const { id } = collection.seeded(dataset, index);
      const other = seen.get(id);
      holds(other === undefined, { expected: `an id of its own for record ${index}`, actual: `${id}, as of ${other}` });
      holds(id.startsWith(`${prefix}_`), { expected: `an id of ${name} that begins with ${prefix}_`, actual: id });
      seen.set(id, index);
    }
  },
});

const isSized = ({ defaultSize, relations = [] }: AnyCollection): boolean =>
  // What follows from other records changes with how many there are.
  defaultSize !== undefined && relations.length === 0;

/** The check. */
export const anySize = ofCollections({
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
});
