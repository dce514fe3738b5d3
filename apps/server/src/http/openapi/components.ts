/** The components of a document: those that nothing refers to are dropped, those of several domains, or of several documents, named apart. */
import type { Domain } from '@understudy/contract/kit';
import { z } from 'zod';
import { type Components, type Json, type OpenApiDocument, type Schemas, isObject } from './openapi-document.js';
import type { OwnDocument } from '../../kit/implement.js';

const POINTER = '#/components/schemas/';

/** `ShopCourse`: the name of a component of a domain whose own name is taken. */
function ownName(domain: string, component: string): string {
  const words = domain.split(/[^a-z0-9]+/i).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}${component.charAt(0).toUpperCase()}${component.slice(1)}`;
}

/** A value with its references to some components under their new names. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, names));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => {
    if (key !== '$ref' || typeof member !== 'string') return [key, renamed(member, names)];
    const name = member.startsWith(POINTER) ? names.get(member.slice(POINTER.length)) : undefined;
    return [key, name === undefined ? member : POINTER + name];
  });
  return Object.fromEntries(entries);
}

/** What a document has, as far as components are named in it. */
interface DocumentPart {
  readonly schemas: Schemas;
  readonly paths: Record<string, Record<string, object>>;
  readonly webhooks: Record<string, Json>;
}

/** A domain, and the names that its components cannot have. */
interface Naming {
  readonly domain: string;
  /** The components that there are already. */
  readonly schemas: Schemas;
  /** Names that are kept for others. */
  readonly kept: ReadonlySet<string>;
}

/** The components whose name is taken, by others that say something else; what refers to them differs as well. */
function clashing(own: Schemas, { domain, schemas, kept }: Naming): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (let known = -1; known < names.size;) {
    known = names.size;
    for (const [name, schema] of Object.entries(own)) {
      const isTaken = Object.hasOwn(schemas, name) ? !isEqual(schemas[name], renamed(schema, names)) : kept.has(name);
      if (isTaken) names.set(name, ownName(domain, name));
    }
  }
  return names;
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A part of a document, with names for its components that clash with no other. */
function withOwnNames(part: DocumentPart, naming: Naming): DocumentPart {
  const names = clashing(part.schemas, naming);
  if (names.size === 0) return part;
  const schemas = Object.entries(part.schemas).map(([name, schema]) => [names.get(name) ?? name, schema]);
  // What is renamed stays of its type.
  return renamed({ ...part, schemas: Object.fromEntries(schemas) }, names) as DocumentPart;
}

/** A document, as far as it is joined with others. */
interface Joinable {
  readonly paths: Record<string, Record<string, object>>;
  readonly webhooks: Record<string, Json>;
  readonly components: Components;
}

/** Adds the document of a domain to another, which was made by itself, since its components may have names of the other. */
export function join(document: Joinable, own: Joinable, naming: Omit<Naming, 'schemas'>): void {
  const { components } = document;
  const schemas = (components['schemas'] ??= {});
  const part = withOwnNames({ ...own, schemas: own.components['schemas'] ?? {} }, { ...naming, schemas });
  Object.assign(schemas, part.schemas);
  for (const [sort, parts] of Object.entries(own.components)) {
    // The others say the same under the same name.
    if (sort !== 'schemas') components[sort] = { ...components[sort], ...parts };
  }
  // A path may have methods of two domains.
  for (const [path, methods] of Object.entries(part.paths)) Object.assign((document.paths[path] ??= {}), methods);
  Object.assign(document.webhooks, part.webhooks);
}

/** What a document refers to its components from. */
interface Referring {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Components;
}

/** The security schemes that operations ask for, as `section/name`. */
function schemesIn({ paths }: Referring): string[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const requirements = operations.flatMap(({ security }) => (Array.isArray(security) ? (security as Json[]) : []));
  return requirements.flatMap((requirement) => Object.keys(requirement)).map((name) => `securitySchemes/${name}`);
}

/** All that a document refers to, also through other components, as `section/name`: one that only itself refers to is no part of it. */
function* usedIn(document: Referring): Generator<void, Set<string>> {
  const { components, paths, ...rest } = document;
  const used = new Set(schemesIn(document));
  const waiting: object[] = [rest, ...Object.values(paths)];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      const [section = '', own = ''] = name.split('/');
      waiting.push(Object(components[section as keyof Components]?.[own]) as object);
    }
    yield;
  }
  return used;
}

/** Drops them. */
export function* dropUnused(document: Referring): Generator<void, void> {
  const used = yield* usedIn(document);
  for (const [section, components] of Object.entries(document.components)) {
    for (const name of Object.keys(components)) if (!used.has(`${section}/${name}`)) delete components[name];
  }
}

/** The components of a schema. */
function componentsOf(schema: z.ZodType, io: 'input' | 'output'): string[] {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io });
  return [...Object.keys($defs), ...(root.id === undefined ? [] : [root.id])];
}

/** The names of components that domains have. */
export function* componentNames(domains: readonly Domain[]): Generator<void, ReadonlySet<string>> {
  const names = new Set<string>();
  for (const { operations, events } of domains) {
    for (const [name, { input, output }] of Object.entries(operations)) {
      const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      names.add(`${title}Body`).add(`${title}Answer`);
      for (const one of [...componentsOf(input, 'input'), ...componentsOf(output, 'output')]) names.add(one);
      yield;
    }
    for (const event of Object.values(events)) {
      for (const one of componentsOf(event, 'output')) names.add(one);
      yield;
    }
  }
  return names;
}

/** A pointer into the components of a document, up to the name of one. */
const COMPONENT = /^(#\/components\/[^/]+\/)/;

const PATH = /^#\/paths\/~1/;

const SCHEMA = '#/components/schemas/';

/** What a schema refers to, of some schemas: the references of `oneOf`, `anyOf`, `allOf`. */
const refsIn = (schemas: unknown): readonly string[] =>
  (Array.isArray(schemas) ? schemas : []).flatMap((one) =>
    isObject(one) && typeof one['$ref'] === 'string' ? [one['$ref']] : [],
  );

/** The mapping of a discriminator, written out: what it says by the names of schemas, and what goes without saying. */
function mappingOf(schema: Json, discriminator: Json, schemas: Json): Json {
  const said = Object.entries(isObject(discriminator['mapping']) ? discriminator['mapping'] : {});
  const mapping = new Map(
    said.map(([value, to]) => [value, Object.hasOwn(schemas, String(to)) ? SCHEMA + String(to) : to]),
  );
  const branches = [...refsIn(schema['oneOf']), ...refsIn(schema['anyOf'])];
  const own = Object.keys(schemas).find((name) => schemas[name] === schema);
  // Those that are the schema and more.
  const heirs = Object.entries(schemas).filter(
    ([, one]) => own !== undefined && isObject(one) && refsIn(one['allOf']).includes(SCHEMA + own),
  );
  const meant = branches.length > 0 ? branches : heirs.map(([name]) => SCHEMA + name);
  const mapped = new Set(mapping.values());
  for (const ref of meant) {
    const name = ref.slice(ref.lastIndexOf('/') + 1);
    if (!mapped.has(ref) && !mapping.has(name)) mapping.set(name, ref);
  }
  return Object.fromEntries(mapping);
}

/** How a document stands among others. */
interface Among {
  /** What its paths lie below; empty for the root. */
  readonly base: string;
  /** What the names of its components, and of its operations, begin with. */
  readonly prefix: string;
  readonly schemas: Json;
  readonly operationIds: ReadonlySet<unknown>;
}

/** A document whose parts have names of their own among those of others, and whose paths lie below its name. */
function named(value: unknown, among: Among): unknown {
  const { prefix, base, schemas, operationIds } = among;
  if (typeof value === 'string')
    return value.replace(COMPONENT, `$1${prefix}.`).replace(PATH, `#/paths/${base.replaceAll('/', '~1')}~1`);
  if (Array.isArray(value)) return value.map((one: unknown) => named(one, among));
  if (!isObject(value)) return value;
  const { discriminator } = value;
  const isTold = isObject(discriminator) && typeof discriminator['propertyName'] === 'string';
  const whole = isTold
    ? { ...value, discriminator: { ...discriminator, mapping: mappingOf(value, discriminator, schemas) } }
    : value;
  const entries = Object.entries(whole).map(([key, one]) => {
    // Links name operations as well.
    if (key === 'operationId' && operationIds.has(one)) return [key, `${prefix}_${String(one)}`];
    return [key, named(one, among)];
  });
  return Object.fromEntries(entries);
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head', 'trace', 'query'];

