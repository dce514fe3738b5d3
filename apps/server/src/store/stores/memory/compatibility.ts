/** Makes the sandboxes of a memory store fit a server with other data or other domains. */
import { textOf, valueOf } from '../../model/size.js';
import { type Mark, UNKNOWN } from '../../model/mark.js';
import type { StoredRecord } from '../../model/stored-record.js';
import type { DatasetSpec, KeptCollection } from '../dataset-spec.js';
import { type DatasetRow, otherData, rowFor } from '../stored-dataset.js';
import { fitting, reshaped } from '../stored-shapes.js';
import { type RefusedOption, StoreRefused } from '../refused.js';
import type { Store } from '../store.js';

/** A sandbox whose writes do not fit any more, and why. */
export interface Misfit {
  readonly name: string;
  readonly why: string;
}

const REASONS: Readonly<Record<Exclude<RefusedOption, 'store'>, string>> = {
  seed: 'its writes are to the data of another seed',
  size: 'its writes are to data of other sizes',
  data: 'its writes are to records that have changed',
};

/** What changes between two servers on one store. */
interface Change {
  readonly held: DatasetRow;
  readonly after: DatasetSpec;
  /** Collections whose records may have another shape, by name. */
  readonly reshaped: ReadonlyMap<string, KeptCollection>;
}

function refitted(sandbox: string, record: StoredRecord, { reshaped: others }: Change): StoredRecord {
  const collection = others.get(record.collection);
  if (collection === undefined) return record;
  const text = fitting(collection, { sandbox, id: record.id, value: textOf(record.value) });
  return text === undefined ? record : { ...record, value: valueOf(text) };
}

/** Makes one sandbox fit; why it cannot. */
async function refitOne(store: Store, name: string, change: Change): Promise<string | undefined> {
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
    const why = await refitOne(store, name, change);
    if (why !== undefined) misfits.push({ name, why });
  }
  return misfits;
}
