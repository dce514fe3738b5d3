/** Whether stored writes fit a server: its seeded data, and the shapes of its records. What can be made to fit is, and the rest is refused. */
import { z } from 'zod';
import type { Sizes } from '../../kit/dataset.js';
import { type Mark, REMOVED, type StoredRecord, textOf, uncounted, UNKNOWN, valueOf } from '../model/internal.js';
import { lineOf, type RefusedOption, type Store, StoreRefused } from './store.js';
import { sha256 } from '#platform/runtime';
import { addIssues, FaultList, pointer } from '../../kit/faults.js';

/** A collection, as far as it concerns a store. */
export interface StoredCollection {
  readonly name: string;
  /** Seeded records when nobody asks for another size; only collections that can be sized have it. */
  readonly defaultSize?: number | undefined;
  /** Tells its seeded records from others; left out where they follow from the seed and the size. */
  readonly fingerprint?: (() => string) | undefined;
  /** What a record of it is; a store whose records have been of another shape holds them against it. */
  readonly schema?: z.ZodType<{ readonly id: string }> | undefined;
  /** Makes a record that does not fit the schema into one that does. */
  readonly migrate?: ((record: unknown) => unknown) | undefined;
}

/** A domain, as far as its records depend on seeded data. */
export interface SeededDomain {
  readonly name: string;
  readonly collections: readonly StoredCollection[];
}

/** What distinguishes seeded data from other seeded data, and which domains it belongs to. */
export interface DatasetSpec {
  readonly dataVersion: number;
  readonly seed: string;
  /** Records by collection; a collection that is absent has its default size. */
  readonly sizes: Sizes;
  readonly domains: readonly SeededDomain[];
}

/** Sizes as a database keeps them: the same text for the same sizes. */
export function sizesText(sizes: Sizes): string {
  return Object.keys(sizes)
    .toSorted()
    .map((name) => `${name}=${sizes[name]}`)
    .join(',');
}

/** The sizes of a text that `sizesText` has made. */
function readSizes(text: string): Sizes {
  const pairs = text.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair): [string, number] => {
      const [name = '', size = ''] = pair.split('=');
      return [name, Number(size)];
    }),
  );
}

/** A record as a database holds it. */
export interface OldRecord {
  readonly sandbox: string;
  readonly id: string;
  /** JSON. */
  readonly value: string;
}

type Shapes = Readonly<Record<string, string>>;

const computed = new WeakMap<z.ZodType, string>();

/** The shape that follows from a schema: another text once the schema has changed. */
function shapeBy(schema: z.ZodType): string {
  let shape = computed.get(schema);
  if (shape === undefined) {
    // What is kept is read, so that its defaults count; what JSON Schema cannot say is no part of the shape.
    const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
    shape = sha256(text).slice(0, 12);
    computed.set(schema, shape);
  }
  return shape;
}

/** Stands before the fingerprint of seeded records; no hash has it. */
const BEFORE_FINGERPRINT = ':';

/** The shape of a collection's records: another text once its schema, or what is seeded by a file, has changed. */
function shapeOf({ schema, fingerprint }: StoredCollection): string | undefined {
  if (schema === undefined) return undefined;
  const shape = shapeBy(schema);
  return fingerprint === undefined ? shape : `${shape}${BEFORE_FINGERPRINT}${fingerprint()}`;
}

function readShapes(text: string): Shapes {
  return JSON.parse(text) as Shapes;
}