/** The paths of a document, each operation as a function makes it. */
function withOperations({ paths }: Json, make: (operation: Json) => unknown): Json {
  const items = Object.entries(isObject(paths) ? paths : {}).map(([path, item]) => {
    const entries = Object.entries(isObject(item) ? item : {});
    return [
      path,
      Object.fromEntries(
        entries.map(([name, one]) => [name, METHODS.includes(name) && isObject(one) ? make(one) : one]),
      ),
    ];
  });
  return Object.fromEntries(items);
}

/** Requirements of credentials, whose schemes have other names. */
const required = (security: unknown, prefix: string): unknown =>
  !Array.isArray(security)
    ? security
    : security.map((one: unknown) =>
        Object.fromEntries(Object.entries(isObject(one) ? one : {}).map(([name, all]) => [`${prefix}.${name}`, all])),
      );

function below({ name, root }: OwnDocument, prefix: string): Json {
  if (prefix === '') return root;
  const given = isObject(root['components']) ? root['components']['schemas'] : undefined;
  const operationIds = new Set<unknown>();
  withOperations(root, ({ operationId }) => operationIds.add(operationId));
  const base = name === '' ? '' : `/${name}`;
  const own = named(root, { base, prefix, schemas: isObject(given) ? given : {}, operationIds }) as Json;
  // What holds for all operations of one document holds for none of another.
  const secured = withOperations(own, (operation) => {
    const security = required(operation['security'] ?? own['security'], prefix);
    return security === undefined ? operation : { ...operation, security };
  });
  const { security: _, components, ...rest } = own;
  const moved = Object.entries(secured).map(([path, item]) => [`${base}${path}`, item]);
  const sections = Object.entries(isObject(components) ? components : {}).map(([section, parts]) => {
    if (!isObject(parts)) return [section, parts];
    return [section, Object.fromEntries(Object.entries(parts).map(([part, one]) => [`${prefix}.${part}`, one]))];
  });
  return { ...rest, paths: Object.fromEntries(moved), components: Object.fromEntries(sections) };
}

