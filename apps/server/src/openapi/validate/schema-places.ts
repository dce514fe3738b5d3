/** Where in a document the keyword stands that a value has failed. */
import { type Part, partsIn, pointerOf } from '../document/places.js';
import type { Schema, JsonObject, Json, ApiDocument } from '../model.js';
import { isObject } from '../schema.js';
import { decoded, pointerName, stepInto, stepsOf } from '../pointers.js';
import { schemaBehind } from '../document/references.js';

/** A keyword in the document. */
export interface SchemaPlace {
  /** JSON pointer (RFC 6901) in the document. */
  readonly pointer: string;
  /** Its value; undefined where it follows from another keyword, or cannot be found. */
  readonly value: Json | undefined;
  /** The schema that it stands in. */
  readonly holder: JsonObject;
}

/** Where the objects of a document stand that are parts of it. */
function partsOf(root: JsonObject): ReadonlyMap<object, Part> {
  const parts = new Map<object, Part>();
  for (const part of partsIn(root, 'document')) if (!parts.has(part.value)) parts.set(part.value, part);
  return parts;
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
const isStated = (value: Json | undefined, keyword: string): boolean =>
  value !== undefined && !(keyword.startsWith('exclusive') && typeof value === 'boolean');

/** Finds keywords by the way that the validator has gone from a schema. */
export function placesIn(
  document: Pick<ApiDocument, 'root' | 'resolve'>,
): (schema: Schema, location: string) => SchemaPlace {
  let parts: ReadonlyMap<object, Part> | undefined;
  return (schema, location) => {
    const base = (): string => {
      parts ??= partsOf(document.root);
      const part = typeof schema === 'object' ? parts.get(schema) : undefined;
      return part === undefined ? '' : pointerOf(part);
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
        node = schemaBehind(document, reference);
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
      const name = [step, ...(otherwise.get(step) ?? [])].find((one) => isStated(stepInto(node, one), one));
      if (name === undefined) break;
      node = stepInto(node, name);
      path += `/${pointerName(name)}`;
    }
    return { pointer: (from ?? base()) + path, value: node, holder };
  };
}
