/** Records as a handler changes them step by step: what it has put is what it gets back. */
import type { AnyCollection, Collection } from '../../kit/collection.js';
import type { View } from './view.js';
import type { Write } from './writes.js';

/** A view with the changes of one handler over it. */
export class Draft {
  readonly view: View;
  /** What is to be written, by collection and id. */
  readonly #pending = new Map<AnyCollection, Map<string, Write>>();

  constructor(view: View) {
    this.view = view;
  }

  #of(collection: AnyCollection): Map<string, Write> {
    const known = this.#pending.get(collection) ?? new Map<string, Write>();
    this.#pending.set(collection, known);
    return known;
  }

  /** The record with an id, as it is now. */
  get<Item extends { readonly id: string }>(collection: Collection<Item>, id: string): Item | undefined {
    const pending = this.#pending.get(collection)?.get(id);
    if (pending === undefined) return this.view.get(collection, id);
    // Only records of the collection are put under it.
    return 'removed' in pending ? undefined : (pending.record as Item);
  }

  /** Creates a record, or replaces it. */
  put<Item extends { readonly id: string }>(collection: Collection<Item>, record: Item): Item {
    this.#of(collection).set(record.id, { collection, record });
    return record;
  }

  /** Removes a record; one that is not there is left alone. */
  remove(collection: AnyCollection, id: string): void {
    if (this.view.get(collection, id) !== undefined) this.#of(collection).set(id, { collection, removed: id });
    else this.#pending.get(collection)?.delete(id);
  }

  /** Everything that was put and removed, in the order in which it first was. */
  get writes(): Write[] {
    return [...this.#pending.values()].flatMap((records) => [...records.values()]);
  }
}
