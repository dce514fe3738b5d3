/** Makes the operations of a document and their names, and says which cannot be served. */
import type { ApiMethod, ApiOperation, ApiParameter, Json, JsonObject } from '../model.js';
import { isObject } from '../schema.js';
import type { Needs } from './check.js';
import type { Findings } from './fault.js';
import {
  type Reading,
  warn,
  type Schemes,
  bodyOf,
  callbacksOf,
  entriesOf,
  METHODS,
  MissingPart,
  parameterOf,
  parametersOf,
  responsesOf,
  metadataOf,
  schemesIn,
  securityOf,
} from './parts.js';
import type { References } from './references.js';
import { withoutSlashes } from '../addresses.js';
import { camelCase, wordsOf } from '../understand/nouns.js';
import { pointerName } from '../pointers.js';

/** Methods that a server answers without any operation of the document. */
const ANSWERED: ReadonlySet<string> = new Set(['head', 'options', 'trace']);

/** Members of a path that are no operations. */
const NO_OPERATION: ReadonlySet<string> = new Set(['$ref', 'parameters', 'servers', 'summary', 'description']);

/** What operations are made with. */
interface Making {
  readonly root: JsonObject;
  readonly references: References;
  readonly needs: Needs;
  readonly schemes: Schemes;
  readonly found: Findings;
  readonly idOf: ReturnType<typeof idsOf>;
  /** Which operation has a method and a path, whatever its parameters are called. */
  readonly taken: Map<string, string>;
}

interface PathItem {
  readonly item: JsonObject;
  readonly path: string;
  /** Where the path is said, and where its operations are. */
  readonly said: string;
  readonly pointer: string;
}

