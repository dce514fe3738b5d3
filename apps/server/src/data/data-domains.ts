/** Makes domains of data: one for each array and each object at its top level. */
import {
  callControls,
  defineDomain,
  type Domain,
  get,
  nothing,
  patch,
  post,
  put,
  recordOf,
  remove,
  writtenOf,
} from '@understudy/contract/kit';
import type { AnyCollection } from '../kit/collection.js';
import { implement, type Implementation } from '../kit/implement.js';
import { childrenHandler, childrenName, childrenOperation, relationsIn } from './relations.js';
import { collectionOf, type DataCollection, type DataSingle, type KeptSingle, singleOf } from './collection.js';
import { copied, DataFault, kindOf } from './given-value.js';
import {
  type Answering,
  type DataContext,
  type DataHandlers,
  type DataOperation,
  handlersOf,
  idInput,
  idParameter,
  listParts,
  withArticle,
} from './handlers.js';
import { idSchema, type Parsed } from './ids.js';
import { type Names, namesIn } from './names.js';
import { isEqual } from '#platform/runtime';
import { z } from 'zod';
import { withoutNulls } from '../kit/record-handlers.js';
import { asItCame, type RecordSchemas } from './schema.js';

/** Names that an input cannot list, since they are controls elsewhere; in a body they are members like any other. */
const UNLISTED: ReadonlySet<string> = new Set([...Object.keys(callControls), 'sort']);

/** The members that a body lists; others are kept as well. */
function listedMembers(members: RecordSchemas['members']): z.ZodRawShape {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !UNLISTED.has(name)));
}

/** An example of a body: the first record, without its id. */
function exampleBody({ first }: DataCollection): { examples?: object[] } {
  if (first === undefined) return {};
  const { id: _, ...rest } = first;
  return { examples: [rest] };
}

/** The operations of a collection, by name. */
function operationsOf(collection: DataCollection, { bare }: Answering): Readonly<Record<string, DataOperation>> {
  const { names, ids, schemas } = collection;
  const { one, many } = names.words;
  const path = `/api/${names.name}` as const;
  const own = `${path}/{${idParameter(collection)}}` as const;
  const id = idInput(collection);
  const written = writtenOf(schemas.shown);
  const sent = (extra: z.ZodRawShape) =>
    asItCame(z.looseObject({ ...extra, ...listedMembers(schemas.members) }).meta(exampleBody(collection)));
  const anId = (description: string) => ({ id: idSchema(ids).optional().meta({ description }) });
  const list = listParts({ collection, bare });
  return {
    [`list${names.many}`]: get(path, {
      ...list,
      input: list.input({}),
      summary: `List ${many}`,
      description: `All ${many}, in the order of the file, then in the order in which they were created.`,
    }),
    [`get${names.one}`]: get(own, {
      bare,
      input: z.object(id),
      output: recordOf(schemas.shown),
      summary: `Get ${withArticle(one)}`,
      description: `One ${one} by its id.`,
    }),
    [`create${names.one}`]: post(path, {
      bare,
      input: sent(anId('Id to give it; one is made where it is left out.')),
      output: written,
      status: 201,
      kinds: ['conflict'],
      summary: `Create ${withArticle(one)}`,
      description: `Adds ${withArticle(one)}. Members that are not listed are kept as well. \`Location\` is its address.`,
    }),
    [`replace${names.one}`]: put(own, {
      bare,
      input: sent({ ...anId(`The id of the ${one}, as in the path; it can be left out.`), ...id }),
      output: written,
      summary: `Replace ${withArticle(one)}`,
      description: `Makes the ${one} be as the body says; its id stays.`,
    }),
    [`update${names.one}`]: patch(own, {
      bare,
      input: sent({ ...anId(`The id of the ${one}, as in the path; it can be left out.`), ...id }),
      output: written,
      patch: 'merge',
      summary: `Update ${withArticle(one)}`,
      description: `Changes some members of the ${one}: what is left out stays, objects are merged, and null takes a member away (RFC 7396).`,
    }),
    [`delete${names.one}`]: remove(own, {
      input: z.object(id),
      output: nothing,
      summary: `Delete ${withArticle(one)}`,
      description: `Removes the ${one}. What refers to it stays as it is.`,
    }),
  };
}

/** The operations of a single record, by name. */
function singleOperations(
  { names, schemas, value }: DataSingle,
  { bare }: Answering,
): Readonly<Record<string, DataOperation>> {
  const path = `/api/${names.name}` as const;
  // It is called what it is called in the data, also where that is a plural: the settings.
  const { many: one } = names.words;
  const sent = asItCame(z.looseObject(listedMembers(schemas.members)).meta({ examples: [value] }));
  const written = writtenOf(schemas.shown);
  return {
    [`get${names.many}`]: get(path, {
      bare,
      input: z.object({}),
      output: recordOf(schemas.shown),
      summary: `Get the ${one}`,
      description: `The ${one}: there is one.`,
    }),
    [`replace${names.many}`]: put(path, {
      bare,
      input: sent,
      output: written,
      summary: `Replace the ${one}`,
      description: `Makes the ${one} be as the body says.`,
    }),
    [`update${names.many}`]: patch(path, {
      bare,
      input: sent,
      output: written,
      patch: 'merge',
      summary: `Update the ${one}`,
      description: `Changes some members of the ${one}: what is left out stays, objects are merged, and null takes a member away (RFC 7396).`,
    }),
  };
}

/** The handlers of a single record, by operation. */
function singleHandlers({ names, record }: DataSingle): DataHandlers {
  const current = ({ records }: DataContext) => records.find(record, names.name).value;
  const written = ({ records }: DataContext, value: KeptSingle['value']) => {
    const kept = records.find(record, names.name);
    const isSame = isEqual(value, kept.value);
    return { value: [(isSame ? kept : records.put<KeptSingle>(record, { id: names.name, value })).value] };
  };
  return {
    [`get${names.many}`]: (ctx) => ({ value: current(ctx) }),
    [`replace${names.many}`]: (ctx) => written(ctx, ctx.input),
    [`update${names.many}`]: (ctx) => written(ctx, ctx.merged(current(ctx), withoutNulls(ctx.input))),
  };
}

/** What stands at the top level, by name. */
type Data = ReadonlyMap<string, unknown>;

/** @throws DataFault where a value has no members that could be served */
function membersOf(value: unknown): Data {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DataFault(`its top level is ${kindOf(value)}, and must be an object of arrays and objects`);
  }
  return new Map(Object.entries(value));
}

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
 * @param json what is in a file of JSON: each array a collection, each object a single record; it is copied
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
export function dataDomains(json: object, answering: Answering = { bare: false }): DataDomain[] {
  return domainsOfData(copied(json), answering);
}

/**
 * Makes domains of data that nobody else has.
 *
 * @throws DataFault where it cannot be served
 */
export function domainsOfData(json: unknown, answering: Answering): DataDomain[] {
  const data = membersOf(json);
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
