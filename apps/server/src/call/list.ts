/** Answers a page of a listing: finds its records, cuts the page, shows each record. */
import {
  type ArrivalsControl,
  type ListControls,
  neededBy,
  type Operation,
  type SortControl,
} from '@understudy/contract/kit';
import { built } from '../listing/built.js';
import type { Records } from '../kit/records.js';
import { filterOf } from '../listing/condition.js';
import { lookAt } from '../listing/look-at.js';
import { both } from '../kit/listing.js';
import { orderOf } from '../listing/order.js';
import { indexFrom, paginate, type Sequence } from '../listing/paginate.js';
import { ViewAt } from '../store/model/view.js';
import type { Call } from './call.js';
import { delayMs } from './finish-outcome.js';
import type { AnyListing } from './handle.js';
import type { Performed } from './call-result.js';
import type { Services } from './services.js';

/** A list to answer, with the input that was parsed for it. */
export interface ListCall {
  readonly operation: Operation;
  readonly call: Call;
  readonly input: unknown;
}

/** What a list is looked for with. */
export interface ListParts extends Pick<Services, 'scanner'> {
  /** The records as its handler has seen them. */
  readonly view: ViewAt;
}

/** Gives positions by index, that of one record before all others where it is among them. */
function inOrder(
  view: Records,
  { collection, first }: Pick<AnyListing, 'collection' | 'first'>,
  sequence: Sequence,
): (index: number) => number {
  const at = (index: number): number => sequence.positions?.[index] ?? index;
  const moved = first === undefined ? undefined : view.positionOf(collection, first);
  if (moved === undefined) return at;
  const index = indexFrom(sequence, moved);
  if (index >= sequence.length || at(index) !== moved) return at;
  return (i) => (i === 0 ? moved : at(i <= index ? i - 1 : i));
}

/** What a listing is looked through for, by an input. */
export function searchFor({ name, meta }: Operation, listing: AnyListing, input: unknown) {
  // Every operation that answers a list has the paging controls in its input, and `sort` where it can be sorted.
  const controls = input as ListControls & SortControl & ArrivalsControl & Readonly<Record<string, unknown>>;
  const { sort } = controls;
  // Who says how to sort wants no record before the others.
  const first = sort === undefined ? listing.first : undefined;
  const q = meta.open || meta.searches.length > 0 ? (controls.q ?? '') : '';
  const needs = Object.fromEntries(
    Array.from(neededBy({ computes: meta.computes }, controls).keys(), (needed) => [needed, controls[needed]]),
  );
  const read = (record: { readonly id: string }) => lookAt(listing, record);
  const order = sort === undefined ? undefined : orderOf({ sort, operation: name, needs, lookAt: read });
  const filter = listing.filter ?? filterOf({ name, filters: meta.filters, computes: meta.computes }, controls);
  const isDescending = listing.newestFirst === true && sort === undefined;
  const arrivals = meta.arrivals ? controls.arrivals : 0;
  return {
    controls,
    first,
    needs,
    isDescending,
    arrivals,
    search: { listing, filter, q, fields: meta.open ? undefined : meta.searches, order },
  };
}

/** The page of a listing that the input asks for. */
export async function list(
  { operation, call, input }: ListCall,
  listing: AnyListing,
  { scanner, view: seen }: ListParts,
): Promise<Performed> {
  const { collection, where, only } = listing;
  const { name } = operation;
  const { controls, first, needs, isDescending, arrivals, search } = searchFor(operation, listing, input);
  const { sort } = controls;
  const { q, order, filter } = search;
  await built(call.sandbox.view.dataset, [collection]);
  const { now } = seen;
  const { positions, period } = await scanner.find(call.sandbox, search, now);
  // Somebody may have written meanwhile.
  const view = new ViewAt(call.sandbox.view, now);
  const length = positions === undefined ? view.size(collection) : positions.length;
  const at = inOrder(view, { collection, first }, { length, positions });
  // In an order of its own a list is paged by index, not by position.
  const isOrdered = first !== undefined;
  const sorted = order && { ...order, values: (position: number) => order.values(view.at(collection, position)) };
  const query = [name, where, first, q.toLowerCase(), controls.per_page];
  const page = paginate(
    { length, positions: isOrdered ? undefined : positions, order: sorted, isDescending, arrivals },
    controls,
    {
      key: view.dataset.seed,
      // Read only where there are cursors.
      get query() {
        return JSON.stringify([
          ...query,
          ...(sort === undefined ? [] : [sort, needs]),
          ...(filter === undefined ? [] : [filter.given]),
          ...(only === undefined ? [] : [only.by]),
        ]);
      },
    },
  );
  const records = page.positions.flatMap((position) => view.at(collection, isOrdered ? at(position) : position) ?? []);
  const data = records.map((record) => listing.show?.(record) ?? record);
  const answer = { data, pagination: page.pagination, meta: { delayMs: delayMs(call) } };
  return { status: 200, answer, page, period: [view.period, seen.period].reduce(both, period) };
}

/** What is answered instead of a page when the browser is sent elsewhere: an answer the contract allows. */
export function nothing(call: Call) {
  return {
    data: [],
    pagination: { page: 1, perPage: 10, total: 0, totalPages: 0 },
    meta: { delayMs: delayMs(call) },
  };
}
