/** Reads the documents that a server is given, and makes a domain of each: an operation for each of its own, a collection for each kind of record. */
import {
  type Domain,
  type DeclaredOperation,
  defineDomain,
  get,
  patch,
  post,
  put,
  rawAnswer,
  rawInput,
  remove,
} from '@understudy/contract/kit';
import { addressesOf, reachable } from './addresses.js';
import { placeIn } from '../call/contract-place.js';
import { type OwnDocument, type Implementation, implement } from '../kit/implement.js';
import { conformanceOf } from './conformance.js';
import type { Schema, JsonObject, Json, ApiOperation, ApiDocument, Finding } from './model.js';
import type { Understanding, Role, Resource } from './roles.js';
import { webhookPayloads } from './serve/callbacks.js';
import { isObject, memberOf, shapeAt } from './schema.js';
import { credentialPlaces } from './judge/credentials.js';
import { problemTeller } from './serve/errors.js';
import { operationHandler } from './serve/handler.js';
import { answerSchemas } from './serve/respond.js';
import type { Reading } from './serve/parameters.js';
import { Stock } from './serve/stock.js';
import { grouped } from './understand/nouns.js';
import { namesOfPaging } from './understand/paging.js';
import { Validation } from './validate/validator.js';
import { OptionError } from '../options/options.js';
import { DocumentFault, sayFinding } from './document/fault.js';
import { documentOf } from './document/document.js';
import { plainCopy } from './document/plain.js';
import { understand } from './understand/index.js';
import { namesIn, valueAt } from './pointers.js';

/** What is served of a document, and how. */
interface Served {
  readonly document: ApiDocument;
  readonly understanding: Understanding;
  /** Records that are seeded of each collection. */
  readonly size: number;
  /** Whether an id that no record has is that of a record all the same. */
  readonly anyId: boolean;
  /** Whether a request that is off the contract is refused, or answered all the same. */
  readonly isRefusing: boolean;
}

const declare = { GET: get, POST: post, PUT: put, PATCH: patch, DELETE: remove } as const;

/** Headers that every operation is given. */
const HEADERS = ['accept', 'prefer'];

/** Headers of its parameters, and of its credentials; the credential of an operation that asks for none is a secret. */
function headersOf(operation: ApiOperation): readonly string[] {
  const { parameters } = operation;
  const own = parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase());
  const cookie = parameters.some((one) => one.in === 'cookie') ? ['cookie'] : [];
  const all = [...HEADERS, ...own, ...cookie].filter((name) => name !== 'authorization');
  return [...new Set([...all, ...credentialPlaces(operation).headers])];
}

/** Names of its query parameters, and of the members of those that are written without their names. */
function queryOf(operation: ApiOperation, document: ApiDocument): readonly string[] {
  const own = operation.parameters.filter((one) => one.in === 'query');
  const members = own.flatMap(({ style, explode, schema }) =>
    style === 'form' && explode ? [...shapeAt(document, schema).members.keys()] : [],
  );
  const names = [...own.map(({ name }) => name), ...members, ...credentialPlaces(operation).query];
  return names.map((name) => name.split('[', 1)[0] ?? name);
}

/** Whether a query may have any name: the members of an object that lists none, or a query that is one parameter. */
function isOpen({ parameters }: ApiOperation, document: ApiDocument): boolean {
  return parameters.some(({ in: place, style, explode, schema }) => {
    if (place === 'querystring') return true;
    const { types, additional, members } = shapeAt(document, schema);
    if (place !== 'query' || style !== 'form' || !explode || !types.has('object')) return false;
    return additional === undefined ? members.size === 0 : additional !== false;
  });
}

/** An operation at its path, and below the paths of the servers of its document. */
function declaredOf(operation: ApiOperation, document: ApiDocument, role: Role): DeclaredOperation {
  const { method, path, summary, description, deprecated } = operation;
  const [at = '/', ...others] = addressesOf(document, operation);
  const said = summary === '' ? `${method} ${path}` : summary;
  const declared = {
    raw: {
      query: [...queryOf(operation, document), ...(role.kind === 'list' ? namesOfPaging(role.paging) : [])],
      headers: headersOf(operation),
      ...(isOpen(operation, document) && { isOpen: true }),
      ...(role.kind === 'list' && { isSafe: true }),
    },
    input: rawInput,
    output: rawAnswer,
    summary: said,
    description: `${description === '' ? said : description}${deprecated ? ' It is deprecated.' : ''}`,
    aliases: others.map((other) => ({ method, path: other })),
    cache: 'none',
    kinds: ['conflict'],
  } as const;
  // What differs between methods is a matter of types that are not known here.
  return (declare[method] as (where: string, what: object) => DeclaredOperation)(at, declared);
}

