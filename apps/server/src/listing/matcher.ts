/** Tells whether a record belongs to a listing and has a search text. */
import type { View } from '../state/model/view.js';
import type { AnyCase, Listing } from '../kit/listing.js';
import type { Order } from './order.js';

/** A listing with a search text over some fields, in an order. */
export interface Search<Item extends { readonly id: string }> {
  readonly listing: Listing<Item>;
  readonly q: string;
  readonly fields: readonly string[];
  /** The order of what is found; undefined: that of the positions. */
  readonly order?: Order<Item> | undefined;
}

type Test = (value: unknown) => boolean;

function filterTest(filter: string | AnyCase): Test {
  if (typeof filter === 'string') return (value) => value === filter;
  const wanted = filter.anyCase.toLowerCase();
  return (value) => typeof value === 'string' && value.toLowerCase() === wanted;
}

function includes(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(text);
  return Array.isArray(value) && value.some((item) => includes(item, text));
}

/** The test that a search puts records to. */
export function matcher<Item extends { readonly id: string }>(search: Search<Item>) {
  const filters = Object.entries<string | AnyCase | undefined>(search.listing.where).flatMap(([field, filter]) =>
    filter === undefined ? [] : [{ field, test: filterTest(filter) }],
  );
  const text = search.q.toLowerCase();
  return (record: Item): boolean => {
    const fields: Readonly<Record<string, unknown>> = record;
    for (const { field, test } of filters) if (!test(fields[field])) return false;
    return text === '' || search.fields.some((field) => includes(fields[field], text));
  };
}

/** Whether a search leaves records out. */
export function isFiltered({ listing, q }: Search<{ readonly id: string }>): boolean {
  return q !== '' || Object.values(listing.where).some((value) => value !== undefined);
}

/** Whether a search finds the whole collection in its own order, with a record at every position. */
export function isWhole(view: View, search: Search<{ readonly id: string }>): boolean {
  return search.order === undefined && !isFiltered(search) && view.removed(search.listing.collection) === 0;
}
