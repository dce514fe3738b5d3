/** Finds the positions of the records that match a search, in its order, step by step. */
import type { Positions } from '../kit/collection.js';
import { indexOfSeededId } from '../kit/ids.js';
import type { Dataset } from '../kit/dataset.js';
import type { View } from '../state/model/view.js';
import type { Listing } from '../kit/listing.js';
import { isFiltered, matcher, type Search } from './matcher.js';
import { insertPositions, sortPositions } from './sort-positions.js';

/** Records between two steps. */
const STEP = 64;

/** Positions to look at: those a lookup gives for one of the filters, or undefined for all. */
function candidates<Item extends { readonly id: string }>(
  dataset: Dataset,
  { collection, where }: Listing<Item>,
): Positions | undefined {
  for (const field in where) {
    const value = where[field];
    const found = typeof value === 'string' ? collection.lookup?.[field]?.(dataset, value) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Finds the seeded records that match; they never change, so that nothing can come between two steps. */
export function* scanSeeded<Item extends { readonly id: string }>(
  dataset: Dataset,
  search: Search<Item>,
): Generator<void, Uint32Array> {
  const { collection } = search.listing;
  const recordAt = (position: number): Item => dataset.record(collection.name, position, collection.seeded);
  const matches = isFiltered(search) ? matcher(search) : undefined;
  const among = candidates(dataset, search.listing);
  const length = among?.length ?? collection.count(dataset);
  const found: number[] = [];
  for (let i = 0; i < length; i++) {
    if (i % STEP === 0) yield;
    const position = among?.[i] ?? i;
    if (matches === undefined || matches(recordAt(position))) found.push(position);
  }
  const { order } = search;
  if (order === undefined) return Uint32Array.from(found);
  return yield* sortPositions(found, { ...order, values: (position) => order.values(recordAt(position)) });
}

/** Finds those that match where some were changed, created or removed, given the seeded ones that matched before. */
export function* scanChanged<Item extends { readonly id: string }>(
  view: View,
  search: Search<Item>,
  seeded: Uint32Array,
): Generator<void, Uint32Array> {
  const { collection } = search.listing;
  const matches = matcher(search);
  const count = collection.count(view.dataset);
  const changed = new Set<number>();
  const found: number[] = [];
  let looked = 0;
  for (const id of view.changedIds(collection)) {
    if (looked++ % STEP === 0) yield;
    const index = indexOfSeededId(collection.prefix, id);
    if (index < 0 || index >= count) continue;
    changed.add(index);
    const record = view.get(collection, id);
    if (record !== undefined && matches(record)) found.push(index);
  }
  for (let position = count; position < view.size(collection); position++) {
    if (looked++ % STEP === 0) yield;
    const record = view.at(collection, position);
    if (record !== undefined && matches(record)) found.push(position);
  }
  if (changed.size === 0 && found.length === 0) return seeded;
  const unchanged = changed.size === 0 ? seeded : seeded.filter((position) => !changed.has(position));
  const { order } = search;
  if (order !== undefined) {
    const values = (position: number) => order.values(view.at(collection, position));
    return yield* insertPositions(unchanged, Uint32Array.from(found), { ...order, values });
  }
  const all = new Uint32Array(unchanged.length + found.length);
  all.set(unchanged);
  all.set(found, unchanged.length);
  return all.toSorted();
}
