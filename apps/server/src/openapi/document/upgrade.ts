/** Brings a document to OpenAPI 3.1, and what cannot be brought there out of the way. */
import type { Json, JsonObject } from '../model.js';
import { isObject, memberOf } from '../schema.js';
import { DocumentFault, type Findings } from './fault.js';
import { pointerName } from './lines.js';
import { isReference } from './places.js';
import { setMember } from './plain.js';
import type { Version } from './version.js';

type Members = Record<string, Json>;
type Upgrade = (value: Record<string, unknown>, version: '3.1') => object;

const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);

/** The parameter that a Swagger document names here. */
function parameterOf(document: JsonObject, given: Json): Json {
  if (!isReference(given)) return given;
  const [, name] = /^#\/parameters\/([^/]+)$/.exec(given.$ref) ?? [];
  return (name === undefined ? undefined : memberOf(document['parameters'], name)) ?? given;
}

const isInBody = (parameter: Json): boolean => ['body', 'formData'].includes(String(memberOf(parameter, 'in')));

/** A copy, so that what is shared in a document is upgraded for each. */
const ownCopy = (value: Json): Json => structuredClone(value) as Json;

/** What a Swagger document is prepared with. */
interface Preparing {
  readonly document: JsonObject;
  readonly found: Findings;
}

/** Parameters of a list; those in the body stand there themselves, which the upgrade needs. */
function ownParameters({ document, found }: Preparing, given: Json | undefined, pointer: string): Json[] {
  return (Array.isArray(given) ? (given as readonly Json[]) : []).flatMap((parameter, index) => {
    const target = parameterOf(document, parameter);
    if (isReference(parameter) || (isObject(target) && typeof target['in'] === 'string')) {
      return [isInBody(target) ? ownCopy(target) : parameter];
    }
    const message = 'that is no parameter; it is left out';
    found.add({ severity: 'warning', message, pointer: `${pointer}/parameters/${index}` });
    return [];
  });
}

/** An object without the members that should be objects and are none. */
function objectsOf(value: Json | undefined): Members {
  const result: Members = {};
  for (const [name, member] of Object.entries(isObject(value) ? value : {})) {
    if (isObject(member) || name.startsWith('x-')) setMember(result, name, member);
  }
  return result;
}

/** An operation with its parameters, and the body that all operations of its path have. */
function prepareOperation(preparing: Preparing, operation: JsonObject, pointer: string, bodies: Json[]): JsonObject {
  const own = ownParameters(preparing, operation['parameters'], pointer);
  const parameters = own.some(isInBody) ? own : [...own, ...bodies.map(ownCopy)];
  const { responses } = operation;
  return {
    ...operation,
    ...(operation['parameters'] === undefined && parameters.length === 0 ? {} : { parameters }),
    ...(responses === undefined ? {} : { responses: objectsOf(responses) }),
  };
}

/** A path with nothing but its operations and parameters: the upgrade takes every other member for an operation. */
function preparePath(preparing: Preparing, item: JsonObject, pointer: string): JsonObject {
  const shared = ownParameters(preparing, item['parameters'], pointer);
  const bodies = shared.filter(isInBody);
  const parameters = shared.filter((parameter) => !isInBody(parameter));
  const own: Members = {
    ...(isReference(item) ? { $ref: item.$ref } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
  };
  for (const [name, operation] of Object.entries(item)) {
    const at = `${pointer}/${pointerName(name)}`;
    if (METHODS.has(name) && isObject(operation)) {
      own[name] = prepareOperation(preparing, operation, at, bodies);
    } else if (METHODS.has(name)) {
      preparing.found.add({ severity: 'fault', message: `${name} is no operation`, pointer: at });
    } else if (name !== 'parameters' && name !== '$ref' && !name.startsWith('x-')) {
      preparing.found.add({ severity: 'warning', message: `${name} is no method`, pointer: at });
    }
  }
  return own;
}

/** The paths of a Swagger document, such as the upgrade takes. */
function preparePaths(preparing: Preparing): Members {
  const paths: Members = {};
  for (const [path, item] of Object.entries(objectsOf(preparing.document['paths']))) {
    if (isObject(item)) setMember(paths, path, preparePath(preparing, item, `/paths/${pointerName(path)}`));
  }
  return paths;
}

/** Makes what a Swagger document is made of such as the upgrade takes. */
function prepare(document: Members, found: Findings): void {
  document['swagger'] = '2.0';
  for (const name of ['definitions', 'parameters', 'responses', 'securityDefinitions']) {
    if (document[name] !== undefined) document[name] = objectsOf(document[name]);
  }
  document['paths'] = preparePaths({ document, found });
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
      found.add({
        severity: 'fault',
        message: `this path cannot be brought to OpenAPI 3.1 (${why}); it is left out`,
        pointer: `/paths/${pointerName(path)}`,
      });
    }
  }
  return paths;
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
