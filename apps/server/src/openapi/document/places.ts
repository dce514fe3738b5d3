/** Where references may stand in a document: the grammar of OpenAPI, 2.0 to 3.2, as far as it leads to them. */
import type { Json, JsonObject } from '../model.js';
import { isObject } from '../schema.js';
import { pointerName } from './lines.js';

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

const ones = new Map<Kind, Shape>();

/** One of a kind; the same object each time, as there are millions. */
function one(kind: Kind): Shape {
  let shape = ones.get(kind);
  if (shape === undefined) ones.set(kind, (shape = { kind, as: 'one' }));
  return shape;
}

const list = (kind: Kind): Shape => ({ kind, as: 'list' });
const map = (kind: Kind): Shape => ({ kind, as: 'map' });

const shapes = (members: Readonly<Record<string, Shape>>): ReadonlyMap<string, Shape> =>
  new Map(Object.entries(members));

const named = (names: readonly string[], shape: Shape) => Object.fromEntries(names.map((name) => [name, shape]));

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** The members of each kind that lead to references. */
const grammar: Readonly<Record<Kind, ReadonlyMap<string, Shape>>> = {
  document: shapes({
    paths: map('pathItem'),
    webhooks: map('pathItem'),
    components: one('components'),
    definitions: map('schema'),
    parameters: map('parameter'),
    responses: map('response'),
    securityDefinitions: map('securityScheme'),
  }),
  components: shapes({
    schemas: map('schema'),
    responses: map('response'),
    parameters: map('parameter'),
    examples: map('example'),
    requestBodies: map('requestBody'),
    headers: map('header'),
    securitySchemes: map('securityScheme'),
    links: map('link'),
    callbacks: map('callback'),
    pathItems: map('pathItem'),
    mediaTypes: map('media'),
  }),
  pathItem: shapes({
    parameters: list('parameter'),
    additionalOperations: map('operation'),
    ...named(METHODS, one('operation')),
  }),
  operation: shapes({
    parameters: list('parameter'),
    requestBody: one('requestBody'),
    responses: map('response'),
    callbacks: map('callback'),
  }),
  parameter: shapes({
    schema: one('schema'),
    items: one('schema'),
    examples: map('example'),
    content: map('media'),
  }),
  requestBody: shapes({ content: map('media') }),
  response: shapes({ schema: one('schema'), headers: map('header'), content: map('media'), links: map('link') }),
  header: shapes({ schema: one('schema'), items: one('schema'), examples: map('example'), content: map('media') }),
  media: shapes({
    schema: one('schema'),
    itemSchema: one('schema'),
    examples: map('example'),
    encoding: map('encoding'),
    prefixEncoding: list('encoding'),
    itemEncoding: one('encoding'),
  }),
  encoding: shapes({ headers: map('header'), encoding: map('encoding') }),
  example: shapes({}),
  link: shapes({}),
  // Every member of a callback is a path item.
  callback: shapes({}),
  securityScheme: shapes({}),
  schema: shapes({
    ...named(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'], map('schema')),
    ...named(['allOf', 'anyOf', 'oneOf', 'prefixItems'], list('schema')),
    ...named(
      [
        'items',
        'additionalProperties',
        'additionalItems',
        'not',
        'if',
        'then',
        'else',
        'contains',
        'propertyNames',
        'unevaluatedItems',
        'unevaluatedProperties',
        'contentSchema',
      ],
      one('schema'),
    ),
  }),
};

/** A value on the way from the root, with what it is in. */
interface Step {
  readonly value: object;
  readonly kind: Kind;
  readonly as: Shape['as'];
  readonly up: Step | undefined;
  readonly name: string | number;
}

function pointerOf(last: Step): string {
  const names: string[] = [];
  for (let step: Step | undefined = last; step?.up !== undefined; step = step.up) names.push(pointerName(step.name));
  return names.map((_, index) => `/${names[names.length - 1 - index]}`).join('');
}

/** A reference in its place. */
export interface Place {
  readonly ref: string;
  /** The object with the reference; whoever owns the document may change it. */
  readonly node: Record<string, Json>;
  readonly kind: Kind;
  /** Whether it stands for one of its kind, or for a list or an object of them, which no OpenAPI allows and files have. */
  readonly as: Shape['as'];
  /** What it stands in, and by what name. */
  readonly holder: Record<string, Json> | undefined;
  readonly name: string | number;
  readonly pointer: () => string;
}

/** Members of a map that are extensions of it, and none of its kind: names of schemas may begin like one. */
const isExtension = (kind: Kind, name: string): boolean =>
  (kind === 'pathItem' || kind === 'response') && name.startsWith('x-');

/** What a member of an object is; undefined for what leads to no reference. */
function shapeOf({ kind, as }: Step, name: string): Shape | undefined {
  if (as === 'map') return isExtension(kind, name) ? undefined : one(kind);
  if (kind === 'callback') return isExtension('pathItem', name) ? undefined : one('pathItem');
  return grammar[kind].get(name);
}

/** Puts what is in a value on the stack, in such an order that the first is taken first. */
function open(stack: Step[], step: Step): void {
  const { value, kind, as } = step;
  const push = (member: unknown, name: string | number, shape: Shape | undefined) => {
    if (typeof member !== 'object' || member === null || shape === undefined) return;
    stack.push({ value: member, kind: shape.kind, as: shape.as, up: step, name });
  };
  if (Array.isArray(value)) {
    if (as === 'map') return;
    // Items are a list in old schemas, too.
    for (let index = value.length - 1; index >= 0; index -= 1) push(value[index], index, one(kind));
    return;
  }
  const members = value as JsonObject;
  for (const name of Object.keys(members).toReversed()) {
    const member = members[name];
    if (typeof member === 'object') push(member, name, shapeOf(step, name));
  }
}

/**
 * Every reference below a value, in its order, without following any. Examples, defaults and extensions are data: what
 * looks like a reference there is none.
 */
export function* placesIn(value: Json, kind: Kind, as: Shape['as'] = 'one'): Generator<Place> {
  if (typeof value !== 'object' || value === null) return;
  const stack: Step[] = [{ value, kind, as, up: undefined, name: '' }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const last = step;
    // The owner of the tree changes what it owns; nobody else gets it.
    const node = step.value as Record<string, Json>;
    if (isReference(node)) {
      yield {
        ref: node.$ref,
        node,
        kind: step.kind,
        as: step.as,
        holder: step.up?.value as Record<string, Json> | undefined,
        name: step.name,
        pointer: () => pointerOf(last),
      };
    }
    open(stack, step);
  }
}

/** Whether an object is nothing but a reference, as far as OpenAPI is concerned. */
export const isReference = (value: Json | undefined): value is JsonObject & { readonly $ref: string } =>
  isObject(value) && Object.hasOwn(value, '$ref') && typeof value['$ref'] === 'string';
