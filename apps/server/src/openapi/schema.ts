/** What can be read from a schema without a value: its members, its types, what it lists; read once for each schema. */
import type { ApiDocument, Json, JsonObject, Schema } from './model.js';

type Resolve = Pick<ApiDocument, 'resolve'>;

/** What a schema, the schemas that it refers to, its allOf and every branch of it say of a value. */
export interface Shape {
  /** The schema behind references: two that are one object are one schema. */
  readonly schema: Schema | undefined;
  /** Types other than null that are named, or that follow from keywords; none where nothing is said. */
  readonly types: ReadonlySet<string>;
  readonly isNullable: boolean;
  /** Members, those of every branch, each with the first schema that is found. */
  readonly members: ReadonlyMap<string, Schema>;
  /** Of several branches, those that the first requires. */
  readonly required: ReadonlySet<string>;
  /** The schema of members that are not listed; undefined where nothing is said of them. */
  readonly additional: Schema | undefined;
  /** The schema of the elements of a list. */
  readonly items: Schema | undefined;
  /** Texts and other values that are listed, without null. */
  readonly values: readonly Json[];
  readonly format: string | undefined;
  readonly description: string;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

/** Whether a value can be a number. */
export const isNumeric = ({ types }: Pick<Shape, 'types'>): boolean => types.has('integer') || types.has('number');

/** Reads the schemas of one document. */
export interface Shapes {
  readonly of: (node: Json | undefined) => Shape;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of an object, which one called like a member of every object is not taken for. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The items of a list; none of what is no list. */
export const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

export const isSchema = (value: Json | undefined): value is Schema => typeof value === 'boolean' || isObject(value);

/** The types of JSON Schema. */
export const TYPES: readonly string[] = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];

/** The types of JSON Schema that a schema names. */
export const namedTypes = ({ type }: JsonObject): readonly string[] =>
  [type ?? []].flat().filter((one): one is string => typeof one === 'string' && TYPES.includes(one));

/** Parts of one schema that are looked at: references, allOf, branches. More than any document has, and an end for hostile ones. */
const MAX_PARTS = 500;

const NOTHING: Shape = {
  schema: undefined,
  types: new Set(),
  isNullable: false,
  members: new Map(),
  required: new Set(),
  additional: undefined,
  items: undefined,
  values: [],
  format: undefined,
  description: '',
  readOnly: false,
  writeOnly: false,
};

const BRANCHES = ['allOf', 'oneOf', 'anyOf'] as const;

/** Whether a schema says nothing but null. */
function isNull({ type, const: value, enum: values }: JsonObject): boolean {
  const isOnlyNull = (list: readonly (Json | undefined)[], nothing: Json): boolean =>
    list.length === 1 && list[0] === nothing;
  return isOnlyNull([type].flat(), 'null') || value === null || isOnlyNull(listOf(values), null);
}

/** A schema that a value may have to fit. */
interface Part {
  readonly schema: JsonObject;
  /** Whether it is the schema itself, of its allOf, or the first branch, which stands for the others. */
  readonly isFirst: boolean;
}

/** The parts of a schema, each once, its own first. */
function partsOf({ resolve }: Resolve, schema: JsonObject): readonly Part[] {
  const own = { schema, isFirst: true };
  if (!BRANCHES.some((keyword) => schema[keyword] !== undefined)) return [own];
  const parts = new Map<JsonObject, Part>([[schema, own]]);
  for (const part of parts.values()) {
    for (const keyword of BRANCHES) {
      let hasFirst = false;
      for (const node of listOf(part.schema[keyword])) {
        const found = resolve(node);
        if (!isObject(found) || (keyword !== 'allOf' && isNull(found))) continue;
        const isFirst = part.isFirst && (keyword === 'allOf' || !hasFirst);
        hasFirst = true;
        if (!parts.has(found) && parts.size < MAX_PARTS) parts.set(found, { schema: found, isFirst });
      }
    }
  }
  return [...parts.values()];
}

function typesOf(schema: JsonObject): readonly string[] {
  const named = [schema['type'] ?? []].flat().filter((one) => typeof one === 'string');
  if (named.length > 0) return named.filter((one) => one !== 'null');
  if (isObject(schema['properties']) || schema['additionalProperties'] !== undefined) return ['object'];
  return schema['items'] === undefined && schema['prefixItems'] === undefined ? [] : ['array'];
}

/** Whether a value of a schema may be null. */
function mayBeNull({ resolve }: Resolve, schema: JsonObject): boolean {
  if ([schema['type']].flat().includes('null')) return true;
  return [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])].some((node) => {
    const branch = resolve(node);
    return isObject(branch) && isNull(branch);
  });
}

function shapeOf(document: Resolve, schema: JsonObject): Shape {
  const members = new Map<string, Schema>();
  const required = new Set<string>();
  const types = new Set<string>();
  const values: Json[] = [];
  const found: { -readonly [Keyword in keyof Shape]?: Shape[Keyword] } = {};
  for (const { schema: part, isFirst } of partsOf(document, schema)) {
    const { properties, additionalProperties, items, format, description } = part;
    for (const type of typesOf(part)) types.add(type);
    for (const [name, member] of Object.entries(isObject(properties) ? properties : {})) {
      if (isSchema(member) && !members.has(name)) members.set(name, member);
    }
    if (isFirst) {
      for (const name of listOf(part['required'])) if (typeof name === 'string') required.add(name);
      if (isSchema(additionalProperties)) found.additional ??= additionalProperties;
    }
    if (isSchema(items)) found.items ??= items;
    const listed = Object.hasOwn(part, 'const') ? [part['const'] ?? null] : listOf(part['enum']);
    values.push(...listed.filter((value) => value !== null));
    if (typeof format === 'string') found.format ??= format;
    if (typeof description === 'string') found.description ??= description;
    found.readOnly ||= part['readOnly'] === true;
    found.writeOnly ||= part['writeOnly'] === true;
  }
  return { ...NOTHING, ...found, schema, types, members, required, values, isNullable: mayBeNull(document, schema) };
}

const readers = new WeakMap<Resolve, Shapes>();

/** What the schemas of a document say. */
export function shapesOf(document: Resolve): Shapes {
  const before = readers.get(document);
  if (before !== undefined) return before;
  // By the schema, and by the references that lead to it.
  const cache = new WeakMap<JsonObject, Shape>();
  const made = (schema: Json | undefined): Shape => {
    if (!isObject(schema)) return typeof schema === 'boolean' ? { ...NOTHING, schema, isNullable: schema } : NOTHING;
    const found = cache.get(schema) ?? shapeOf(document, schema);
    cache.set(schema, found);
    return found;
  };
  const of = (node: Json | undefined): Shape => {
    if (!isObject(node)) return made(node);
    const found = cache.get(node) ?? made(document.resolve(node));
    cache.set(node, found);
    return found;
  };
  const shapes = { of };
  readers.set(document, shapes);
  return shapes;
}

/** What a schema of a document says. */
export const shapeAt = (document: Resolve, node: Json | undefined): Shape => shapesOf(document).of(node);

/** The schema at a path of members; undefined where there is none. */
export function schemaWithin(
  document: Resolve,
  schema: Schema | undefined,
  path: readonly string[],
): Schema | undefined {
  let shape = shapeAt(document, schema);
  for (const name of path) {
    const { members, items, additional } = shape;
    shape = shapeAt(document, members.get(name) ?? (/^\d+$/.test(name) ? items : additional));
  }
  return shape.schema;
}