/** The parts of two documents under the same name; those of the second win. */
const joined = (one: unknown, other: unknown): Json => ({
  ...(isObject(one) ? one : {}),
  ...(isObject(other) ? other : {}),
});

/** One document of several. */
export function ownDocument(documents: readonly OwnDocument[]): OpenApiDocument {
  // One alone keeps the names of its parts; of several, the first that lies at the root too.
  const [first = {}, ...others] = documents.map((one, index) =>
    below(one, one.name === '' && index > 0 ? `api${index + 1}` : one.name),
  );
  const all: Json = { ...first };
  for (const other of others) {
    all['paths'] = joined(all['paths'], other['paths']);
    all['webhooks'] = joined(all['webhooks'], other['webhooks']);
    all['tags'] = [all['tags'], other['tags']].flatMap((tags): unknown[] => (Array.isArray(tags) ? tags : []));
    all['components'] = joinedSections(all['components'], other['components']);
  }
  // A document of OpenAPI 3.1 has them, or none; each is an object then.
  return {
    ...all,
    openapi: String(all['openapi'] ?? '3.1.1'),
    info: joined({ title: 'API', version: '1' }, all['info']),
    servers: [],
    paths: joined(all['paths'], {}) as OpenApiDocument['paths'],
    webhooks: joined(all['webhooks'], {}) as OpenApiDocument['webhooks'],
    components: joined(all['components'], {}) as OpenApiDocument['components'],
  };
}

function joinedSections(one: unknown, other: unknown): Json {
  const [mine, theirs] = [joined(one, {}), joined(other, {})];
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  return Object.fromEntries(Array.from(names, (name) => [name, joined(mine[name], theirs[name])]));
}
