/** What a list handler answers: which records of a collection belong to the list. */
import type { Collection } from '../kit/collection.js';

/** A value to filter by, compared without regard to case. */
export interface AnyCase {
  readonly anyCase: string;
}

/** Filters by field; a field left undefined does not filter. */
export type Where<Item> = { readonly [Field in keyof Item]?: string | AnyCase | undefined };

/** The records of a collection that have certain values. */
export interface Listing<Item extends { readonly id: string }> {
  readonly collection: Collection<Item>;
  readonly where: Where<Item>;
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
