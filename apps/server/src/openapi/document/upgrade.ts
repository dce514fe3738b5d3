/** Which OpenAPI a document is of, or what it is instead; and brings it to OpenAPI 3.1, and what cannot be brought there out of the way. */
import type { Json, JsonObject } from '../model.js';
import { isObject, listOf, memberOf } from '../schema.js';
import { DocumentFault, type Findings } from './fault.js';
import { isReference } from './places.js';
import { setMember } from './plain.js';
import { pointerName, valueAt } from '../pointers.js';

export type Version = '2.0' | '3.0' | '3.1' | '3.2';

/** What a document is known by that is of another kind: members that are all there, by their paths, some with what they say. */
const others: readonly (readonly [members: string, name: string])[] = [
  ['asyncapi', 'an AsyncAPI document'],
  ['arazzo', 'an Arazzo document'],
  ['overlay', 'an OpenAPI Overlay'],
  ['swaggerVersion', 'a document of Swagger 1, which is not read here'],
  ['info._postman_id', 'a Postman collection'],
  ['info.schema=postman.com', 'a Postman collection'],
  ['log.entries', 'an HTTP archive (HAR)'],
  ['_type=export', 'an export of Insomnia'],
  ['__schema', 'a GraphQL schema'],
  ['data.__schema', 'a GraphQL schema'],
  ['apiVersion kind', 'a manifest of Kubernetes'],
  ['discoveryVersion', 'a Google API discovery document'],
  ['dependencies name', 'a package.json'],
  ['$schema', 'a JSON Schema'],
  ['properties', 'a JSON Schema'],
  ['$defs', 'a JSON Schema'],
  ['definitions', 'a JSON Schema'],
];

/** Whether a document has all of some members. */
const hasAll = (document: Json, members: string): boolean =>
  members.split(' ').every((one) => {
    const [path = '', said = ''] = one.split('=');
    const value = valueAt(document, path.split('.'));
    return value !== undefined && (said === '' || String(value).includes(said));
  });

/** What begins texts that are YAML by chance. */
const texts: readonly (readonly [RegExp, string])[] = [
  [/^#%RAML/, 'a RAML document'],
  [/^FORMAT: 1A/, 'a document of API Blueprint'],
];

/** What a value is that is no OpenAPI document: `an array`, `a Postman collection`. */
function nameOf(value: Json, text: string | undefined): string {
  const [, ofText] = texts.find(([pattern]) => text !== undefined && pattern.test(text)) ?? [];
  if (ofText !== undefined) return ofText;
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'an array';
  if (!isObject(value)) return `a ${typeof value === 'string' ? 'text' : typeof value}`;
  if (Object.keys(value).length === 0) return 'an empty object';
  const [, name] = others.find(([members]) => hasAll(value, members)) ?? [];
  return name ?? `an object with ${Object.keys(value).slice(0, 5).join(', ')}, and neither openapi nor swagger`;
}

/** The version as text: YAML makes a number of `3.1`, and 3 of `3.0`. */
function written(version: Json | undefined): string | undefined {
  if (typeof version === 'number') return Number.isInteger(version) ? `${version}.0` : String(version);
  return typeof version === 'string' ? version.trim() : undefined;
}

/** The version of a document, or why it has none. */
export function versionOf(value: Json, text?: string): { readonly version: Version } | { readonly not: string } {
  const swagger = written(memberOf(value, 'swagger'));
  const openapi = written(memberOf(value, 'openapi'));
  if (openapi === undefined && swagger === undefined) {
    return { not: `it is ${nameOf(value, text)}, and no OpenAPI document` };
  }
  const said = openapi ?? swagger ?? '';
  const [, minor] = /^v?3\.([012])(?:\.|-|$)/.exec(said) ?? [];
  if (minor === '0' || minor === '1' || minor === '2') return { version: `3.${minor}` };
  if (/^2(?:\.|$)/.test(said)) return { version: '2.0' };
  return {
    not: `it is of OpenAPI ${said.slice(0, 20) || 'without a number'}; 2.0 (Swagger), 3.0, 3.1 and 3.2 are read`,
  };
}

type Members = Record<string, Json>;
type Upgrade = (value: Record<string, unknown>, version: '3.1') => object;

const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);

const isInBody = (parameter: Json): boolean => ['body', 'formData'].includes(String(memberOf(parameter, 'in')));

/** A copy, so that what is shared in a document is upgraded for each. */
const ownCopy = (value: Json): Json => structuredClone(value) as Json;

/** An object without the members that should be objects and are none. */
function objectsOf(value: Json | undefined): Members {
  const result: Members = {};
  for (const [name, member] of Object.entries(isObject(value) ? value : {})) {
    if (isObject(member) || name.startsWith('x-')) setMember(result, name, member);
  }
  return result;
}

/**
 * Makes a Swagger document such as the upgrade takes: with objects where they should be, with bodies in the operations
 * that have them, and with nothing in paths but operations and parameters, since it takes every other member for an operation.
 */
