/** Where in a document the keyword stands that a value has failed. */
import type { ApiDocument, Json, JsonObject, Schema } from '../model.js';
import { isObject } from '../schema.js';
import { decoded, pointerStep, stepInto, stepsOf } from './pointers.js';
import { targetOf } from './runnable-schema.js';

/** A keyword in the document. */
export interface SchemaPlace {
  /** JSON pointer (RFC 6901) in the document. */
  readonly pointer: string;
  /** Its value; undefined where it follows from another keyword, or cannot be found. */
  readonly value: Json | undefined;
  /** The schema that it stands in. */
  readonly holder: JsonObject;
}

const MAX_NODES = 3_000_000;

/** What holds values, which may be large, and no schemas. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const', 'required', 'description', 'tags']);

/** Where an object lies in another. */
interface Parent {
  readonly of: object;
  readonly name: string;
}

/** The parent of every object in a document: the first of those that lead to it. */
function parentsIn(root: JsonObject): ReadonlyMap<object, Parent | undefined> {
  const parents = new Map<object, Parent | undefined>([[root, undefined]]);
  const open: JsonObject[] = [root];
  for (let node = open.pop(); node !== undefined && parents.size < MAX_NODES; node = open.pop()) {
    // An array is gone through by its indices, which are the names of its members.
    for (const name of Object.keys(node)) {
      const member = node[name];
      if (typeof member !== 'object' || member === null || VALUES.has(name) || parents.has(member)) continue;
      parents.set(member, { of: node, name });
      open.push(member as JsonObject);
    }
  }
  return parents;
}

/** The pointer of an object; the empty text for one that is not in the document. */
function pointerIn(parents: ReadonlyMap<object, Parent | undefined>, node: object): string {
  const steps: string[] = [];
  for (let parent = parents.get(node); parent !== undefined; parent = parents.get(parent.of)) {
    steps.unshift(`/${pointerStep(parent.name)}`);
  }
  return steps.join('');
}

/** Words of the validator for keywords that the document writes in another way. */
const otherwise: ReadonlyMap<string, readonly string[]> = new Map([
  ['dependantRequired', ['dependentRequired']],
  ['prefixItems', ['items']],
  ['items', ['additionalItems']],
  ['minimum', ['format']],
  ['maximum', ['format']],
  ['multipleOf', ['format']],
  ['pattern', ['format']],
  ['exclusiveMinimum', ['minimum']],
  ['exclusiveMaximum', ['maximum']],
  ['$ref', ['$dynamicRef']],
  ['anyOf', ['oneOf']],
]);

/** Whether a keyword is there; before draft 6 a flag made a bound exclusive, which the bound itself says more of. */
const isSaid = (value: Json | undefined, keyword: string): boolean =>
  value !== undefined && !(keyword.startsWith('exclusive') && typeof value === 'boolean');

/** Finds keywords by the way that the validator has gone from a schema. */
export function placesIn(
  document: Pick<ApiDocument, 'root' | 'resolve'>,
): (schema: Schema, location: string) => SchemaPlace {
  let parents: ReadonlyMap<object, Parent | undefined> | undefined;
  return (schema, location) => {
    const base = (): string => {
      parents ??= parentsIn(document.root);
      return typeof schema === 'object' ? pointerIn(parents, schema) : '';
    };
    const steps = stepsOf(location);
    let node: Json | undefined = schema;
    let holder: JsonObject = isObject(schema) ? schema : {};
    let from: string | undefined;
    let path = '';
    for (let at = 0; at < steps.length; at++) {
      const step = steps[at] ?? '';
      if (isObject(node)) holder = node;
      const reference = step === '$ref' ? (stepInto(node, '$ref') ?? stepInto(node, '$dynamicRef')) : undefined;
      if (typeof reference === 'string' && at < steps.length - 1) {
        node = targetOf(document, reference);
        [from, path] = [decoded(reference.slice(1)), ''];
        continue;
      }
      // What was made for the validator alone: `allOf/2/else/pattern` of a pattern.
      if (step === 'else' && stepInto(node, 'else') === undefined) continue;
      if (
        step === 'allOf' &&
        stepInto(stepInto(node, 'allOf'), steps[at + 1] ?? '') === undefined &&
        at < steps.length - 1
      ) {
        at++;
        continue;
      }
      const name = [step, ...(otherwise.get(step) ?? [])].find((one) => isSaid(stepInto(node, one), one));
      if (name === undefined) break;
      node = stepInto(node, name);
      path += `/${pointerStep(name)}`;
    }
    return { pointer: (from ?? base()) + path, value: node, holder };
  };
}