type Acts = readonly {
  readonly operation: ApiOperation;
  readonly role: Extract<Role, { readonly resource: string }>;
}[];

/** The operations on each resource. */
function actsOf({ document, understanding }: Served): ReadonlyMap<string, Acts> {
  const acts = document.operations.flatMap((operation) => {
    const { role } = understanding.operations.get(operation.id) ?? {};
    return role !== undefined && 'resource' in role ? [{ operation, role }] : [];
  });
  return grouped(acts, ({ role }) => role.resource);
}

/** A value that is made when it is first asked for: most resources of a large document are never used. */
function later<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The examples of a resource's records that stand in the answers of its operations. */
function examplesOf(acts: Acts, resource: Resource): readonly JsonObject[] {
  const found = acts.flatMap(({ operation, role }) => {
    const path =
      role.kind === 'list' ? role.shape.items : 'wrap' in role && role.kind !== 'remove' ? role.wrap : undefined;
    if (path === undefined) return [];
    const answers = operation.responses.filter(({ status }) => status.startsWith('2'));
    const examples = answers.flatMap(({ content }) => content.flatMap((media) => [...media.examples.values()]));
    return examples.flatMap((example) => [valueAt(example, path) ?? null].flat() as Json[]).filter(isObject);
  });
  const { idMember, idWithin } = resource;
  const byId = new Map<unknown, JsonObject>();
  // Several operations show the same record.
  for (const value of found) {
    const id = idMember === undefined ? JSON.stringify(value) : valueAt(value, [...idWithin, idMember]);
    if (id !== undefined && id !== null && !byId.has(id)) byId.set(id, value);
  }
  return [...byId.values()];
}

/** Names of the resources whose ids a client can learn: those that are listed, or shown when they are made. */
function listedOf({ resources }: Understanding, acts: ReadonlyMap<string, Acts>): ReadonlySet<string> {
  const isShown = ({ role }: Acts[number]): boolean =>
    role.kind === 'list' || (role.kind === 'create' && role.wrap !== undefined);
  const found = resources.filter(
    ({ name, collectionPath, idMember }) =>
      collectionPath !== undefined && idMember !== undefined && acts.get(name)?.some(isShown) === true,
  );
  return new Set(found.map(({ name }) => name));
}

/** A resource whose parents are those that a client can find: of others, any value may be meant. */
function belowListed(resource: Resource, listed: ReadonlySet<string>): Resource {
  const isParent = (name: string | undefined): boolean =>
    name !== undefined && name !== resource.name && listed.has(name);
  const scope = resource.scope.map((one) => (isParent(one.resource) ? one : { ...one, resource: undefined }));
  return { ...resource, scope };
}

/**
 * The schema of the path parameter that names a record of a resource: a number, where one of its operations, or of those
 * below it, takes nothing else; with the patterns of all of them.
 */
function idParameterOf(
  { name }: Resource,
  acts: ReadonlyMap<string, Acts>,
  { document }: Reading,
  resources: readonly Resource[],
): Schema | undefined {
  const schemaOf = ({ operation }: Acts[number], parameter: string | undefined): readonly Schema[] =>
    operation.parameters.flatMap((one) =>
      one.in === 'path' && one.name === parameter && one.mediaType === undefined ? [one.schema] : [],
    );
  const own = (acts.get(name) ?? []).flatMap((act) => schemaOf(act, act.role.at.id));
  const below = resources.flatMap((child) => {
    const index = child.scope.findIndex(({ resource }) => resource === name);
    return index === -1 ? [] : (acts.get(child.name) ?? []).flatMap((act) => schemaOf(act, act.role.at.scope[index]));
  });
  const schemas = [...own, ...below];
  const isNumber = (schema: Schema): boolean => {
    const { types } = shapeAt(document, schema);
    return types.size > 0 && [...types].every((type) => type === 'integer' || type === 'number');
  };
  const byPattern = new Map(
    schemas.map((schema) => [String(memberOf(shapeAt(document, schema).schema, 'pattern')), schema]),
  );
  const [first, ...others] = byPattern.values();
  return schemas.find(isNumber) ?? (first && others.length > 0 ? { allOf: [first, ...others] } : first);
}

