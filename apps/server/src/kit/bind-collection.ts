/** Binds the collections of a domain to the names under which a server serves them. */
import { DeclarationError } from '@understudy/contract/kit';
import { type AnyCollection, bindNames, type ServedNames } from './collection.js';
import type { Dataset } from './dataset.js';

/** What each collection was bound to, for handlers hold it by reference: it is the same one in every server. */
const bound = new WeakMap<AnyCollection, ServedNames>();

/** Whether a collection belongs to a domain that somebody brought. */
export function isBound(collection: AnyCollection): boolean {
  return bound.has(collection);
}

/** The functions of a collection that somebody wrote by hand, on the data as its domain sees it. */
function scopedParts(collection: AnyCollection, scoped: (dataset: Dataset) => Dataset): Partial<AnyCollection> {
  const { count, seeded, quick, lookup } = collection;
  const lookups = Object.entries(lookup ?? {}).map(([field, find]) => [
    field,
    (dataset: Dataset, value: string) => find?.(scoped(dataset), value),
  ]);
  return {
    count: (dataset) => count.call(collection, scoped(dataset)),
    seeded: (dataset, index) => seeded.call(collection, scoped(dataset), index),
    ...(quick && { quick: (dataset: Dataset, index: number) => quick.call(collection, scoped(dataset), index) }),
    ...(lookup === undefined ? {} : { lookup: Object.fromEntries(lookups) as typeof lookup }),
  };
}

/**
 * Binds a collection to the names under which it is served. It may be bound to the same ones again, since two servers of
 * a process may serve it.
 *
 * @param scoped shows seeded data as the domain of the collection sees it
 * @throws {@link DeclarationError} where it is bound to other names, or cannot be changed
 */
export function bindCollection(
  collection: AnyCollection,
  served: ServedNames,
  scoped: (dataset: Dataset) => Dataset,
): void {
  const { name } = collection;
  const before = bound.get(collection);
  if (before !== undefined) {
    if (before.name === served.name && before.prefix === served.prefix) return;
    throw new DeclarationError(
      `the collection ${name} is served as ${before.name} by another server of this process, so it cannot be ${served.name} here`,
    );
  }
  const bind = collection[bindNames];
  if (bind !== undefined) bind(served);
  else if (Object.isFrozen(collection)) {
    throw new DeclarationError(`the collection ${name} is frozen, so it cannot be served as ${served.name}`);
  } else Object.assign(collection, scopedParts(collection, scoped), { name: served.name, prefix: served.prefix });
  bound.set(collection, { ...served });
}
