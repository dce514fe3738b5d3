/** What a handler sees of a sandbox: seeded records with the sandbox's own changes over them. */
import { type AnyCollection, type Collection, type Positions, seededIndexOf } from '../../kit/collection.js';
import type { Records } from '../../kit/records.js';
import type { Dataset } from '../../kit/dataset.js';
import type { Overlay } from './overlay.js';
import { REMOVED } from './stored-record.js';

let serials = 0;

/** A read-only view of a sandbox's records. */
export class View implements Records {
  /** Tells this view from every other, so that what was found in one is never taken for another's. */
  readonly serial: number = ++serials;
  readonly dataset: Dataset;
  readonly #overlay: Overlay;

  constructor(dataset: Dataset, overlay: Overlay) {
    this.dataset = dataset;
    this.#overlay = overlay;
  }

  /** The record with an id, or undefined. */
  get<Item extends { readonly id: string }>(collection: Collection<Item>, id: string): Item | undefined {
    const changed = this.#overlay.of(collection.name).get(id);
    if (changed === REMOVED) return undefined;
    // A record is stored under the name of its collection, so it has the collection's type.
    if (changed !== undefined) return changed as Item;
    const index = seededIndexOf(collection, this.dataset, id);
    return index === undefined ? undefined : this.#seeded(collection, index);
  }

  /** Whether a record of a collection was created, changed or removed here. */
  has({ name }: AnyCollection, id: string): boolean {
    return this.#overlay.of(name).has(id);
  }

  #seeded<Item extends { readonly id: string }>(collection: Collection<Item>, index: number): Item {
    return this.dataset.record(collection.name, index, collection.seeded);
  }

  /** How many positions a collection has: the seeded records, then the created ones, those removed included. */
  size(collection: AnyCollection): number {
    return collection.count(this.dataset) + this.#overlay.of(collection.name).created;
  }

  /** How many positions of a collection are empty, since their record was removed. */
  removed(collection: AnyCollection): number {
    return this.#overlay.of(collection.name).removed;
  }

  /** The record at a position: seeded index, then order of creation; undefined where it was removed. */
  at<Item extends { readonly id: string }>(collection: Collection<Item>, position: number): Item | undefined {
    const seeded = collection.count(this.dataset);
    const changed = this.#overlay.of(collection.name);
    if (position >= seeded) {
      const id = changed.createdAt(position - seeded);
      return id === undefined ? undefined : this.get(collection, id);
    }
    const record = this.#seeded(collection, position);
    if (changed.size === 0) return record;
    return changed.has(record.id) ? this.get(collection, record.id) : record;
  }

  /** The position of the record with an id. */
  positionOf(collection: AnyCollection, id: string): number | undefined {
    const index = seededIndexOf(collection, this.dataset, id);
    if (index !== undefined) return index;
    const seeded = collection.count(this.dataset);
    const changed = this.#overlay.of(collection.name);
    // Most likely it was created lately.
    for (let i = changed.created - 1; i >= 0; i--) if (changed.createdAt(i) === id) return seeded + i;
    return undefined;
  }

  /** Positions at which a field may have a value; undefined where only a scan can tell. */
  lookup<Item extends { readonly id: string }>(
    collection: Collection<Item>,
    field: keyof Item,
    value: string,
  ): Positions | undefined {
    const seeded = collection.lookup?.[field]?.(this.dataset, value);
    if (seeded === undefined) return undefined;
    const { created } = this.#overlay.of(collection.name);
    if (created === 0) return seeded;
    const first = collection.count(this.dataset);
    const positions = new Uint32Array(seeded.length + created);
    positions.set(Array.from(seeded));
    for (let i = 0; i < created; i++) positions[seeded.length + i] = first + i;
    return positions;
  }

  /** The changed records of a collection, in no order that matters. */
  changed<Item extends { readonly id: string }>(collection: Collection<Item>): Item[] {
    const records: Item[] = [];
    for (const [, record] of this.#overlay.of(collection.name).entries()) {
      // Records are stored under the name of their collection.
      if (record !== REMOVED) records.push(record as Item);
    }
    return records;
  }

  /** Ids of the records of a collection that were created, changed or removed, in no order that matters. */
  changedIds({ name }: AnyCollection): string[] {
    return Array.from(this.#overlay.of(name).entries(), ([id]) => id);
  }

  /** Ids of those that changed since a version; undefined where that is long ago. */
  changedSince({ name }: AnyCollection, version: number): readonly string[] | undefined {
    return this.#overlay.of(name).changedSince(version);
  }

  /** How many records of a collection were created, changed or removed. */
  changedCount({ name }: AnyCollection): number {
    return this.#overlay.of(name).size;
  }

  /** Changes whenever a record of the collection does. */
  version(collection: AnyCollection): number {
    return this.#overlay.of(collection.name).version;
  }

  /** How many records of the collection were created here; the order of the next one. */
  created(collection: AnyCollection): number {
    return this.#overlay.of(collection.name).created;
  }
}
