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
    const given = owner['parameters'];
    return (Array.isArray(given) ? (given as readonly Json[]) : []).flatMap((parameter, index) => {
      const [, name = ''] = isReference(parameter) ? (/^#\/parameters\/([^/]+)$/.exec(parameter.$ref) ?? []) : [];
      const target = memberOf(shared, name) ?? parameter;
      if (isReference(parameter) || typeof memberOf(target, 'in') === 'string') {
        return [isInBody(target) ? ownCopy(target) : parameter];
      }
      const message = 'that is no parameter; it is left out';
      found.add({ severity: 'warning', message, pointer: `${pointer}/parameters/${index}` });
      return [];
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
        found.add({ severity: 'fault', message: `${name} is no operation`, pointer: at });
      } else if (name !== 'parameters' && name !== '$ref' && !name.startsWith('x-')) {
        found.add({ severity: 'warning', message: `${name} is no method`, pointer: at });
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