/** The shapes that a database then has: those of this server, and of the domains that it does not have. */
function shapesText(collections: readonly StoredCollection[], held = '{}'): string {
  const own = collections.flatMap((collection) => {
    const shape = shapeOf(collection);
    return shape === undefined ? [] : [[collection.name, shape] as const];
  });
  const all = { ...readShapes(held), ...Object.fromEntries(own) };
  return JSON.stringify(Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** The collections whose records may have another shape than this server gives them. */
export function reshaped(collections: readonly StoredCollection[], held: string): StoredCollection[] {
  const shapes = readShapes(held);
  return collections.filter((collection) => {
    const shape = shapeOf(collection);
    return shape !== undefined && shapes[collection.name] !== shape;
  });
}

/** Names of the collections whose seeded records are others than those that a database was made for. */
function exchanged(collections: readonly StoredCollection[], held: string): string[] {
  const shapes = readShapes(held);
  return collections.flatMap(({ name, fingerprint }) => {
    const shape = shapes[name];
    if (fingerprint === undefined || shape === undefined) return [];
    return shape.split(BEFORE_FINGERPRINT)[1] === fingerprint() ? [] : [name];
  });
}

/** Whether a server that knows the shapes a database had would write records of another shape. */
function isOtherShape(held: string, text: string): boolean {
  const shapes = readShapes(text);
  return Object.entries(readShapes(held)).some(([name, shape]) => shapes[name] !== shape);
}

function refuse({ name, migrate }: StoredCollection, { sandbox, id }: OldRecord, why: string): never {
  const help = migrate === undefined ? 'have its domain migrate it' : 'mend its migration';
  throw new StoreRefused(
    'store',
    `the record ${JSON.stringify(id)} of ${name} that it holds in the sandbox ${JSON.stringify(sandbox)} does not fit any more: ${why}; ${help}, or use another database`,
  );
}

function faultIn(error: z.core.$ZodError, input: unknown): string {
  const faults = new FaultList();
  addIssues(faults, error, { input, locate: (path) => ({ pointer: pointer(path) }) });
  const { errors = [] } = faults.toProblem().details;
  return errors.map(({ pointer: member = '#', detail }) => `${member} ${detail}`).join(', ');
}

/** What the domain makes of a record of another shape. */
function migrated(collection: StoredCollection, record: OldRecord, value: unknown): unknown {
  try {
    // It is handed a copy: one that it has changed by half is said as it was.
    return collection.migrate?.(structuredClone(value));
  } catch (error) {
    return refuse(collection, record, `its migration fails (${lineOf(error)})`);
  }
}

/**
 * The value that a record must have to fit its collection; undefined where it has it.
 *
 * @throws {@link StoreRefused} naming the record and its member, where neither its schema nor its domain make it fit
 */
export function fitting(collection: StoredCollection, record: OldRecord): string | undefined {
  const { schema, migrate } = collection;
  const value = valueOf(record.value);
  if (value === REMOVED || schema === undefined) return undefined;
  let read = schema.safeParse(value);
  if (!read.success && migrate !== undefined) {
    const made = migrated(collection, record, value);
    read = schema.safeParse(made);
    if (!read.success) refuse(collection, record, `once migrated, ${faultIn(read.error, made)}`);
  }
  if (!read.success) return refuse(collection, record, faultIn(read.error, value));
  if (read.data.id !== record.id) refuse(collection, record, 'its migration gives it another id');
  // What its schema does not know stays with it: another release may.
  const known =
    typeof value === 'object' && value !== null && migrate === undefined ? { ...value, ...read.data } : read.data;
  const text = textOf(known);
  return text === record.value ? undefined : text;
}

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
  const isOfDocument = names.every((name) => name.startsWith('openapi.'));
  throw new StoreRefused(
    isOfDocument ? 'openapi' : 'data',
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

/** A sandbox whose writes do not fit any more, and why. */
export interface Misfit {
  readonly name: string;
  readonly why: string;
}

const REASONS: Readonly<Record<Exclude<RefusedOption, 'store'>, string>> = {
  seed: 'its writes are to the data of another seed',
  size: 'its writes are to data of other sizes',
  data: 'its writes are to records that have changed',
  openapi: 'its writes are to records that the document had',
};

/** What changes between two servers on one store. */
interface Change {
  readonly held: DatasetRow;
  readonly after: DatasetSpec;
  /** Collections whose records may have another shape, by name. */
  readonly reshaped: ReadonlyMap<string, StoredCollection>;
}

function refitted(sandbox: string, record: StoredRecord, { reshaped: others }: Change): StoredRecord {
  const collection = others.get(record.collection);
  if (collection === undefined) return record;
  const text = fitting(collection, { sandbox, id: record.id, value: textOf(record.value) });
  return text === undefined ? record : { ...record, value: valueOf(text) };
}

/** Makes one sandbox fit; why it cannot. */
async function adaptSandbox(store: Store, name: string, change: Change): Promise<string | undefined> {
  const { mark, config, records } = (await store.changedSince(name, UNKNOWN)) ?? {
    mark: UNKNOWN,
    config: null,
    records: [],
  };
  const replace = (revision: Mark['revision'], others: readonly StoredRecord[], tallies?: []) =>
    store.replace(name, mark, { config, revision, records: others, tallies });
  try {
    const names = [...new Set(records.map(({ collection }) => collection))];
    const written = names.map((collection) => ({ collection, isByDefault: config === null }));
    otherData(change.held, change.after, written);
    const fit = records.map((record) => refitted(name, record, change));
    if (fit.some((record, index) => record !== records[index])) await replace(mark.revision, fit);
    return undefined;
  } catch (error) {
    if (!(error instanceof StoreRefused)) throw error;
    await replace(0, [], []);
    if (error.option !== 'store') return REASONS[error.option];
    // What could be done about a database is of no use here.
    const [why = ''] = error.message.split(';');
    return why.replace(` that it holds in the sandbox ${JSON.stringify(name)}`, '');
  }
}

/**
 * Makes every sandbox fit: its records are migrated as those of a durable store are, and one that cannot fit begins anew.
 *
 * @param before what the server had that wrote to the store
 * @param after what the one has that takes it over
 * @returns those that begin anew
 */
export async function checkCompatibility(
  store: Store,
  before: DatasetSpec,
  after: DatasetSpec,
): Promise<readonly Misfit[]> {
  const held = rowFor(before);
  const collections = reshaped(
    after.domains.flatMap((domain) => domain.collections),
    held.shapes,
  );
  const change = { held, after, reshaped: new Map(collections.map((collection) => [collection.name, collection])) };
  const misfits: Misfit[] = [];
  for (const { name } of await store.list()) {
    const why = await adaptSandbox(store, name, change);
    if (why !== undefined) misfits.push({ name, why });
  }
  return misfits;
}