/** The records of all resources. */
function stocksOf(served: Served, reading: Reading, domain: string): ReadonlyMap<string, Stock> {
  const stocks = new Map<string, Stock>();
  const { understanding, size, anyId } = served;
  const { resources } = understanding;
  const acts = actsOf(served);
  const listed = listedOf(understanding, acts);
  for (const resource of resources) {
    const own = acts.get(resource.name) ?? [];
    const examples = later(() => examplesOf(own, resource).slice(0, resource.isSingle === true ? 1 : undefined));
    const parts = {
      ...reading,
      size,
      anyId,
      stocks,
      examples,
      idParameter: idParameterOf(resource, acts, reading, resources),
    };
    stocks.set(resource.name, new Stock(belowListed(resource, listed), parts, domain));
  }
  return stocks;
}

/** Names of our own domains, which one of a document does not take. */
const OURS: ReadonlySet<string> = new Set(
  'api trpc auth oauth webhooks sandboxes education commerce food social realestate events saas'.split(' '),
);

/** What a domain of a document is called: by its name, else by its title. */
function domainName({ name, root }: Pick<ApiDocument, 'name' | 'root'>): string {
  const info = isObject(root['info']) ? root['info'] : {};
  const text = name === '' ? String(info['title'] ?? '') : name;
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');
  const plain = words === '' ? 'openapi' : words;
  return OURS.has(plain) ? `${plain}-api` : plain;
}

/** Says where a document says what requests are off: at the nearest part that is there. */
function locatorIn({ root, locate }: ApiDocument, places: ReadonlyMap<string, string>): OwnDocument['locate'] {
  return async (issue, operation) => {
    let place = placeIn(issue, operation && places.get(operation));
    while (valueAt(root, namesIn(place)) === undefined) place = place.slice(0, place.lastIndexOf('/'));
    const { pointer = place, file = null, line = null } = (await locate?.(place)) ?? {};
    return { pointer, file, line };
  };
}

/** Most findings of a document that are said at the start. */
const MAX_NOTICES = 5;

/** What a document has that is not served, or is worth a look: of many, how many there are. */
function noticesOf(
  document: ApiDocument,
  understanding: Understanding,
  say: (finding: Finding) => string,
): readonly string[] {
  const all = [...document.findings, ...understanding.findings];
  const isFault = ({ severity }: Finding): boolean => severity === 'fault';
  const sorted = [...all.filter(isFault), ...all.filter((finding) => !isFault(finding))];
  const shown = sorted.slice(0, MAX_NOTICES).map(say);
  const rest = all.length - shown.length;
  return rest > 0 ? [...shown, `${rest} more in ${domainName(document)}; understudy openapi FILE shows all`] : shown;
}

/** Makes the domain of a document. */
export function domainOf(served: Served): Implementation<Domain, unknown> {
  const { document, understanding } = served;
  const name = domainName(document);
  const validation = new Validation(document);
  const reading: Reading = { document, validation };
  const stocks = stocksOf(served, reading, name);
  const named = document.operations.map((operation) => {
    const { role } = understanding.operations.get(operation.id) ?? { role: { kind: 'stateless' } as const };
    return [operation.id, { ...reading, operation, role, stocks }] as const;
  });
  const info = isObject(document.root['info']) ? document.root['info'] : {};
  const contract = defineDomain({
    name,
    description: String(info['title'] ?? '').trim() || 'An API of its own.',
    operations: Object.fromEntries(
      named.map(([own, { operation, role }]) => [own, declaredOf(operation, document, role)]),
    ),
  }) as Domain;
  const { anyId, isRefusing } = served;
  const handlers = named.map(([own, one]) => {
    const { operation } = one;
    const handle = operationHandler({ ...one, anyId, isRefusing });
    const answerSchema = answerSchemas(reading, operation);
    return [own, { handle, problemAnswer: problemTeller(reading, operation), answerSchema }] as const;
  });
  const collections = [...stocks.values()].map(({ collection }) => collection);
  // The operations are made at runtime: their schemas check what the types of a declaration would.
  const { root } = document;
  return implement(contract, {
    collections,
    handlers: Object.fromEntries(handlers) as never,
    document: {
      name: document.name,
      root,
      // A page tells nobody where a file lies.
      notices: noticesOf(document, understanding, ({ pointer, message }) =>
        [pointer, message].filter(Boolean).join(': '),
      ),
      hasCallbacks: document.operations.some(({ callbacks }) => callbacks.length > 0),
      webhooks: webhookPayloads(document, validation),
      conformance: conformanceOf(new Map(named)),
      locate: locatorIn(document, new Map(named.map(([own, { operation }]) => [own, operation.pointer]))),
    },
  });
}

