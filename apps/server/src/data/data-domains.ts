/** Makes domains of data: one for each array and each object at its top level. */
import { defineDomain, type Domain } from '@understudy/contract/kit';
import type { AnyCollection } from '../kit/collection.js';
import { implement, type Implementation } from '../kit/implement.js';
import { childrenHandler, childrenName, childrenOperation } from './children.js';
import { collectionOf, type DataCollection, singleOf } from './collection.js';
import { DataFault } from './data-fault.js';
import { type DataHandlers, handlersOf } from './handlers.js';
import type { Parsed } from './ids.js';
import { type Names, namesIn } from './names.js';
import type { Answering } from './operation-parts.js';
import { operationsOf } from './operations.js';
import { type Data, readData } from './read-data.js';
import { relationsIn } from './relations.js';
import { singleHandlers, singleOperations } from './single.js';

/** A text that editors look for their schema by; it is no data. */
const SCHEMA = '$schema';

/** What a domain is made of. */
interface Parts {
  readonly description: string;
  readonly operations: ReturnType<typeof operationsOf>;
  readonly handlers: DataHandlers;
  readonly collection: AnyCollection;
}

/** A domain of the data: it needs nothing of the server. */
export type DataDomain = Implementation<Domain, unknown>;

function domainOf({ domain: name }: Names, { description, operations, handlers, collection }: Parts): DataDomain {
  const contract = defineDomain({ name, description, operations });
  // The operations are made at runtime: their schemas check what the types of a declaration would.
  return implement(contract, { collections: [collection], handlers: handlers as never });
}

function isObject(value: unknown): value is Parsed {
  return typeof value === 'object' && value !== null;
}

/** The names of what is served of the data. */
function servedNames(data: Data): Names[] {
  const names = namesIn([...data.keys()].filter((name) => name !== SCHEMA || typeof data.get(name) !== 'string'));
  for (const { name } of names) {
    if (!isObject(data.get(name))) throw new DataFault(`${name} is neither an array nor an object`);
  }
  if (names.length === 0) throw new DataFault('it has no collections');
  return names;
}

/**
 * Makes domains of data.
 *
 * @param given path of a JSON file, or what is in one
 * @throws DataFault where it cannot be served
 *
 * @example
 * ```ts
 * import { createUnderstudy, dataDomains } from '@understudy/server/browser';
 *
 * const understudy = createUnderstudy({ domains: dataDomains({ pets: [{ id: 1, name: 'Rex' }] }) });
 * console.log((await understudy.fetch('/api/pets/1')).status); // 200
 * ```
 */
export function dataDomains(given: string | object, answering: Answering = { bare: false }): DataDomain[] {
  const data = readData(given);
  const names = servedNames(data);
  const collections = names.flatMap((own): DataCollection[] => {
    const value = data.get(own.name);
    return Array.isArray(value) ? [collectionOf(own, value)] : [];
  });
  const relations = relationsIn(collections);
  const lists = collections.map((collection) => {
    const { names: own, records } = collection;
    const parents = relations.filter(({ child }) => child === collection);
    const children = parents.map(
      (relation) => [childrenName(relation), childrenOperation(relation, answering)] as const,
    );
    return domainOf(own, {
      description: `The ${own.words.many} of the data that the server was started with.`,
      operations: { ...operationsOf(collection, answering), ...Object.fromEntries(children) },
      handlers: Object.assign({}, handlersOf(collection), ...parents.map(childrenHandler)) as DataHandlers,
      collection: records,
    });
  });
  const singles = names.flatMap((own): DataDomain[] => {
    const value = data.get(own.name);
    if (Array.isArray(value) || !isObject(value)) return [];
    const single = singleOf(own, value);
    return [
      domainOf(own, {
        description: `The ${own.words.many} of the data that the server was started with.`,
        operations: singleOperations(single, answering),
        handlers: singleHandlers(single),
        collection: single.record,
      }),
    ];
  });
  return [...lists, ...singles];
}