/** A path as requests have it, or why no request has it. */
function pathOf(given: string): { readonly path: string; readonly warning?: string } | { readonly fault: string } {
  const [bare = ''] = given.split(/[?#]/);
  const path = bare.startsWith('/') ? bare : `/${bare}`;
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  if (/[{}]/.test(path.replaceAll(/\{[^{}]*\}/g, ''))) return { fault: 'its braces do not match' };
  if (names.includes('')) return { fault: 'a parameter in it has no name' };
  if (path.length !== bare.length) return { path, warning: `a path begins with a slash; it is served as ${path}` };
  if (bare.length !== given.length)
    return { path, warning: `a path has no query or fragment; it is served as ${path}` };
  if (new Set(names).size < names.length) return { path, warning: 'a parameter stands twice in it' };
  return { path };
}

/** What two paths share that no request can tell from each other. */
const shapeOf = (path: string): string => withoutSlashes(path.replaceAll(/\{[^{}]*\}/g, '{}'));

/** Parameters that an operation has, its own before those of its path; of the template, each that is there. */
function parametersFor(reading: Reading, operation: JsonObject, pointer: string, at: PathItem): ApiParameter[] {
  const { item, path } = at;
  const all = [
    ...parametersOf(reading, item['parameters'], `${at.pointer}/parameters`),
    ...parametersOf(reading, operation['parameters'], `${pointer}/parameters`),
  ];
  const byName = new Map<string, ApiParameter>();
  for (const parameter of all) {
    const { name, in: place } = parameter;
    byName.set(`${place} ${place === 'header' ? name.toLowerCase() : name}`, parameter);
  }
  const names = new Set([...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name));
  for (const [key, { name, in: place, pointer: where }] of byName) {
    if (place !== 'path' || names.has(name)) continue;
    warn(reading, `parameter ${name} is not in the path; it is left out`, where);
    byName.delete(key);
  }
  for (const name of names) {
    if (byName.has(`path ${name}`)) continue;
    warn(reading, `parameter ${name} of the path is not declared; any text is taken for it`, pointer);
    const undeclared = parameterOf(reading, { value: { name, in: 'path', schema: { type: 'string' } }, pointer });
    if (undeclared !== undefined) byName.set(`path ${name}`, undeclared);
  }
  return [...byName.values()];
}

/** The operation at a pointer; undefined where it cannot be served. */
function operationOf(making: Making, at: PathItem, method: ApiMethod, given: JsonObject): ApiOperation | undefined {
  const { references, found, needs, taken, root } = making;
  const operation = `${method} ${at.path}`;
  const pointer = `${at.pointer}/${method.toLowerCase()}`;
  const reading: Reading = { references, found, operation };
  const leaveOut = (why: string, where = pointer): undefined =>
    found.fault(`${operation} is left out: ${why}`, { pointer: where, operation });
  const shape = `${method} ${shapeOf(at.path)}`;
  const other = taken.get(shape);
  if (other !== undefined)
    return leaveOut(`no request can tell it from ${other}`, `${at.said}/${method.toLowerCase()}`);
  const need = needs.get(pointer) ?? needs.get(at.pointer) ?? needs.get(at.said);
  if (need !== undefined) return leaveOut(`it needs $ref ${need}`);
  try {
    const words = metadataOf(given);
    const read = {
      ...words,
      method,
      path: at.path,
      parameters: parametersFor(reading, given, pointer, at),
      body: bodyOf(reading, given['requestBody'], `${pointer}/requestBody`),
      responses: responsesOf(reading, given['responses'], `${pointer}/responses`),
      callbacks: callbacksOf(reading, given['callbacks'], `${pointer}/callbacks`),
      security: securityOf(reading, making.schemes, given['security'] ?? root['security'], pointer),
      pointer,
    };
    taken.set(shape, operation);
    return { id: making.idOf(words.operationId, method, at.path), ...read };
  } catch (error) {
    if (error instanceof MissingPart) return leaveOut(error.message, error.pointer);
    throw error;
  }
}

/** Says of a member of a path what is not served. */
function sayUnserved({ found, taken }: Making, name: string, pointer: string, path: string): undefined {
  const lower = name.toLowerCase();
  if (NO_OPERATION.has(name) || name.startsWith('x-')) return;
  if (ANSWERED.has(name)) {
    if (taken.has(name)) return;
    taken.set(name, path);
    found.warn(`${name.toUpperCase()} is answered by the server itself, here and elsewhere`, { pointer });
  } else if (name === 'query' || name === 'additionalOperations') {
    found.warn(`${name} of OpenAPI 3.2 is not served`, { pointer });
  } else {
    const hint = METHODS.has(lower) ? `; it is written ${lower}` : '';
    found.warn(`${name} is no method${hint}`, { pointer });
  }
}

function operationsOfPath(making: Making, given: string, value: Json): ApiOperation[] {
  const { references, found } = making;
  const said = `/paths/${pointerName(given)}`;
  const target = references.follow(value, said);
  if (!isObject(target?.value)) {
    return found.fault('nothing is served here: it is no object, or leads nowhere', { pointer: said }) ?? [];
  }
  const served = pathOf(given);
  if ('fault' in served) {
    return found.fault(`no request has this path: ${served.fault}`, { pointer: said }) ?? [];
  }
  const { path, warning } = served;
  // Members beside a reference add to what it leads to.
  const item = isObject(value) ? { ...target.value, ...value } : target.value;
  const at: PathItem = { item, path, said, pointer: target.pointer };
  const operations = entriesOf(item, target.pointer).flatMap(([name, operation, pointer]) => {
    const method = METHODS.get(name);
    if (method === undefined) return sayUnserved(making, name, pointer, path) ?? [];
    if (!isObject(operation)) return found.fault(`${name} is no operation`, { pointer }) ?? [];
    return operationOf(making, at, method, operation) ?? [];
  });
  // Where nothing is served, that was said.
  if (warning !== undefined && operations.length > 0) found.warn(warning, { pointer: said });
  return operations;
}

/** The operations of a document of OpenAPI 3.1, in its order. */
export function operationsIn(
  root: JsonObject,
  references: References,
  needs: Needs,
  found: Findings,
): readonly ApiOperation[] {
  const schemes = schemesIn(root, references, found);
  const making: Making = { root, references, needs, schemes, found, idOf: idsOf(), taken: new Map() };
  return entriesOf(root['paths'], '/paths').flatMap(([path, value]) =>
    path.startsWith('x-') ? [] : operationsOfPath(making, path, value),
  );
}

/** Longest name of an operation, in characters. */
const MAX_LENGTH = 120;

/** Characters of a name that are looked at. */
const MAX_READ = 500;

/** Members of every object, and what promises and routers take for theirs. */
const TAKEN: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'apply',
  'call',
  'bind',
  'prototype',
  'then',
  'name',
  'length',
]);

/** The words of a name in plain letters. */
const plainWords = (name: string): readonly string[] =>
  wordsOf(
    name
      .slice(0, MAX_READ)
      .normalize('NFKD')
      .replaceAll(/\p{Mark}/gu, ''),
  ).flatMap((word) => word.match(/[a-z]+|\d+/g) ?? []);

/** Words as the name of an operation. */
function nameOf(words: readonly string[]): string {
  const name = camelCase(words).slice(0, MAX_LENGTH);
  return /^\d/.test(name) ? `op${name}` : name;
}

/** A name made of method and path: `getUsersByUserIdPosts`. */
function nameOfPath(method: string, path: string): string {
  const parts = path
    .split(/[{}]/)
    .flatMap((part, index) => (index % 2 === 1 ? ['by', ...plainWords(part)] : plainWords(part)));
  return nameOf([method.toLowerCase(), ...parts]);
}

/** Gives names to operations, each of them once. */
function idsOf(): (operationId: string | undefined, method: string, path: string) => string {
  const given = new Set<string>();
  const counts = new Map<string, number>();
  return (operationId, method, path) => {
    const own = operationId === undefined ? '' : nameOf(plainWords(operationId));
    const name = own === '' ? nameOfPath(method, path) : own;
    const base = TAKEN.has(name) ? `${name}Operation` : name;
    let id = base;
    let count = counts.get(base) ?? 1;
    for (; given.has(id); count += 1) id = `${base}${/\d$/.test(base) ? 'v' : ''}${count + 1}`;
    counts.set(base, count);
    given.add(id);
    return id;
  };
}
