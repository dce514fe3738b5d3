/** What must hold of a domain that somebody brought, and of its seeded records. */
import type { DomainOutline, AnyImplementation } from '../call/domain.js';
import { OptionError } from '../options/options.js';
import { DeclarationError, type Domain, isSchema, type Operation, shapeOf } from '@understudy/contract/kit';
import { MAX_SEEDED } from '@understudy/contract/sandboxes';
import { z } from 'zod';
import type { AnyCollection } from '../kit/collection.js';
import { Dataset, type Sizes } from '../kit/dataset.js';
import { seededId } from '../kit/random.js';

/** Files that domains came from; one that was handed over as a value has none. */
export type Files = ReadonlyMap<DomainOutline, string>;

/** A fault of a domain that somebody brought: it stops the start. */
export function domainFault(where: string, what: string, cause?: unknown): OptionError {
  return new OptionError(`${where}: ${what}`, { cause });
}

/** Where a domain lies: its file, or its name where it has none. */
export function whereOf({ contract }: DomainOutline, file: string | undefined): string {
  return file ?? `the domain ${contract.name}`;
}

/** An error as one line. */
export function lineOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.replace(/\s*\n[\s\S]*$/, '').trim();
}

/** A member that cannot be described. */
interface Unrepresentable {
  /** Where it stands, such as `data.created_at`. */
  readonly member: string;
  readonly why: string;
}

type Schema = z.core.$ZodType;