function prepare(document: Members, found: Findings): void {
  const shared = document['parameters'];
  /** Parameters of a list; those in the body stand there themselves. */
  const parametersOf = (owner: JsonObject, pointer: string): Json[] => {
    return listOf(owner['parameters']).flatMap((parameter, index) => {
      const [, name = ''] = isReference(parameter) ? (/^#\/parameters\/([^/]+)$/.exec(parameter.$ref) ?? []) : [];
      const target = memberOf(shared, name) ?? parameter;
      if (isReference(parameter) || typeof memberOf(target, 'in') === 'string') {
        return [isInBody(target) ? ownCopy(target) : parameter];
      }
      return found.warn('that is no parameter; it is left out', { pointer: `${pointer}/parameters/${index}` }) ?? [];
    });
  };
  const pathOf = (item: JsonObject, pointer: string): Members => {
    const all = parametersOf(item, pointer);
    const bodies = all.filter(isInBody);
    const parameters = all.filter((parameter) => !isInBody(parameter));
    const path: Members = {
      ...(isReference(item) && { $ref: item.$ref }),
      ...(parameters.length > 0 && { parameters }),
    };
    for (const [name, operation] of Object.entries(item)) {
      const at = `${pointer}/${pointerName(name)}`;
      if (METHODS.has(name) && isObject(operation)) {
        const own = parametersOf(operation, at);
        const { parameters: before, responses } = operation;
        const whole = own.some(isInBody) ? own : [...own, ...bodies.map(ownCopy)];
        path[name] = {
          ...operation,
          ...((before !== undefined || whole.length > 0) && { parameters: whole }),
          ...(responses !== undefined && { responses: objectsOf(responses) }),
        };
      } else if (METHODS.has(name)) {
        found.fault(`${name} is no operation`, { pointer: at });
      } else if (name !== 'parameters' && name !== '$ref' && !name.startsWith('x-')) {
        found.warn(`${name} is no method`, { pointer: at });
      }
    }
    return path;
  };
  document['swagger'] = '2.0';
  const paths: Members = {};
  for (const [path, item] of Object.entries(objectsOf(document['paths']))) {
    if (isObject(item)) setMember(paths, path, pathOf(item, `/paths/${pointerName(path)}`));
  }
  document['paths'] = paths;
  for (const name of ['definitions', 'parameters', 'responses', 'securityDefinitions']) {
    if (document[name] !== undefined) document[name] = objectsOf(document[name]);
  }
}

/** The paths of a document that can be upgraded one by one. */
function upgradable(document: Members, upgrade: Upgrade, found: Findings): Members {
  const paths: Members = {};
  for (const [path, item] of Object.entries(objectsOf(document['paths']))) {
    const { swagger, openapi, consumes, produces, parameters } = document;
    const alone = { swagger, openapi, consumes, produces, parameters, paths: { [path]: item } };
    try {
      upgrade(structuredClone(alone), '3.1');
      setMember(paths, path, item);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const pointer = `/paths/${pointerName(path)}`;
      found.fault(`this path cannot be brought to OpenAPI 3.1 (${why}); it is left out`, { pointer });
    }
  }
  return paths;
}

/** Values of the document's own, in which a reference is none. */
const isValue = (name: string): boolean => /^(?:examples?|default|enum|x-.*)$/.test(name);

/** What says of which type a value is. */
const OF_TYPES = ['type', 'format', 'items', 'nullable'];

/** In an answer that is JSON, what is called binary is a text as others are: an upgrade would leave nothing of its schema. */
function dropBinaryOfJson(response: Json): void {
  for (const [type, media] of Object.entries(objectsOf(memberOf(response, 'content')))) {
    const schema = memberOf(media, 'schema');
    if (/json|^\*\/\*/.test(type) && memberOf(schema, 'format') === 'binary') delete (schema as Members)['format'];
  }
}

/** Drops what stands beside a reference and says another type, which counts from OpenAPI 3.1 on: until then it was ignored. */
function dropTypesBesideReferences(document: Members): void {
  const left: Json[] = [document];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (Array.isArray(value)) left.push(...(value as readonly Json[]));
    if (!isObject(value)) continue;
    // `nullable` is about the type beside it.
    if (isReference(value) && value['type'] !== undefined) for (const name of OF_TYPES) delete (value as Members)[name];
    for (const response of Object.values(objectsOf(value['responses']))) dropBinaryOfJson(response);
    for (const [name, member] of Object.entries(value)) if (!isValue(name)) left.push(member);
  }
}

/**
 * A document of OpenAPI 3.1, or 3.2 where it was one. The document that was given is used up.
 *
 * @throws DocumentFault where the whole cannot be upgraded
 */
export async function upgraded(given: JsonObject, version: Version, found: Findings): Promise<JsonObject> {
  // Ours: it was read, or copied.
  const document = given as Members;
  if (version === '3.1' || version === '3.2') return document;
  const { upgrade } = await import('@scalar/openapi-upgrader');
  dropTypesBesideReferences(document);
  if (version === '2.0') prepare(document, found);
  else document['openapi'] = '3.0.4';
  // The upgrade changes the top of what it is given, and copies the rest.
  const before = { ...document };
  try {
    return upgrade(document, '3.1') as JsonObject;
  } catch {
    try {
      return upgrade({ ...before, paths: upgradable(before, upgrade, found) }, '3.1') as JsonObject;
    } catch (error) {
      const message = `it cannot be brought to OpenAPI 3.1: ${error instanceof Error ? error.message : String(error)}`;
      throw new DocumentFault([...found.list, { severity: 'fault', message }], { cause: error });
    }
  }
}
