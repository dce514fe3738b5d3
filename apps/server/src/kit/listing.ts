/** What a list handler answers: which records of a collection belong to the list. */
import type { Collection } from './collection.js';

/** Values that members of the kept records must have; one that is undefined may be any. */
export type Where<Item> = { readonly [Member in keyof Item]?: string | undefined };

/** The records of a collection that belong to a list, before the conditions of the caller. */
export interface Listing<Item extends { readonly id: string }, Shown = Item> {
  readonly collection: Collection<Item>;
  readonly where: Where<Item>;
  /** Id of a record to be shown before the others, where it belongs to the list. */
  readonly first?: string | undefined;
  /** What is shown of a record; itself where left out. A member that the collection can look up is shown as it is kept. */
  show?(record: Item): Shown;
}

/**
 * Lists the records of a collection. What the operation declares in `filters`, `sorts` and `fields` is applied to it; a
 * handler gives only the values that follow from something else, such as the course of whose lessons this is the list.
 */
export function listing<Item extends { readonly id: string }>(
  collection: Collection<Item>,
  where: Where<Item> = {},
): Listing<Item> {
  return { collection, where };
}
