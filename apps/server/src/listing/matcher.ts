/** Tells whether a record belongs to a listing, passes its conditions and has a search text. */
import { type AnyCollection, isRemoved } from '../kit/collection.js';
import type { Filter, Listing, MemberCondition } from '../kit/listing.js';
import type { View } from '../store/model/view.js';
import { memberIs } from './condition.js';
import { lookAt, type Read } from './look-at.js';
import { memberAt } from './member.js';
import { includesText, searchedMembers } from './search-texts.js';
import type { Order } from './order.js';

/** A listing with conditions, and a search text over some fields, in an order. */
export interface Search<Item extends { readonly id: string }> {
  readonly listing: Pick<Listing<Item, unknown>, 'collection' | 'where' | 'only' | 'until'> & Read<Item>;
  /** Conditions of the caller; undefined: none. */
  readonly filter?: Filter | undefined;
  readonly q: string;
  /** The members that are searched; undefined: all but the id. */
  readonly fields: readonly string[] | undefined;
  /** The order of what is found; undefined: that of the positions. */
  readonly order?: Order<Item> | undefined;
}

/** The conditions that a record has to pass. */
export interface Conditions {
  /** Those of the handler, about what is kept. */
  readonly kept: readonly MemberCondition[];
  /** Those of the caller, about what is shown. */
  readonly shown: readonly MemberCondition[];
}

type Members = Readonly<Record<string, unknown>>;

/** The conditions of a search. */
export function conditionsOf({ listing, filter }: Pick<Search<{ readonly id: string }>, 'listing' | 'filter'>) {
  const kept = Object.entries<string | undefined>(listing.where).flatMap(([member, value]) =>
    value === undefined ? [] : [memberIs(member, value)],
  );
  return { kept, shown: filter?.conditions ?? [] } satisfies Conditions;
}

function passes(conditions: readonly MemberCondition[], valueOf: (member: string) => unknown): boolean {
  return conditions.every(({ member, holds }) => holds(valueOf(member)));
}

/** The test that a search puts records to. */
export function matcher<Item extends { readonly id: string }>(
  { listing, q, fields }: Search<Item>,
  { kept, shown }: Conditions,
) {
  const { collection } = listing;
  const text = q.toLowerCase();
  return (record: Item): boolean => {
    if (isRemoved(collection, record)) return false;
    const members: Members = record;
    if (!passes(kept, (member) => memberAt(record, member))) return false;
    if (shown.length > 0 && !passes(shown, lookAt(listing, record))) return false;
    return text === '' || includesText(searchedMembers(members, fields), text);
  };
}

/** Whether what a caller filters and sorts by are members of the records as they are kept. */
export function isShownAsKept<Item extends { readonly id: string }>({ show, read, compute = {} }: Read<Item>): boolean {
  return show === undefined && read === undefined && Object.keys(compute).length === 0;
}

/** The members that a test reads of a record, as it is kept; undefined where that cannot be told. */
export function membersRead<Item extends { readonly id: string }>(
  { listing, q, fields }: Search<Item>,
  { kept, shown }: Conditions,
): readonly string[] | undefined {
  if (q !== '' && fields === undefined) return undefined;
  if (listing.collection.removal !== undefined || (shown.length > 0 && !isShownAsKept(listing))) return undefined;
  return [...(q === '' ? [] : (fields ?? [])), ...[...kept, ...shown].map(({ member }) => member)];
}

/** Whether a search with these conditions leaves out records that are there. */
export function isFiltered({ q }: Search<{ readonly id: string }>, { kept, shown }: Conditions): boolean {
  return q !== '' || kept.length > 0 || shown.length > 0;
}

/** Whether no record of a collection can be marked as removed. */
function isUnmarked(view: View, collection: AnyCollection): boolean {
  if (collection.removal === undefined) return true;
  return collection.removal.seeded?.(view.dataset).length === 0 && view.changedCount(collection) === 0;
}

/** Whether a search finds the whole collection in its own order, with a record at every position. */
export function isWhole(view: View, search: Search<{ readonly id: string }>): boolean {
  const { collection } = search.listing;
  if (search.listing.only !== undefined || search.order !== undefined || isFiltered(search, conditionsOf(search)))
    return false;
  return view.removed(collection) === 0 && isUnmarked(view, collection);
}
