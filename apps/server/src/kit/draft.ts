/** Records as a call changes them step by step: what it has put is what it reads from then on. */
import type { AnyCollection, Collection, Positions } from './collection.js';
import { type LocateId, type Missing, missingRecords } from './faults.js';
import type { ProblemError } from './problem-error.js';
import type { Identified, Records, Sought, WritableRecords, Write } from './records.js';
import type { Dataset } from './dataset.js';
import { counted } from './version.js';

/** What a draft has that nothing was put into: most calls read. */
const NONE: Map<AnyCollection, Map<string, Write>> = new Map();

/** Records with the changes of one call over them. */
export class Draft implements WritableRecords {
  readonly #base: Records;
  readonly #locate: LocateId;
  /** What is to be written, by collection and id. */
  #pending: Map<AnyCollection, Map<string, Write>> = NONE;

  /** @param locate finds where an id came from that no record has */
  constructor(base: Records, locate: LocateId = () => undefined) {
    this.#base = base;
    this.#locate = locate;
  }

  /** Everything that was put and removed, in the order in which it first was. */
  get writes(): Write[] {
    return [...this.#pending.values()].flatMap((records) => [...records.values()]);
  }

  /** Whether anything was put or removed. */
  get isChanged(): boolean {
    return this.#pending.size > 0;
  }

  get dataset(): Dataset {
    return this.#base.dataset;
  }

  get<Item extends Identified>(collection: Collection<Item>, id: string): Item | undefined {
    const pending = this.#pending.get(collection)?.get(id);
    if (pending === undefined) return this.#base.get(collection, id);
    // Only records of the collection are put under it.
    return 'removed' in pending ? undefined : (pending.record as Item);
  }

  find<Item extends Identified>(collection: Collection<Item>, id: string): Item {
    const [found] = this.findAll<[Item]>([collection, id]);
    return found;
  }

  missing({ noun = 'record' }: AnyCollection, id: string): ProblemError {
    return missingRecords([{ noun, id }], this.#locate);
  }

  findAll<Items extends readonly Identified[]>(...sought: Sought<Items>): Items {
    const found: Identified[] = [];
    const missing: Missing[] = [];
    for (const [collection, id] of sought) {
      const record = this.get(collection, id);
      if (record === undefined) missing.push({ noun: collection.noun ?? 'record', id });
      else found.push(record);
    }
    if (missing.length > 0) throw missingRecords(missing, this.#locate);
    // Each was found in its own collection; a loop cannot carry their types along.
    return found as unknown as Items;
  }

  put<Item extends Identified>(collection: Collection<Item>, record: Item): Item {
    if (collection.versioned === true) return this.#putVersion(collection, record);
    this.#of(collection).set(record.id, { collection, record });
    return record;
  }

  remove(collection: AnyCollection, id: string): void {
    if (this.#base.get(collection, id) !== undefined) this.#of(collection).set(id, { collection, removed: id });
    else this.#pending.get(collection)?.delete(id);
  }

  has(collection: AnyCollection, id: string): boolean {
    return this.#pending.get(collection)?.has(id) === true || this.#base.has(collection, id);
  }

  size(collection: AnyCollection): number {
    return this.#base.size(collection) + this.#created(collection).length;
  }

  removed(collection: AnyCollection): number {
    const writes = [...(this.#pending.get(collection)?.values() ?? [])];
    const removals = writes.filter((write) => 'removed' in write).length;
    return this.#base.removed(collection) + removals - this.#returned(collection).length;
  }

  at<Item extends Identified>(collection: Collection<Item>, position: number): Item | undefined {
    const size = this.#base.size(collection);
    const id =
      position < size
        ? (this.#base.at(collection, position)?.id ??
          this.#returned(collection).find((one) => this.#base.positionOf(collection, one) === position))
        : this.#created(collection)[position - size];
    return id === undefined ? undefined : this.get(collection, id);
  }

  positionOf(collection: AnyCollection, id: string): number | undefined {
    const index = this.#created(collection).indexOf(id);
    return index < 0 ? this.#base.positionOf(collection, id) : this.#base.size(collection) + index;
  }

  lookup<Item extends Identified>(
    collection: Collection<Item>,
    field: keyof Item,
    value: string,
  ): Positions | undefined {
    const found = this.#base.lookup(collection, field, value);
    const created = this.#created(collection).length;
    if (found === undefined || created === 0) return found;
    const size = this.#base.size(collection);
    return Uint32Array.from([...Array.from(found), ...Array.from({ length: created }, (_, index) => size + index)]);
  }

  changed<Item extends Identified>(collection: Collection<Item>): Item[] {
    const pending = this.#pending.get(collection) ?? new Map<string, Write>();
    const others = this.#base.changed(collection).filter(({ id }) => !pending.has(id));
    return [...others, ...[...pending.keys()].flatMap((id) => this.get(collection, id) ?? [])];
  }

  #putVersion<Item extends Identified>(collection: Collection<Item>, given: Item): Item {
    const before = this.#base.get(collection, given.id);
    const record = counted(given, before);
    // Taken back, where an earlier step of the call had changed it.
    if (record === before) this.#pending.get(collection)?.delete(record.id);
    else this.#of(collection).set(record.id, { collection, record });
    return record;
  }

  #of(collection: AnyCollection): Map<string, Write> {
    if (this.#pending === NONE) this.#pending = new Map();
    const known = this.#pending.get(collection) ?? new Map<string, Write>();
    this.#pending.set(collection, known);
    return known;
  }

  /** Ids that were put and that no record had, of those that are there. */
  #unknown(collection: AnyCollection): string[] {
    const ids = [...(this.#pending.get(collection)?.keys() ?? [])];
    return collection.unlisted === true ? [] : ids.filter((id) => this.#base.get(collection, id) === undefined);
  }

  /** Ids of records that come after all others. */
  #created(collection: AnyCollection): string[] {
    return this.#unknown(collection).filter((id) => !this.#base.has(collection, id));
  }

  /** Ids of records that had been removed, and come back at their position. */
  #returned(collection: AnyCollection): string[] {
    return this.#unknown(collection).filter((id) => this.#base.has(collection, id));
  }
}
