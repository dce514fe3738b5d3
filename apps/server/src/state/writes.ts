/** What a handler asks to be written, and the form in which it is stored. */
import type { AnyCollection, Collection } from '../kit/collection.js';
import type { StoredRecord } from './store.js';
import type { View } from './view.js';

/** A record to create or replace. */
export interface Write {
  readonly collection: AnyCollection;
  readonly record: { readonly id: string };
}

/** Asks for a record to be created, or replaced where its id exists. */
export function put<Item extends { readonly id: string }>(collection: Collection<Item>, record: Item): Write {
  return { collection, record };
}

/** Gives each write the form in which it is stored; created records go to the end of their collection. */
export function toStored(view: View, writes: readonly Write[]): StoredRecord[] {
  const next = new Map<AnyCollection, number>();
  return writes.map(({ collection, record }) => {
    const base = {
      collection: collection.name,
      id: record.id,
      value: record,
      expires: collection.expires?.(record) ?? null,
    };
    if (collection.unlisted === true || view.get(collection, record.id) !== undefined) return { ...base, order: null };
    const order = next.get(collection) ?? view.created(collection);
    next.set(collection, order + 1);
    return { ...base, order };
  });
}
