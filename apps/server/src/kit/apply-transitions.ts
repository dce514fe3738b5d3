/** Moves records to an instant: each of their transitions happens when its instant has come, without a write. */
import { type AnyCollection, type Collection, isRemoved, type Transition } from './collection.js';
import { always, type Period } from './listing.js';
import { versionIn } from './version.js';

/** A record as the clock has left it, and when it is so. */
export interface Moved<Item> {
  readonly record: Item;
  readonly period: Period;
}

function after<Item extends { readonly id: string }>(
  collection: AnyCollection,
  { at, record }: Transition<Item>,
  { record: before, period }: Moved<Item>,
): Moved<Item> {
  const { name, versioned } = collection;
  if (!(at > period.from)) {
    throw new TypeError(`the transitions of ${before.id} in ${name} do not come one after the other: ${String(at)}`);
  }
  // Whoever has seen the record before its transition has seen another version of it; one that was marked nobody has.
  const own =
    versioned === true && !isRemoved(collection, before) ? { ...record, version: versionIn(before) + 1 } : record;
  return { record: own, period: { from: at, until: Infinity } };
}

/** A written record as it is at an instant. Equal ones move equally, on every replica. */
export function applyTransitions<Item extends { readonly id: string }>(
  collection: Collection<Item>,
  written: Item,
  now: number,
): Moved<Item> {
  let moved: Moved<Item> = { record: written, period: always };
  for (;;) {
    const next = collection.transition?.(moved.record);
    if (next === undefined) return moved;
    const { record, period } = moved;
    if (next.at > now) return { record, period: { from: period.from, until: next.at } };
    moved = after(collection, next, moved);
  }
}