/** A name before a file: `petstore=petstore.yaml`. */
const NAMED = /^(?<name>[a-z][a-z0-9-]{0,39})=(?<file>.+)$/s;

/** How the file of a document is read. */
interface DocumentOptions {
  /** The name below which it is served; none for the root. */
  readonly name: string;
  /** The folder that files are read from; that of the document where left out. */
  readonly root?: string;
  /** What is changed in it before it is read: a file, or what is in one. */
  readonly overlay?: string | object;
}

/** Reads the file of a document, with those that it refers to. */
export type ReadDocument = (path: string, options: DocumentOptions) => Promise<ApiDocument>;

/** The documents of a server, and how they are served. */
export interface DocumentSettings {
  /** Files, `NAME=FILE` for one that lies below `/NAME`, or what is in them. */
  readonly openapi: readonly (string | object)[];
  /** An overlay that corrects what is read of them: a file, or what is in one. */
  readonly openapiWith: string | object | undefined;
  /** The folder that their files are read from; that of each document where undefined. */
  readonly openapiRoot: string | undefined;
  readonly openapiSize: number;
  readonly openapiIds: 'seeded' | 'any';
  readonly openapiJudge: 'refuse' | 'only';
  readonly platform: { readonly readDocument: ReadDocument };
}

/** A document as it is served. */
export interface UnderstoodDocument {
  readonly document: ApiDocument;
  readonly understanding: Understanding;
  /** Name of its domain. */
  readonly domain: string;
  /** What is said at the start. */
  readonly notices: readonly string[];
}

/** A document with its domain. */
interface DocumentDomain extends UnderstoodDocument {
  readonly implementation: Implementation<Domain, unknown>;
}

async function read(
  given: string | object,
  { platform, openapiRoot: root, openapiWith: overlay }: DocumentSettings,
): Promise<ApiDocument> {
  if (typeof given === 'string') {
    const { name = '', file = given } = NAMED.exec(given)?.groups ?? {};
    return platform.readDocument(file, {
      name,
      ...(root !== undefined && { root }),
      ...(overlay !== undefined && { overlay }),
    });
  }
  if (typeof overlay === 'string') {
    throw new OptionError('an overlay for a document that is an object is an object too');
  }
  return documentOf(
    given,
    overlay === undefined ? {} : { overlay: { overlay: plainCopy(overlay, undefined), file: undefined } },
  );
}

/**
 * Reads documents, and makes their domains.
 *
 * @throws {@link OptionError} with every fault of a document that cannot be served
 */
export async function documentDomains(given: DocumentSettings): Promise<readonly DocumentDomain[]> {
  const all: DocumentDomain[] = [];
  for (const one of given.openapi) {
    try {
      const document = await reachable(await read(one, given));
      if (document.operations.length === 0) throw new DocumentFault(document.findings);
      const understanding = understand(document);
      const served = {
        document,
        understanding,
        size: given.openapiSize,
        anyId: given.openapiIds === 'any',
        isRefusing: given.openapiJudge === 'refuse',
      };
      const notices = noticesOf(document, understanding, sayFinding);
      all.push({ document, understanding, notices, domain: domainName(document), implementation: domainOf(served) });
    } catch (error) {
      if (error instanceof DocumentFault) throw new OptionError(error.message, { cause: error });
      throw error;
    }
  }
  return all;
}
