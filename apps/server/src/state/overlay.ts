/** The records of a sandbox that differ from the seeded data, as one process knows them. */
import type { StoredRecord } from './store.js';

/** The changed records of one collection. */
export class CollectionOverlay {
  /** The present form of each changed record by id. */
  readonly records = new Map<string, unknown>();
  /** Ids of the created records, in order of creation. */
  readonly created: string[] = [];
  /** Grows whenever a record of the collection changes. */
  version = 0;
}

interface Expiring {
  readonly collection: string;
  readonly id: string;
  readonly expires: number;
}

const untouched = new CollectionOverlay();

/** All changed records of a sandbox. */
export class Overlay {
  /** Changed records, those whose life has ended included. */
  size = 0;
  // Most sandboxes are never written to, so the maps come with the first write.
  #collections: Map<string, CollectionOverlay> | undefined;
  #expiring: Map<string, Expiring> | undefined;

  /** The changed records of a collection. */
  of(collection: string): CollectionOverlay {
    return this.#collections?.get(collection) ?? untouched;
  }

  /** Takes over what changed. */
  apply(records: readonly StoredRecord[]): void {
    for (const record of records) this.#applyOne(record);
  }

  #applyOne({ collection, id, value, order, expires }: StoredRecord): void {
    const overlay = this.#open(collection);
    overlay.version += 1;
    const key = `${collection}/${id}`;
    if (value === null) {
      if (overlay.records.delete(id)) this.size -= 1;
      this.#expiring?.delete(key);
      return;
    }
    if (!overlay.records.has(id)) this.size += 1;
    overlay.records.set(id, value);
    if (order !== null) overlay.created[order] = id;
    if (expires !== null) {
      this.#expiring ??= new Map();
      this.#expiring.set(key, { collection, id, expires });
    }
  }

  #open(collection: string): CollectionOverlay {
    this.#collections ??= new Map();
    const known = this.#collections.get(collection);
    if (known !== undefined) return known;
    const opened = new CollectionOverlay();
    this.#collections.set(collection, opened);
    return opened;
  }

  /** The removal of every record whose life has ended by an instant. */
  ended(now: number): StoredRecord[] {
    const ended = [...(this.#expiring?.values() ?? [])].filter(({ expires }) => expires <= now);
    return ended.map(({ collection, id }) => ({ collection, id, value: null, order: null, expires: null }));
  }

  /** Every record alive at an instant, in an order that depends on the records alone. */
  export(now: number): StoredRecord[] {
    const all: StoredRecord[] = [];
    for (const [collection, { records, created }] of this.#collections ?? []) {
      const orders = new Map(created.map((id, order) => [id, order]));
      for (const [id, value] of records) {
        const expires = this.#expiring?.get(`${collection}/${id}`)?.expires ?? null;
        if (expires !== null && expires <= now) continue;
        all.push({ collection, id, value, order: orders.get(id) ?? null, expires });
      }
    }
    return all.toSorted(
      (a, b) => compare(a.collection, b.collection) || (a.order ?? -1) - (b.order ?? -1) || compare(a.id, b.id),
    );
  }
}

/** Order by code units: a collation could differ between machines. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
