/** What a handler asks to be written. */
import type { AnyCollection, Collection } from '../kit/collection.js';

/** A record to create or replace. */
export interface Write {
  readonly collection: AnyCollection;
  readonly record: { readonly id: string };
}

/**
 * Asks for a record to be created, or replaced where its id exists.
 */
export function put<Item extends { readonly id: string }>(collection: Collection<Item>, record: Item): Write {
  return { collection, record };
}
