/** What a list handler answers: which records of a collection belong to the list. */
import type { Collection } from './collection.js';

/** A value to filter by, compared without regard to case. */
export interface AnyCase {
  readonly anyCase: string;
}

/** Filters by field; a field left undefined does not filter. */
export type Where<Item> = { readonly [Field in keyof Item]?: string | AnyCase | undefined };

/** The records of a collection that have certain values. */
export interface Listing<Item extends { readonly id: string }, Shown = Item> {
  readonly collection: Collection<Item>;
  readonly where: Where<Item>;
  /** Id of a record to be shown before the others, where it belongs to the list. */
  readonly first?: string | undefined;
  /** What is shown of a record; itself where left out. */
  show?(record: Item): Shown;
}

/** Lists the records of a collection, filtered by field. */
export function listing<Item extends { readonly id: string }>(
  collection: Collection<Item>,
  where: Where<Item> = {},
): Listing<Item> {
  return { collection, where };
}

/** Filters without regard to case. */
export function anyCase(value: string | undefined): AnyCase | undefined {
  return value === undefined ? undefined : { anyCase: value };
}
