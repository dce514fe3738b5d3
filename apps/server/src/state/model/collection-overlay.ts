/** The changed records of one collection, as one process knows them. */
import { sizeOf } from './size.js';
import { REMOVED } from './stored-record.js';

/** The changed records of one collection; a layer holds its own changes over those of another. */
export class CollectionOverlay {
  readonly #below: CollectionOverlay | undefined;
  /** The present form of each changed record by id; null where a layer takes away one from below. */
  readonly #records = new Map<string, unknown>();
  /** How many records were created below when the layer was begun; positions before it are found there. */
  readonly #createdBelow: number;
  /** Ids of the records created here, in order of creation. */
  readonly #created: string[] = [];
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

  /** Takes over a changed record. */
  put(id: string, value: unknown, order: number | null): void {
    this.version += 1;
    const before = this.get(id);
    if (before === undefined) this.size += 1;
    this.removed += Number(value === REMOVED) - Number(before === REMOVED);
    this.bytes += sizeOf(value) - sizeOf(before);
    this.#records.set(id, value);
    if (order !== null) this.#created[order - this.#createdBelow] = id;
  }

  /** Takes a changed record away. */
  remove(id: string): void {
    this.version += 1;
    const before = this.get(id);
    if (before !== undefined) this.size -= 1;
    if (before === REMOVED) this.removed -= 1;
    this.bytes -= sizeOf(before);
    if (this.#below === undefined) this.#records.delete(id);
    else this.#records.set(id, null);
  }
}
