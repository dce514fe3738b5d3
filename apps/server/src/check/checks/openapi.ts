/** The OpenAPI document of a domain has what generators of clients need. */
import { callReady } from '../bench.js';
import { type Check, ofDomains, ofOperations } from '../check.js';
import { Fault, holds, same } from '../finding.js';
import type { OpenApiDocument } from '../../http/openapi/openapi-document.js';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Types that a JSON Schema can name (JSON Schema Core 2020-12, 4.2.1). */
const types = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

/** Names of components (OpenAPI 3.1.1, "Components Object"). */
const COMPONENT_NAME = /^[\w.-]+$/;

/** The part of a document that a reference names; undefined where there is none (RFC 6901). */
function referred(document: Json, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  const keys = reference.slice(2).split('/');
  return keys.reduce<unknown>((part, key) => {
    const name = decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
    return isObject(part) && Object.hasOwn(part, name) ? part[name] : undefined;
  }, document);
}

/** Goes through the parts that a document reaches, references included, each once. */
function* reached(
  document: Json,
  part: unknown,
  { at, seen }: { readonly at: string; readonly seen: Set<unknown> },
): Generator<readonly [Json, string]> {
  if (typeof part !== 'object' || part === null || seen.has(part)) return;
  seen.add(part);
  if (isObject(part)) {
    yield [part, at];
    const reference = part['$ref'];
    if (typeof reference === 'string') yield* reached(document, referred(document, reference), { at: reference, seen });
  }
  for (const [name, member] of Object.entries(part)) {
    // An example is no part of the description: it may hold anything.
    if (name === 'example' || name === 'examples' || name === 'default' || name === 'const' || name === 'enum')
      continue;
    yield* reached(document, member, { at: `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, seen });
  }
}

function schemaFaults(schema: Json, at: string): string[] {
  const { type, properties, required } = schema;
  const named: readonly unknown[] = Array.isArray(type) ? type : [type];
  const isSchema = typeof type === 'string' || Array.isArray(type);
  const unknown = isSchema ? named.filter((name) => !types.has(String(name))) : [];
  const choices = schema['enum'];
  const missing =
    isObject(properties) && Array.isArray(required) ? required.filter((name) => !(String(name) in properties)) : [];
  return [
    ...unknown.map((name) => `${at} has the type ${String(name)}, which JSON Schema does not know`),
    ...(Array.isArray(choices) && choices.length === 0 ? [`${at} has an enum without values`] : []),
    ...missing.map((name) => `${at} requires ${String(name)}, which is none of its properties`),
    ...(type === 'array' && !('items' in schema) && !('prefixItems' in schema) ? [`${at} is a list of anything`] : []),
  ];
}

interface DocumentedOperation extends Json {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly parameters?: readonly Json[];
}

function resolved(document: Json, part: Json): Json {
  const reference = part['$ref'];
  const found = typeof reference === 'string' ? referred(document, reference) : part;
  return isObject(found) ? found : {};
}

function operationFaults(document: Json, path: string, operation: DocumentedOperation): string[] {
  const { operationId: id, responses, parameters = [] } = operation;
  const all = parameters.map((parameter) => resolved(document, parameter));
  const inPath = all.filter((parameter) => parameter['in'] === 'path');
  const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const keys = all.map((parameter) => `${String(parameter['in'])} ${String(parameter['name'])}`);
  const statuses = Object.keys(responses);
  const lacks = (of: string) => !statuses.some((status) => status.startsWith(of));
  return [
    ...wanted
      .filter((name) => !inPath.some((parameter) => parameter['name'] === name && parameter['required'] === true))
      .map((name) => `${id} does not document the path parameter ${name}`),
    ...inPath
      .filter((parameter) => !wanted.includes(String(parameter['name'])))
      .map((parameter) => `${id} documents the path parameter ${String(parameter['name'])}, which its path has not`),
    ...keys.filter((key, i) => keys.indexOf(key) < i).map((key) => `${id} has the parameter ${key} twice`),
    ...all
      .filter((parameter) => !('schema' in parameter) && !('content' in parameter))
      .map((parameter) => `${id} has no schema for the parameter ${String(parameter['name'])}`),
    ...(lacks('2') && lacks('3') ? [`${id} has no response of a success`] : []),
    ...(lacks('4') ? [`${id} has no response of a failure`] : []),
    ...['summary', 'description'].filter((name) => !operation[name]).map((name) => `${id} has no ${name}`),
  ];
}

/** Every reference has what it names, every schema is one, wherever an operation reaches them. */
function partFaults(document: Json, operation: Json, { at, seen }: { at: string; seen: Set<unknown> }): string[] {
  return [...reached(document, operation, { at, seen })].flatMap(([part, where]) => {
    const reference = part['$ref'];
    const isDangling = typeof reference === 'string' && referred(document, reference) === undefined;
    return [
      ...(isDangling ? [`${where} refers to ${reference}, which is not there`] : []),
      ...schemaFaults(part, where),
    ];
  });
}

/**
 * The faults of a document.
 *
 * @param own names of the operations that are looked at
 */
export function documentFaults(document: OpenApiDocument, own: readonly string[]): string[] {
  const seen = new Set<unknown>();
  const ids = new Map<string, string>();
  const faults: string[] = [];
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: operation as DocumentedOperation,
    })),
  );
  for (const { path, method, operation } of all) {
    const other = ids.get(operation.operationId);
    const address = `${method.toUpperCase()} ${path}`;
    if (other !== undefined) faults.push(`${other} and ${address} have the same operationId ${operation.operationId}`);
    ids.set(operation.operationId, address);
    if (!own.includes(operation.operationId)) continue;
    faults.push(...operationFaults(document, path, operation));
    faults.push(...partFaults(document, operation, { at: operation.operationId, seen }));
  }
  const tags = new Set(((document['tags'] ?? []) as readonly Json[]).map((tag) => tag['name']));
  const used = new Set(own.map((name) => name.split('.')[0]));
  faults.push(...[...used].filter((tag) => !tags.has(tag)).map((tag) => `the tag ${tag} is not described`));
  const names = Object.values(document.components).flatMap((part) => Object.keys((part ?? {}) as object));
  faults.push(...names.filter((name) => !COMPONENT_NAME.test(name)).map((name) => `${name} is no name of a component`));
  return faults;
}

const CURL = "curl 'http://127.0.0.1:4010/openapi.json'";

/** What generators of clients need of the document. */
export const documentChecks: readonly Check[] = [
  ofDomains({
    name: 'openapi',
    proves: 'The OpenAPI document has nothing that generators of clients fail at.',
    run: async ({ contract }, bench) => {
      const document = await bench.document();
      const own = Object.values(contract.operations).map(({ name }) => name);
      const faults = documentFaults(document, own);
      if (faults.length > 0) throw new Fault({ asked: CURL, expected: 'no findings', actual: faults.join('; ') });
    },
  }),
  ofOperations({
    name: 'documented',
    proves: 'An operation is documented under its name, with the status that it answers.',
    run: async (operation, bench) => {
      const found = (await bench.document()).paths[operation.path]?.[operation.method.toLowerCase()];
      same({ what: 'operationId', asked: CURL, actual: found?.operationId, expected: operation.name });
      const ready = await bench.ready(await bench.sandbox(operation), operation);
      const { status, asked: call } = await callReady(ready);
      const statuses = Object.keys(found?.responses ?? {});
      const expected = `one of the documented statuses ${statuses.join(', ')}`;
      holds(statuses.includes(String(status)), { asked: call, expected, actual: String(status) });
    },
  }),
];
