/** The records of a collection of the data, in the form in which they are kept: their ids are text. */
import { sha256 } from '#platform/runtime';
import { z } from 'zod';
import { bindNames, type Collection, type ServedNames } from '../kit/collection.js';
import { DataFault, isObject, kindOf } from './given-value.js';
import { giveIds, type Ids, storedId, type Parsed } from './ids.js';
import type { Names } from './names.js';
import { type RecordSchemas, recordSchemas, shownIdSchema } from './schema.js';
import { newShape, Observer, type Shape } from './shape.js';

/** A record of a collection as it is kept. */
export interface StoredRecord {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** A single record as it is kept. */
export interface StoredSingle {
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** How operations answer. */
export interface Answering {
  /** Whether over REST there is no envelope around the records, and json-server's words are read. */
  readonly bare: boolean;
  /** The member that is the id of a record; `id` where left out. */
  readonly id?: string | undefined;
  /** Whether writes are refused. */
  readonly readOnly?: boolean | undefined;
}

/** A collection of the data. */
export interface DataCollection {
  readonly names: Names;
  readonly shape: Shape;
  readonly ids: Ids;
  readonly schemas: RecordSchemas;
  readonly records: Collection<StoredRecord>;
  /** The first record as it is shown; undefined where there is none. */
  readonly first: Parsed | undefined;
}

/** A single record of the data. */
export interface DataSingle {
  readonly names: Names;
  readonly schemas: RecordSchemas;
  readonly record: Collection<StoredSingle>;
  readonly value: Parsed;
}

/** The name under which records are kept: no domain of ours has it, whatever the data is called. */
const storedName = ({ name }: Names): string => `data.${name}`;

const fingerprintOf = (value: unknown): string => sha256(JSON.stringify(value)).slice(0, 16);

/** Computes a text when it is first asked for. */
function once(compute: () => string): () => string {
  let text: string | undefined;
  return () => (text ??= compute());
}

/** A collection that takes the names that it is served under, with records that depend on no dataset. */
function served<Item extends { readonly id: string }>(collection: Collection<Item>): Collection<Item> {
  const bind = (names: ServedNames): void => void Object.assign(collection, names);
  return Object.assign(collection, { [bindNames]: bind });
}

/** A record as it is shown. */
export function shownRecord({ member, kind, hasOdd, shown }: Ids, record: StoredRecord): Parsed {
  if (member !== 'id') {
    const { id, ...members } = record;
    return { [member]: undefined, ...members, [member]: shown(id) };
  }
  return kind === 'text' && !hasOdd ? record : { ...record, id: shown(record.id) };
}

/**
 * Makes the collection of an array; the array is the collection's from then on.
 *
 * @throws DataFault naming the record that cannot be one
 */
export function collectionOf(names: Names, values: unknown[], { bare, id: member = 'id' }: Answering): DataCollection {
  const { name } = names;
  const shape = newShape();
  const observer = new Observer([name]);
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (!isObject(value)) {
      throw new DataFault(`${name}[${index}] is ${kindOf(value)}, and a collection holds objects only`);
    }
    if (member !== 'id' && Object.hasOwn(value, 'id')) {
      throw new DataFault(
        `${name}[${index}] has the member id, which is not free where ${member} is the id of records`,
      );
    }
    observer.see(shape, value, index);
  }
  // Each was looked at.
  const records = values as Parsed[];
  const isShown = !bare || records.some((record) => Object.hasOwn(record, member));
  const ids = giveIds(records, { name, member, isShown });
  const [first] = records;
  const id = shownIdSchema(ids, names, first?.[member] ?? 1);
  const about = { id: names.one, description: `One of the ${names.words.many}.` };
  const schemas = recordSchemas(shape, about, { bare, own: { [member]: id } });
  return {
    names,
    shape,
    ids,
    schemas,
    first,
    records: served<StoredRecord>({
      name: storedName(names),
      prefix: name,
      noun: names.words.one,
      schema: z.looseObject({ id: storedId, ...schemas.members }),
      count: () => records.length,
      indexOf: ids.indexOf,
      seeded: (_dataset, index) => {
        const record = records[index];
        if (record === undefined) throw new RangeError(`${name} has no record ${index}`);
        return { ...record, id: ids.keyAt(index) ?? String(record[member]) };
      },
      fingerprint: once(() => fingerprintOf(records)),
    }),
  };
}

/** Makes the single record of an object. */
export function singleOf(names: Names, value: Parsed, { bare }: Answering): DataSingle {
  const shape = newShape();
  new Observer([]).see(shape, value, names.name);
  const schemas = recordSchemas(shape, { id: names.many, description: `The ${names.words.many}.` }, { bare });
  const single: StoredSingle = { id: names.name, value };
  return {
    names,
    schemas,
    value,
    record: served<StoredSingle>({
      name: storedName(names),
      prefix: `single-${names.name}`,
      noun: names.words.many,
      schema: z.object({ id: z.literal(names.name), value: z.looseObject(schemas.members) }),
      unlisted: true,
      count: () => 1,
      indexOf: (id) => (id === names.name ? 0 : -1),
      seeded: () => single,
      fingerprint: once(() => fingerprintOf(value)),
    }),
  };
}
