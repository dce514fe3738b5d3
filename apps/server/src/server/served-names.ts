/** Gives the collections of a domain that somebody brought the names that they are served under. */
import type { AnyImplementation } from '../call/domain.js';
import { bindCollection, type ServedNames } from '../kit/collection.js';
import { scoping } from '../kit/dataset.js';
import { internalCollections } from '../store/model/internal.js';
import { ourNames, ourPrefixes } from '../server/generated/our-collections.js';

/** The names of our own collections, also of domains that are left out: a name means the same in every server. */
function taken() {
  return {
    names: new Set([...internalCollections.map(({ name }) => name), ...ourNames]),
    prefixes: new Set([...internalCollections.map(({ prefix }) => prefix), ...ourPrefixes]),
  };
}

/** Binds the collections of a domain: a name that one of ours has carries the name of the domain. */
export function bindCollections({ contract, collections }: AnyImplementation): void {
  const { names, prefixes } = taken();
  const served = collections.map(({ name, prefix }): readonly [string, ServedNames] => [
    name,
    {
      name: names.has(name) ? `${contract.name}.${name}` : name,
      prefix: prefixes.has(prefix) ? `${contract.name}_${prefix}` : prefix,
    },
  ]);
  const scoped = scoping({
    domain: contract.name,
    names: new Map(served.map(([name, under]) => [name, under.name])),
  });
  for (const [index, collection] of collections.entries()) {
    const [, under] = served[index] ?? [];
    if (under !== undefined) bindCollection(collection, under, scoped);
  }
}