function failure(schema: Schema, io: 'input' | 'output'): string | undefined {
  try {
    z.toJSONSchema(schema, { io });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Schemas within a schema, by where they stand in it. */
function within(schema: Schema): (readonly [string, Schema])[] {
  const shape = shapeOf(schema);
  if (shape !== undefined) return Object.entries(shape);
  const { element, innerType } = schema._zod.def as { readonly element?: Schema; readonly innerType?: Schema };
  const inner = element ?? innerType;
  return inner === undefined ? [] : [['', inner]];
}

/** The member of a schema that JSON Schema has no words for; undefined where there is none. */
function unrepresentable(schema: Schema, io: 'input' | 'output', path = ''): Unrepresentable | undefined {
  const why = failure(schema, io);
  if (why === undefined) return undefined;
  for (const [name, inner] of within(schema)) {
    const found = unrepresentable(inner, io, [path, name].filter((part) => part !== '').join('.'));
    if (found !== undefined) return found;
  }
  return { member: path === '' ? 'a part' : path, why };
}

/** Names that mean something else in a path of tRPC, or to JavaScript. Addresses are below that of the API. */
const RESERVED: ReadonlySet<string> = new Set([
  'api',
  'trpc',
  // tRPC has them of its own.
  'then',
  'call',
  'apply',
  'constructor',
  'prototype',
]);

/** What to write where a schema is none that JSON has. */
const INSTEAD = 'declare what JSON has, such as z.iso.datetime() for a time, and convert it in the handler';

/** Domains of ours that others stand on, so that no other may have their name. */
const OURS: ReadonlySet<string> = new Set(['auth', 'oauth', 'webhooks', 'sandboxes']);

function checkOperation({ name, method, path, meta, input, output }: Operation): void {
  const fault = (what: string): DeclarationError => new DeclarationError(`${name}: ${what}`);
  for (const address of meta.raw === undefined ? [{ method, path }, ...meta.aliases] : []) {
    if (address.path.startsWith('/api/')) continue;
    throw fault(`its path is ${address.path}, but must begin with /api/, such as /api${address.path}`);
  }
  if (meta.scope === 'registry') throw fault('its scope is registry, which only the domain sandboxes has');
  // What speaks HTTP of its own has the schemas of all such.
  const parts =
    meta.raw === undefined
      ? ([
          ['input', input],
          ['output', output],
        ] as const)
      : [];
  for (const [part, schema] of parts) {
    const found = unrepresentable(schema, part);
    if (found !== undefined) {
      throw fault(`${found.member} of its ${part} cannot be described as JSON Schema: ${found.why}; ${INSTEAD}`);
    }
  }
}

/** Refuses two schemas of one id that say different things: a document can name only one of them. */
function checkComponents({ name, operations, events }: Domain): void {
  const known = new Map<string, string>();
  const outputs = Object.values(operations).map(({ output }) => output);
  for (const schema of new Set([...outputs, ...Object.values(events)])) {
    for (const [id, component] of Object.entries(z.toJSONSchema(schema).$defs ?? {})) {
      const text = JSON.stringify(component);
      if ((known.get(id) ?? text) !== text) {
        throw new DeclarationError(
          `${name}: two schemas that differ have the id ${id} in their meta; give one of them another`,
        );
      }
      known.set(id, text);
    }
  }
}

function checkCollection(domain: string, collection: AnyCollection): void {
  const { name, prefix, schema, count, seeded, defaultSize }: Partial<AnyCollection> = Object(collection);
  const fault = (what: string): DeclarationError => new DeclarationError(`${domain}: ${what}`);
  if (typeof name !== 'string' || !/^[a-z][\w.-]*$/i.test(name)) {
    throw fault(`a collection has the name ${JSON.stringify(name)}, which is none`);
  }
  if (typeof prefix !== 'string' || !/^[a-z][\w-]*$/i.test(prefix)) {
    throw fault(`the collection ${name} has the prefix ${JSON.stringify(prefix)}, but needs one of letters and digits`);
  }
  if (!isSchema(schema))
    throw fault(`the schema of the collection ${name} is no schema; give it the z.object of its records`);
  if (typeof count !== 'function' || typeof seeded !== 'function') {
    throw fault(`the collection ${name} lacks the function ${typeof count === 'function' ? 'seeded' : 'count'}`);
  }
  const isSize = Number.isInteger(defaultSize) && Number(defaultSize) >= 0 && Number(defaultSize) <= MAX_SEEDED;
  if (defaultSize !== undefined && !isSize) {
    throw fault(
      `the size of the collection ${name} is ${JSON.stringify(defaultSize)}, but must be a whole number from 0 to ${MAX_SEEDED}`,
    );
  }
}

/**
 * A name of ours can be had where the domain that has it is left out, unless others stand on that.
 *
 * @param kept names of our domains that are served
 * @throws {@link DeclarationError} where it cannot be had
 */
export function checkName(name: string, kept: ReadonlySet<string>): void {
  if (RESERVED.has(name)) throw new DeclarationError(`${name} is a reserved name; choose another for the domain`);
  if (OURS.has(name)) throw new DeclarationError(`${name} is a domain of Understudy itself; choose another name`);
  if (!kept.has(name)) return;
  throw new DeclarationError(
    `${name} is a domain of Understudy itself; choose another name, or do not serve that one with it (--with)`,
  );
}

/**
 * Checks what a domain that somebody brought declares.
 *
 * @throws {@link DeclarationError} naming the member
 */
export function checkDeclared({ contract, collections }: AnyImplementation): void {
  const { name, operations } = contract;
  for (const operation of Object.values(operations)) checkOperation(operation);
  checkComponents(contract);
  for (const collection of collections) checkCollection(name, collection);
}

/** Records at the beginning and at the end that are looked at, and how many between them. */
const ENDS = 3;
const BETWEEN = 10;

/** Positions to look at: never all of a million. */
function sample(count: number): readonly number[] {
  const all = Array.from({ length: Math.min(ENDS, count) }, (_, i) => [i, count - 1 - i]).flat();
  const between = Array.from({ length: BETWEEN }, (_, i) => Math.floor((count * (i + 1)) / (BETWEEN + 1)));
  return [...new Set([...all, ...between.filter((index) => index < count)])].toSorted((a, b) => a - b);
}

/** What is wrong with the record at an index; undefined where nothing is. */
function recordFault(collection: AnyCollection, dataset: Dataset, index: number): string | undefined {
  const { name, prefix, schema } = collection;
  const which = `the seeded record ${index + 1} of ${name}`;
  let record: unknown;
  try {
    record = collection.seeded(dataset, index);
  } catch (error) {
    return `${which} cannot be made: ${lineOf(error)}`;
  }
  if (record instanceof Promise) {
    record.catch(() => undefined);
    return `${which} is a promise; a seed must not be async`;
  }
  const { error } = schema.safeParse(record);
  const [issue] = error?.issues ?? [];
  if (issue !== undefined) {
    const member = issue.path.map(String).join('.');
    return `${which} breaks its schema${member === '' ? '' : ` at ${member}`}: ${issue.message}`;
  }
  // The schema has an id, as the type of a collection says.
  const { id } = record as { readonly id: string };
  if (id === seededId(prefix, index) || collection.indexOf?.(id) === index) return undefined;
  return `${which} has the id ${JSON.stringify(id)}, but must have ${seededId(prefix, index)}, as seededId(${name}.prefix, index) gives it`;
}

function collectionFault(collection: AnyCollection, dataset: Dataset): string | undefined {
  let count: unknown;
  try {
    count = collection.count(dataset);
  } catch (error) {
    return `the count of ${collection.name} fails: ${lineOf(error)}`;
  }
  if (!Number.isInteger(count) || Number(count) < 0) {
    return `the count of ${collection.name} is ${String(count)}, but must be a whole number`;
  }
  for (const index of sample(Number(count))) {
    const fault = recordFault(collection, dataset, index);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/**
 * Checks the seeded records of the domains that somebody brought.
 *
 * @throws {@link OptionError} naming the file, the record and the member
 */
export function checkRecords(
  { domains = [], files }: { readonly domains?: readonly AnyImplementation[]; readonly files?: Files },
  { seed, size }: { readonly seed: string; readonly size: Sizes },
): void {
  const dataset = new Dataset(seed, size);
  for (const domain of domains) {
    // Records of a document follow from it, and nobody has written code for them.
    if (domain.document !== undefined) continue;
    for (const collection of domain.collections) {
      const fault = collectionFault(collection, dataset);
      if (fault !== undefined) throw domainFault(whereOf(domain, files?.get(domain)), fault);
    }
  }
}
