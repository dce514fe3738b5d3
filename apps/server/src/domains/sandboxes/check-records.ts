/** Holds the records of a snapshot against their collections; whoever takes the steps may let others go first. */
import type { Snapshot } from '@understudy/contract/sandboxes';
import type { AnyCollection } from '../../kit/collection.js';
import { addIssues, FaultList, type Locate, pointer } from '../../kit/faults.js';
import { REMOVED, type StoredRecord } from '../../store/model/stored-record.js';
import { endOf } from '../../store/model/view.js';

type SnapshotRecord = Snapshot['records'][number];

/** The collections of a server, by name. */
type Collections = ReadonlyMap<string, AnyCollection>;

const within =
  (...steps: readonly (string | number)[]): Locate =>
  (path) => ({ pointer: pointer(['records', ...steps, ...path]) });

/** The positions that created records take, by collection: 0, 1, 2 …, each once. */
class Orders {
  readonly #taken = new Map<string, { readonly orders: Set<number>; count: number; last: number }>();

  add({ collection, order }: SnapshotRecord): void {
    if (order === null) return;
    let taken = this.#taken.get(collection);
    if (taken === undefined) this.#taken.set(collection, (taken = { orders: new Set(), count: 0, last: -1 }));
    taken.orders.add(order);
    taken.count += 1;
    taken.last = Math.max(taken.last, order);
  }

  addFaults(faults: FaultList): void {
    for (const [collection, { orders, count, last }] of this.#taken) {
      if (orders.size === count && last === count - 1) continue;
      const detail = `created records of ${collection} must be numbered 0, 1, 2 … without a gap`;
      faults.addOne({ ...within()([]), code: 'order', detail });
    }
  }
}

/** The records as a store keeps them; one that its collection could not hold, or a second of one id, is a 400. */
export function* checkRecords(
  records: readonly SnapshotRecord[],
  collections: Collections,
): Generator<void, StoredRecord[]> {
  const faults = new FaultList();
  const orders = new Orders();
  const ids = new Map<string, Set<string>>();
  const stored: StoredRecord[] = [];
  const refuse = (i: number, member: string, why: { readonly code: string; readonly detail: string }): void =>
    faults.addOne({ ...within(i, member)([]), ...why });

  function check({ collection: name, id, order, value }: SnapshotRecord, i: number): void {
    const collection = collections.get(name);
    if (collection === undefined) {
      return refuse(i, 'collection', { code: 'unknown', detail: 'must be a collection of this server' });
    }
    const { data, error } = value === REMOVED ? { data: { id } } : collection.schema.safeParse(value);
    if (error !== undefined) return addIssues(faults, error, { input: value, locate: within(i, 'value') });
    if (data.id !== id) return refuse(i, 'id', { code: 'mismatch', detail: 'must be the id of the record' });
    let taken = ids.get(name);
    if (taken === undefined) ids.set(name, (taken = new Set()));
    if (taken.has(id)) return refuse(i, 'id', { code: 'duplicate', detail: 'must be the id of one record only' });
    taken.add(id);
    const expires = endOf(collection, value);
    if (expires !== null && !Number.isSafeInteger(expires)) {
      return refuse(i, 'value', { code: 'invalid_value', detail: 'must end at a whole number of ms since 1970' });
    }
    stored.push({ collection: name, id, order, value, expires });
  }

  for (const [i, record] of records.entries()) {
    check(record, i);
    orders.add(record);
    yield;
  }
  orders.addFaults(faults);
  if (faults.total > 0) throw faults.toProblem();
  return stored;
}
