/** The form in which what is to be written is stored. */
import type { AnyCollection } from '../../kit/collection.js';
import type { Write } from '../../kit/records.js';
import { REMOVED, type StoredRecord } from './stored-record.js';
import type { View } from './view.js';

/** When the life of a stored value ends: what marks a removed record is needed for as long as positions count. */
export function endOf(collection: AnyCollection | undefined, value: unknown): number | null {
  if (value === REMOVED) return collection?.unlisted === true ? 0 : null;
  // What is stored under the name of a collection is one of its records.
  return collection?.expires?.(value as never) ?? null;
}

/**
 * Gives each write the form in which it is stored. Created records go to the end of their collection; one that was
 * removed before comes back at its old position.
 */
export function toStored(view: View, writes: readonly Write[]): StoredRecord[] {
  const next = new Map<AnyCollection, number>();
  return writes.map((write) => {
    const { collection } = write;
    const [id, value] = 'removed' in write ? [write.removed, REMOVED] : [write.record.id, write.record];
    const base = { collection: collection.name, id, value, expires: endOf(collection, value) };
    const isKnown = view.has(collection, id) || view.get(collection, id) !== undefined;
    if (collection.unlisted === true || value === REMOVED || isKnown) return { ...base, order: null };
    const order = next.get(collection) ?? view.created(collection);
    next.set(collection, order + 1);
    return { ...base, order };
  });
}
