/** The components of a document: drops those that nothing refers to, and names those of several domains apart. */
import type { Domain } from '@understudy/contract/kit';
import { z } from 'zod';
import type { Components, Json, Schemas } from './openapi-document.js';

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
  for (const [sort, named] of Object.entries(own.components)) {
    // The others say the same under the same name.
    if (sort !== 'schemas') components[sort] = { ...components[sort], ...named };
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
