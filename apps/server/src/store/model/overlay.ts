/** The records of a sandbox that differ from the seeded data, as one process knows them. */
import { REMOVED, sizeOf, type StoredRecord } from './internal.js';

/** Changes of a collection whose ids stay known; up to twice as many between two times of forgetting. */
const LATEST = 1024;

/** The changed records of one collection; a layer holds its own changes over those of another. */
class CollectionOverlay {
  readonly #below: CollectionOverlay | undefined;
  /** The present form of each changed record by id; null where a layer takes away one from below. */
  readonly #records = new Map<string, unknown>();
  /** How many records were created below when the layer was begun; positions before it are found there. */
  readonly #createdBelow: number;
  /** Ids of the records created here, in order of creation. */
  readonly #created: string[] = [];
  /** Ids of the records changed last, one for each version. */
  #latest: string[] = [];
  /** Changed records. */
  size: number;
  /** Those of them that were removed, and keep their position. */
  removed: number;
  /** Bytes that they take. */
  bytes: number;
  /** Grows whenever a record of the collection changes. */
  version: number;

  constructor(below?: CollectionOverlay) {
    this.#below = below;
    this.#createdBelow = below?.created ?? 0;
    this.size = below?.size ?? 0;
    this.removed = below?.removed ?? 0;
    this.bytes = below?.bytes ?? 0;
    this.version = below?.version ?? 0;
  }

  /** The present form of a changed record; {@link REMOVED} where it was removed. */
  get(id: string): unknown {
    const own = this.#records.get(id);
    if (own !== undefined) return own ?? undefined;
    return this.#below?.get(id);
  }

  /** Whether a record is changed. */
  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  /** The changed records with their ids, in no order that matters. */
  *entries(): Generator<[string, unknown]> {
    for (const entry of this.#below?.entries() ?? []) if (!this.#records.has(entry[0])) yield entry;
    for (const entry of this.#records) if (entry[1] !== null) yield entry;
  }

  /** How many records were created. */
  get created(): number {
    return this.#createdBelow + this.#created.length;
  }

  /** The id of the record that was created at a position. */
  createdAt(position: number): string | undefined {
    return position < this.#createdBelow
      ? this.#below?.createdAt(position)
      : this.#created[position - this.#createdBelow];
  }

  /** Ids of the records that changed since a version; undefined where that is longer ago than is known. */
  changedSince(version: number): readonly string[] | undefined {
    const known = this.#latest.length - (this.version - version);
    return known < 0 ? undefined : this.#latest.slice(known);
  }

  #noteChange(id: string): void {
    this.version += 1;
    this.#latest.push(id);
    if (this.#latest.length >= 2 * LATEST) this.#latest = this.#latest.slice(-LATEST);
  }

  /** Takes over a changed record. */
  put(id: string, value: unknown, order: number | null): void {
    this.#noteChange(id);
    const before = this.get(id);
    if (before === undefined) this.size += 1;
    this.removed += Number(value === REMOVED) - Number(before === REMOVED);
    this.bytes += sizeOf(value) - sizeOf(before);
    this.#records.set(id, value);
    if (order !== null) this.#created[order - this.#createdBelow] = id;
  }

  /** Takes a changed record away. */
  remove(id: string): void {
    this.#noteChange(id);
    const before = this.get(id);
    if (before !== undefined) this.size -= 1;
    if (before === REMOVED) this.removed -= 1;
    this.bytes -= sizeOf(before);
    if (this.#below === undefined) this.#records.delete(id);
    else this.#records.set(id, null);
  }
}

interface Expiring {
  readonly collection: string;
  readonly id: string;
  /** In ms since 1970; Infinity where a layer knows that the record is gone. */
  readonly expires: number;
}

const untouched = new CollectionOverlay();

/** All changed records of a sandbox. */
export class Overlay {
  readonly #below: Overlay | undefined;
  /** Changed records, those whose life has ended included. */
  size: number;
  /** Bytes that they take. */
  bytes: number;
  // Most sandboxes are never written to, so the maps come with the first write.
  #collections: Map<string, CollectionOverlay> | undefined;
  #expiring: Map<string, Expiring> | undefined;

  constructor(below?: Overlay) {
    this.#below = below;
    this.size = below?.size ?? 0;
    this.bytes = below?.bytes ?? 0;
  }

  /**
   * A layer for changes that are not seen here. It reads the same as before when just those changes are then made here
   * as well.
   */
  layer(): Overlay {
    return new Overlay(this);
  }

  /** The changed records of a collection. */
  of(collection: string): CollectionOverlay {
    return this.#collections?.get(collection) ?? this.#below?.of(collection) ?? untouched;
  }

  /** Takes over what changed. */
  apply(records: readonly StoredRecord[]): void {
    for (const record of records) this.#applyOne(record);
  }

  #applyOne({ collection, id, value, order, expires }: StoredRecord): void {
    const overlay = this.#open(collection);
    const [size, bytes] = [overlay.size, overlay.bytes];
    if (value === null) overlay.remove(id);
    else overlay.put(id, value, order);
    this.size += overlay.size - size;
    this.bytes += overlay.bytes - bytes;
    if (value === null) this.#forgetEnd(collection, id);
    else if (expires !== null) this.#keepEnd({ collection, id, expires });
  }

  #open(collection: string): CollectionOverlay {
    this.#collections ??= new Map();
    const cached = this.#collections.get(collection);
    if (cached !== undefined) return cached;
    const opened = new CollectionOverlay(this.#below?.of(collection));
    this.#collections.set(collection, opened);
    return opened;
  }

  #keepEnd(end: Expiring): void {
    this.#expiring ??= new Map();
    this.#expiring.set(`${end.collection}/${end.id}`, end);
  }

  #forgetEnd(collection: string, id: string): void {
    if (this.#below === undefined) this.#expiring?.delete(`${collection}/${id}`);
    else this.#keepEnd({ collection, id, expires: Infinity });
  }

  /** When a record's life ends. */
  #endOf(key: string): number | null {
    const own = this.#expiring?.get(key);
    if (own === undefined) return this.#below === undefined ? null : this.#below.#endOf(key);
    return own.expires === Infinity ? null : own.expires;
  }

  /** The removal of every record whose life has ended by an instant. */
  ended(now: number): StoredRecord[] {
    const below = this.#below?.ended(now).filter(({ collection, id }) => !this.#expiring?.has(`${collection}/${id}`));
    const own = [...(this.#expiring?.values() ?? [])].filter(({ expires }) => expires <= now);
    const removals = own.map(({ collection, id }) => ({ collection, id, value: null, order: null, expires: null }));
    return [...(below ?? []), ...removals];
  }

  /** Names of the collections with changed records. */
  #names(): Set<string> {
    const names = this.#below === undefined ? new Set<string>() : this.#below.#names();
    for (const name of this.#collections?.keys() ?? []) names.add(name);
    return names;
  }

  /** Every record alive at an instant, in an order that depends on the records alone. */
  export(now: number): StoredRecord[] {
    const all: StoredRecord[] = [];
    for (const collection of this.#names()) {
      const overlay = this.of(collection);
      const orders = new Map(Array.from({ length: overlay.created }, (_, order) => [overlay.createdAt(order), order]));
      for (const [id, value] of overlay.entries()) {
        const expires = this.#endOf(`${collection}/${id}`);
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
