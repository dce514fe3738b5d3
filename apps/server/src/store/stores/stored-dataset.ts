/** The seeded data that a database was made for: its writes make sense on top of that data only. */
import type { Sizes } from '../../kit/dataset.js';
import { uncounted } from '../model/internal.js';
import { type DatasetSpec, readSizes, sizesText } from './dataset-spec.js';
import { exchanged, isOtherShape, shapesText } from './stored-shapes.js';
import { StoreRefused } from './refused.js';

/** What a database says that it was made for. */
export interface DatasetRow {
  readonly data_version: number;
  readonly seed: string;
  readonly sizes: string;
  /** The shape of each collection's records, as JSON. */
  readonly shapes: string;
}

/** A collection with records, in some sandbox. */
export interface WrittenCollection {
  readonly collection: string;
  /** Whether a sandbox without a configuration of its own holds some: those rely on what the server was started with. */
  readonly isByDefault: boolean;
}

/** How a domain's writes would stand on other data than they were made on. */
interface Difference {
  readonly domain: string;
  readonly text: string;
}

/** The sizes that are others for domains which some collections belong to. */
function differences(held: Sizes, { sizes, domains }: DatasetSpec, isWritten: (collection: string) => boolean) {
  return domains.flatMap(({ name: domain, collections }): Difference[] => {
    if (!collections.some(({ name }) => isWritten(name))) return [];
    return collections.flatMap(({ name, defaultSize }) => {
      if (defaultSize === undefined) return [];
      const before = held[name] ?? defaultSize;
      return before === (sizes[name] ?? defaultSize) ? [] : [{ domain, text: `${name}=${before}` }];
    });
  });
}

function refuseSizes(found: readonly Difference[]): void {
  if (found.length === 0) return;
  const names = [...new Set(found.map(({ domain }) => domain))].join(', ');
  const texts = found.map(({ text }) => text).join(',');
  throw new StoreRefused(
    'size',
    `the store holds writes of ${names} to data of the sizes ${texts}; give those sizes, or use another database`,
  );
}

/** The collections of a server. */
const collectionsOf = ({ domains }: DatasetSpec) => domains.flatMap((domain) => domain.collections);

function refuseExchanged(names: readonly string[]): void {
  if (names.length === 0) return;
  throw new StoreRefused(
    'data',
    `the store holds writes of ${names.join(', ')} to the records that it had; give it as it was, or use another database`,
  );
}

/** The row for a server, which keeps the sizes and shapes of domains that this server does not have. */
export function rowFor(wanted: DatasetSpec, held?: DatasetRow): DatasetRow {
  const { dataVersion, seed, sizes } = wanted;
  return {
    data_version: dataVersion,
    seed,
    sizes: sizesText({ ...(held && readSizes(held.sizes)), ...sizes }),
    shapes: shapesText(collectionsOf(wanted), held?.shapes),
  };
}

/** The row of a database for a server that has the same data, and perhaps more domains; undefined where it has other data. */
export function sameData(held: DatasetRow, wanted: DatasetSpec): DatasetRow | undefined {
  const sizes = readSizes(held.sizes);
  const isSame =
    held.data_version === wanted.dataVersion &&
    held.seed === wanted.seed &&
    differences(sizes, wanted, () => true).length === 0 &&
    exchanged(collectionsOf(wanted), held.shapes).length === 0;
  return isSame ? rowFor(wanted, held) : undefined;
}

/** The row of a database for a server with other data; refused where one of the collections holds writes that rely on what differs. */
export function otherData(held: DatasetRow, wanted: DatasetSpec, written: readonly WrittenCollection[]): DatasetRow {
  const counted = written.filter(({ collection }) => !uncounted.has(collection));
  if (held.data_version !== wanted.dataVersion && counted.length > 0) {
    throw new StoreRefused(
      'store',
      `it holds writes to data version ${held.data_version}, and this release makes version ${wanted.dataVersion}; start the release that made it, or use another database`,
    );
  }
  const byDefault = new Set(counted.flatMap(({ collection, isByDefault }) => (isByDefault ? [collection] : [])));
  if (held.seed !== wanted.seed && byDefault.size > 0) {
    throw new StoreRefused(
      'seed',
      `the store holds writes to the data of seed ${JSON.stringify(held.seed)}; give that seed, or use another database`,
    );
  }
  const sizes = readSizes(held.sizes);
  refuseSizes(differences(sizes, wanted, (collection) => byDefault.has(collection)));
  // What they are does not follow from the configuration of a sandbox.
  const names = new Set(counted.map(({ collection }) => collection));
  refuseExchanged(exchanged(collectionsOf(wanted), held.shapes).filter((name) => names.has(name)));
  return rowFor(wanted, held);
}

/** Whether servers that the database was made for have other data than the row says; a size or shape that it did not know is none of theirs. */
export function isOtherData(held: DatasetRow, row: DatasetRow): boolean {
  const sizes = readSizes(row.sizes);
  const isOtherSize = Object.entries(readSizes(held.sizes)).some(([name, size]) => sizes[name] !== size);
  const isOther = held.data_version !== row.data_version || held.seed !== row.seed || isOtherSize;
  return isOther || isOtherShape(held.shapes, row.shapes);
}
