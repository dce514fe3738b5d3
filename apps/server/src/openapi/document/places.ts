/** Walks over the parts of a document: the grammar of OpenAPI, 2.0 to 3.2, as far as it leads to references and schemas. */
import type { Json, JsonObject } from '../model.js';
import { isObject } from '../schema.js';
import { pointerName } from '../pointers.js';

/** What an object of a document is. */
export type Kind =
  | 'document'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'requestBody'
  | 'response'
  | 'header'
  | 'media'
  | 'encoding'
  | 'example'
  | 'link'
  | 'callback'
  | 'securityScheme'
  | 'schema';

/** One of a kind, a list of them, or an object of them by name. */
interface Shape {
  readonly kind: Kind;
  readonly as: 'one' | 'list' | 'map';
}

/** The members of each kind by the kind that they lead to: one of it, `[]` a list, `{}` an object of them by name. */
const members: Readonly<Partial<Record<Kind, Readonly<Partial<Record<Kind, string>>>>>> = {
  document: {
    pathItem: 'paths{} webhooks{}',
    components: 'components',
    schema: 'definitions{}',
    parameter: 'parameters{}',
    response: 'responses{}',
    securityScheme: 'securityDefinitions{}',
  },
  components: {
    schema: 'schemas{}',
    response: 'responses{}',
    parameter: 'parameters{}',
    example: 'examples{}',
    requestBody: 'requestBodies{}',
    header: 'headers{}',
    securityScheme: 'securitySchemes{}',
    link: 'links{}',
    callback: 'callbacks{}',
    pathItem: 'pathItems{}',
    media: 'mediaTypes{}',
  },
  pathItem: {
    parameter: 'parameters[]',
    operation: 'get put post delete options head patch trace query additionalOperations{}',
  },
  operation: {
    parameter: 'parameters[]',
    requestBody: 'requestBody',
    response: 'responses{}',
    callback: 'callbacks{}',
  },
  parameter: { schema: 'schema items', example: 'examples{}', media: 'content{}' },
  requestBody: { media: 'content{}' },
  response: { schema: 'schema', header: 'headers{}', media: 'content{}', link: 'links{}' },
  header: { schema: 'schema items', example: 'examples{}', media: 'content{}' },
  media: { schema: 'schema itemSchema', example: 'examples{}', encoding: 'encoding{} prefixEncoding[] itemEncoding' },
  encoding: { header: 'headers{}', encoding: 'encoding{}' },
  schema: {
    schema:
      'properties{} patternProperties{} $defs{} definitions{} dependentSchemas{} allOf[] anyOf[] oneOf[] prefixItems[] ' +
      'items additionalProperties additionalItems not if then else contains propertyNames unevaluatedItems ' +
      'unevaluatedProperties contentSchema',
  },
};

/** One of a kind; the same object each time, as there are millions. */
const ones = new Map<Kind, Shape>();

function one(kind: Kind): Shape {
  let shape = ones.get(kind);
  if (shape === undefined) ones.set(kind, (shape = { kind, as: 'one' }));
  return shape;
}

function shapesOf(led: Readonly<Partial<Record<Kind, string>>>): ReadonlyMap<string, Shape> {
  const shapes = Object.entries(led).flatMap(([to, names]) =>
    names.split(' ').map((written): [string, Shape] => {
      const name = written.replace(/[[\]{}]+$/, '');
      // The names of the kinds are those of the table.
      const kind = to as Kind;
      return [name, written === name ? one(kind) : { kind, as: written.endsWith('[]') ? 'list' : 'map' }];
    }),
  );
  return new Map(shapes);
}

const grammar: ReadonlyMap<string, ReadonlyMap<string, Shape>> = new Map(
  Object.entries(members).map(([kind, led]) => [kind, shapesOf(led)]),
);

/** Kinds that stand where they are referred to: of a section for them not every version knows. */
const UNSECTIONED: ReadonlySet<string> = new Set(['pathItem', 'media', 'components']);

/** Where a document keeps what is referred to, by its kind: at its top in Swagger 2.0, else in its components. */
export function sectionsOf(isOld: boolean): ReadonlyMap<string, readonly string[]> {
  const led = Object.entries(members[isOld ? 'document' : 'components'] ?? {});
  const sections = led.filter(([kind]) => !UNSECTIONED.has(kind));
  return new Map(sections.map(([kind, name]) => [kind, [...(isOld ? [] : ['components']), name.slice(0, -2)]]));
}

/** A part of a document in its place. */
export interface Part {
  readonly value: object;
  readonly kind: Kind;
  /** A list or an object of a kind is a part as well: files have references to them, though OpenAPI allows none. */
  readonly as: Shape['as'];
  /** What it stands in, and by what name. */
  readonly up: Part | undefined;
  readonly name: string | number;
}

/** The pointer of a part in the value that was walked over. */
export function pointerOf(last: Part): string {
  let pointer = '';
  for (let part = last; part.up !== undefined; part = part.up) pointer = `/${pointerName(part.name)}${pointer}`;
  return pointer;
}

/** Members of a map that are extensions of it, and none of its kind: names of schemas may begin like one. */
const isExtension = (kind: Kind, name: string): boolean =>
  (kind === 'pathItem' || kind === 'response') && name.startsWith('x-');

/** What a member of a part is; undefined for what leads to nothing that is looked at. */
function shapeOf({ kind, as }: Part, name: string): Shape | undefined {
  if (as === 'map') return isExtension(kind, name) ? undefined : one(kind);
  // Every member of a callback is a path item.
  if (kind === 'callback') return isExtension('pathItem', name) ? undefined : one('pathItem');
  return grammar.get(kind)?.get(name);
}

/**
 * Every part below a value, in its order, without following references. Examples, defaults and extensions are data: what
 * looks like a reference there is none.
 */
export function* partsIn(root: Json, kind: Kind, as: Shape['as'] = 'one'): Generator<Part> {
  const stack: Part[] = [];
  const push = (value: unknown, name: string | number, shape: Shape | undefined, up?: Part): void => {
    if (typeof value !== 'object' || value === null || shape === undefined) return;
    stack.push({ value, kind: shape.kind, as: shape.as, up, name });
  };
  push(root, '', { kind, as });
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    yield part;
    const { value } = part;
    // The last is put on the stack first. Items are a list in old schemas, too.
    if (Array.isArray(value)) {
      if (part.as === 'map') continue;
      for (let index = value.length - 1; index >= 0; index -= 1) push(value[index], index, one(part.kind), part);
      continue;
    }
    const names = Object.keys(value);
    for (let index = names.length - 1; index >= 0; index -= 1) {
      const name = names[index] ?? '';
      const member = (value as JsonObject)[name];
      if (typeof member === 'object') push(member, name, shapeOf(part, name), part);
    }
  }
}

/** Whether an object is nothing but a reference, as far as OpenAPI is concerned. */
export const isReference = (value: unknown): value is JsonObject & { readonly $ref: string } =>
  isObject(value) && Object.hasOwn(value, '$ref') && typeof value['$ref'] === 'string';
