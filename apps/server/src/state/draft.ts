/** Records as a handler changes them step by step: what it has put is what it gets back. */
import type { AnyCollection, Collection } from '../kit/collection.js';
import type { View } from './view.js';
import type { Write } from './writes.js';

/** A view with the changes of one handler over it. */
export class Draft {
  readonly view: View;
  readonly #pending = new Map<AnyCollection, Map<string, { readonly id: string }>>();

  constructor(view: View) {
    this.view = view;
  }

  /** The record with an id, as it is now. */
  get<Item extends { readonly id: string }>(collection: Collection<Item>, id: string): Item | undefined {
    // Only records of the collection are put under it.
    const pending = this.#pending.get(collection)?.get(id) as Item | undefined;
    return pending ?? this.view.get(collection, id);
  }

  /** Creates a record, or replaces it. */
  put<Item extends { readonly id: string }>(collection: Collection<Item>, record: Item): Item {
    const records = this.#pending.get(collection) ?? new Map<string, { readonly id: string }>();
    this.#pending.set(collection, records.set(record.id, record));
    return record;
  }

  /** Everything that was put, in the order in which it first was. */
  get writes(): Write[] {
    return [...this.#pending].flatMap(([collection, records]) =>
      [...records.values()].map((record) => ({ collection, record })),
    );
  }
}
