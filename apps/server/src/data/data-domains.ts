/** Makes domains of data: one for each array and each object at its top level. */
import {
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
import type { Records } from '../kit/records.js';
import {
  childrenHandlers,
  childrenOf,
  childrenOperations,
  dependentsInput,
  relatedTo,
  relationsIn,
  removedWith,
} from './relations.js';
import {
  type Answering,
  collectionOf,
  type DataCollection,
  type DataSingle,
  type StoredSingle,
  shownRecord,
  singleOf,
} from './collection.js';
import { copied, DataFault, isObject, kindOf } from './given-value.js';
import {
  type DataContext,
  type DataHandlers,
  type DataOperation,
  handlersOf,
  idInput,
  idParameter,
  includesIn,
  listedMembers,
  listParts,
  sentTo,
  withArticle,
} from './handlers.js';
import type { Parsed } from './ids.js';
import { type Names, namesIn } from './names.js';
import { isEqual } from '#platform/runtime';
import { z } from 'zod';
import { withoutNulls } from '../kit/record-handlers.js';
import { asItCame, passing } from './schema.js';
import { problemsOf } from '../kit/problem-error.js';

/** The operations of a collection, by name. */
function operationsOf(
  collection: DataCollection,
  { bare, includes, dependents }: Answering & { readonly includes: string[]; readonly dependents: string[] },
): Readonly<Record<string, DataOperation>> {
  const { names, schemas } = collection;
  const { one, many } = names.words;
  const path = `/api/${names.name}` as const;
  const own = `${path}/{${idParameter(collection)}}` as const;
  const id = idInput(collection);
  const written = writtenOf(schemas.shown);
  const sent = sentTo(collection, { bare });
  const sentAgain = sentTo(collection, {
    bare,
    extra: id,
    id: bare ? 'Ignored: the id is that of the path.' : `The id of the ${one}, as in the path; it can be left out.`,
  });
  const forms = bare ? { bodies: ['json', 'form'] as const } : {};
  const changes = bare ? forms : { patch: 'merge' as const };
  const goes: z.ZodObject = z.object({
    ...id,
    ...(dependents.length === 0 ? {} : { dependents: dependentsInput(dependents) }),
  });
  const list = listParts({ collection, bare, includes });
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
      ...includesIn(includes),
      summary: `Get ${withArticle(one)}`,
      description: `One ${one} by its id.`,
    }),
    [`create${names.one}`]: post(path, {
      bare,
      ...forms,
      input: sent,
      output: written,
      status: 201,
      kinds: ['conflict'],
      summary: `Create ${withArticle(one)}`,
      description: `Adds ${withArticle(one)}. Members that are not listed are kept as well. \`Location\` is its address.`,
    }),
    [`replace${names.one}`]: put(own, {
      bare,
      ...forms,
      input: sentAgain,
      output: written,
      summary: `Replace ${withArticle(one)}`,
      description: `Makes the ${one} be as the body says; its id stays.`,
    }),
    [`update${names.one}`]: patch(own, {
      bare,
      ...changes,
      input: sentAgain,
      output: written,
      summary: `Update ${withArticle(one)}`,
      description: bare
        ? `Sets some members of the ${one}; what is left out stays.`
        : `Changes some members of the ${one}: what is left out stays, objects are merged, and null takes a member away (RFC 7396).`,
    }),
    [`delete${names.one}`]: remove(own, {
      bare,
      input: goes,
      output: bare ? z.object({}) : nothing,
      summary: `Delete ${withArticle(one)}`,
      description: bare
        ? `Removes the ${one}. What refers to it goes along where ids are numbers; where they are texts, the member that refers to it becomes null.`
        : `Removes the ${one}. What refers to it stays as it is, but what \`dependents\` names.`,
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
  const forms = bare ? { bodies: ['json', 'form'] as const } : {};
  return {
    ...(bare && {
      [`create${names.many}`]: post(path, {
        bare,
        ...forms,
        input: sent,
        output: written,
        status: 201,
        summary: `Create the ${one}`,
        description: `Makes the ${one} be as the body says, as PUT does.`,
      }),
    }),
    [`get${names.many}`]: get(path, {
      bare,
      input: z.object({}),
      output: recordOf(schemas.shown),
      summary: `Get the ${one}`,
      description: `The ${one}: there is one.`,
    }),
    [`replace${names.many}`]: put(path, {
      bare,
      ...forms,
      input: sent,
      output: written,
      summary: `Replace the ${one}`,
      description: `Makes the ${one} be as the body says.`,
    }),
    [`update${names.many}`]: patch(path, {
      bare,
      ...(bare ? forms : { patch: 'merge' as const }),
      input: sent,
      output: written,
      summary: `Update the ${one}`,
      description: bare
        ? `Sets some members of the ${one}; what is left out stays.`
        : `Changes some members of the ${one}: what is left out stays, objects are merged, and null takes a member away (RFC 7396).`,
    }),
  };
}

/** The handlers of a single record, by operation. */
function singleHandlers({ names, record }: DataSingle, { bare }: Answering): DataHandlers {
  const current = ({ records }: DataContext) => records.find(record, names.name).value;
  const written = ({ records }: DataContext, value: StoredSingle['value']) => {
    const stored = records.find(record, names.name);
    const isSame = isEqual(value, stored.value);
    return { value: [(isSame ? stored : records.put<StoredSingle>(record, { id: names.name, value })).value] };
  };
  return {
    [`get${names.many}`]: (ctx) => ({ value: current(ctx) }),
    ...(bare && {
      [`create${names.many}`]: (ctx: DataContext) => ({ ...written(ctx, ctx.input), location: `/api/${names.name}` }),
    }),
    [`replace${names.many}`]: (ctx) => written(ctx, ctx.input),
    [`update${names.many}`]: (ctx) =>
      written(ctx, bare ? { ...current(ctx), ...ctx.input } : ctx.merged(current(ctx), withoutNulls(ctx.input))),
  };
}

/** What stands at the top level, by name. */
type Data = ReadonlyMap<string, unknown>;

/** @throws DataFault where a value has no members that could be served */
function membersOf(value: unknown): Data {
  if (!isObject(value)) {
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
  readonly collections: readonly AnyCollection[];
}

/** A domain of the data: it needs nothing of the server. */
export type DataDomain = Implementation<Domain, unknown>;

/** Has writes refused, whatever is sent. */
function reading({ operations, handlers, ...parts }: Parts): Parts {
  const refuse = (): never => {
    throw problemsOf({})('forbidden', { detail: 'the data is served with --read-only' });
  };
  const isRead = (name: string): boolean => operations[name]?.method === 'GET';
  for (const [name, { declared }] of Object.entries(operations)) if (!isRead(name)) passing(declared.input);
  const own = Object.entries(handlers).map(([name, handle]) => [name, isRead(name) ? handle : refuse] as const);
  return { ...parts, operations, handlers: Object.fromEntries(own) };
}

function domainOf({ domain: name }: Names, { description, operations, handlers, collections }: Parts): DataDomain {
  const contract = defineDomain({ name, description, operations });
  // The operations are made at runtime: their schemas check what the types of a declaration would.
  return implement(contract, { collections, handlers: handlers as never });
}

/** What the address of the whole data is called. */
const WHOLE: Names = { name: 'db', domain: 'db', many: 'Db', one: 'Db', words: { one: 'database', many: 'database' } };

/** Reads the whole data as it is now, by the names at its top level. */
export type ReadWhole = (records: Records) => Readonly<Record<string, unknown>>;

function readWhole(members: readonly (DataCollection | DataSingle)[]): ReadWhole {
  return (records) => {
    const now = members.map((member): [string, unknown] => {
      const { name } = member.names;
      if ('record' in member) return [name, records.get(member.record, name)?.value];
      const { ids, records: of } = member;
      const all = Array.from({ length: records.size(of) }, (_, position) => records.at(of, position) ?? []);
      return [name, all.flat().map((record) => shownRecord(ids, record))];
    });
    return Object.fromEntries(now);
  };
}

/** The whole data as it is now, at `/db`, as json-server has it. */
function wholeDomain(whole: ReadWhole): DataDomain {
  const description = 'All collections and single records of the data, as they are now.';
  return domainOf(WHOLE, {
    description,
    operations: {
      getDb: get('/api/db', {
        bare: true,
        input: z.object({}),
        output: asItCame(z.looseObject({})),
        summary: 'Get the whole database',
        description,
      }),
    },
    handlers: { getDb: ({ records }: DataContext) => ({ value: whole(records) }) },
    collections: [],
  });
}

/** The names of what is served of the data. */
function servedNames(data: Data): Names[] {
  const names = namesIn([...data.keys()].filter((name) => name !== SCHEMA || typeof data.get(name) !== 'string'));
  for (const { name } of names) {
    const value = data.get(name);
    if (!isObject(value) && !Array.isArray(value)) throw new DataFault(`${name} is neither an array nor an object`);
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
  return domainsOfData(copied(json), answering).domains;
}

/** Data, as it is served. */
export interface ServedData {
  readonly domains: DataDomain[];
  readonly whole: ReadWhole;
}

/**
 * Makes domains of data that nobody else has.
 *
 * @throws DataFault where it cannot be served
 */
export function domainsOfData(json: unknown, answering: Answering): ServedData {
  const data = membersOf(json);
  const members = servedNames(data).map((names): DataCollection | DataSingle => {
    const value = data.get(names.name);
    return Array.isArray(value) ? collectionOf(names, value, answering) : singleOf(names, value as Parsed, answering);
  });
  const collections = members.filter((member) => 'records' in member);
  const relations = relationsIn(collections);
  const relatedBy = new Map(collections.map((one) => [one, relatedTo(one, relations)]));
  const list = (collection: DataCollection): Omit<Parts, 'description'> => {
    const related = relatedBy.get(collection) ?? {};
    const includes = Object.keys(related);
    const dependents = childrenOf(collection, relations).map(({ child }) => child.names.name);
    const removed = removedWith(collection, relations, answering);
    const parents = relations.filter(({ child }) => child === collection);
    return {
      operations: Object.assign(
        {},
        operationsOf(collection, { ...answering, includes, dependents }),
        ...parents.map((relation) => childrenOperations(relation, includes, answering)),
      ) as Parts['operations'],
      handlers: Object.assign(
        {},
        handlersOf(collection, { ...answering, related, removed }),
        ...parents.map((relation) => childrenHandlers(relation, related)),
      ) as DataHandlers,
      collections: [collection.records],
    };
  };
  const single = (one: DataSingle): Omit<Parts, 'description'> => ({
    operations: singleOperations(one, answering),
    handlers: singleHandlers(one, answering),
    collections: [one.record],
  });
  const domains = members.map((member) => {
    const description = `The ${member.names.words.many} of the data that the server was started with.`;
    const parts = { description, ...('record' in member ? single(member) : list(member)) };
    return domainOf(member.names, answering.readOnly === true ? reading(parts) : parts);
  });
  const whole = readWhole(members);
  return { domains: answering.bare && !data.has(WHOLE.name) ? [...domains, wholeDomain(whole)] : domains, whole };
}
