/** What can be read from a schema without a value: its members, its types, the one branch that stands for several. */
import type { ApiDocument, Json, JsonObject, Schema } from './model.js';

/** References, allOf and branches that are followed into one schema: more than any document nests, and an end for circles. */
const MAX_DEPTH = 24;

/** The members of an object, those of allOf and of the first branch of oneOf or anyOf together. */
export interface SchemaMembers {
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
  /** The schema of members that are not listed; undefined where nothing is said of them. */
  readonly additional: Schema | undefined;
}

type Resolve = Pick<ApiDocument, 'resolve'>;

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

/** The schema behind references; undefined where there is none, as behind one that leads nowhere. */
export function schemaAt({ resolve }: Resolve, schema: Json | undefined): Schema | undefined {
  const found = resolve(schema);
  return isSchema(found) ? found : undefined;
}

/** Whether a branch says nothing but null. */
function isNull(document: Resolve, branch: Json): boolean {
  const schema = schemaAt(document, branch);
  if (!isObject(schema)) return false;
  const { type, enum: values } = schema;
  const isNullType = type === 'null' || (Array.isArray(type) && type.length === 1 && type[0] === 'null');
  return isNullType || schema['const'] === null || (Array.isArray(values) && values.length === 1 && values[0] === null);
}

/** The branches of oneOf, else of anyOf, without one that is null alone. */
export function branchesOf(document: Resolve, schema: JsonObject): readonly Json[] {
  const branches = [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])];
  return branches.filter((branch) => !isNull(document, branch));
}

/** Parts of one schema that are looked at: a document may name one part again and again. */
const MAX_PARTS = 500;

/** The parts that a value must fit at once: the schema itself, allOf, and the first branch; each once. */
function partsOf(document: Resolve, node: Json | undefined): readonly JsonObject[] {
  const parts = new Set<JsonObject>();
  const add = (one: Json | undefined, depth: number): void => {
    const schema = schemaAt(document, one);
    if (!isObject(schema) || parts.has(schema) || depth > MAX_DEPTH || parts.size >= MAX_PARTS) return;
    parts.add(schema);
    for (const part of listOf(schema['allOf'])) add(part, depth + 1);
    add(branchesOf(document, schema)[0], depth + 1);
  };
  add(node, 0);
  return [...parts];
}

/** What is known of the members of an object. */
export function membersOf(document: Resolve, node: Json | undefined): SchemaMembers {
  const properties = new Map<string, Schema>();
  const required = new Set<string>();
  let additional: Schema | undefined;
  for (const part of partsOf(document, node)) {
    const own = part['properties'];
    for (const [name, schema] of Object.entries(isObject(own) ? own : {})) {
      if (isSchema(schema) && !properties.has(name)) properties.set(name, schema);
    }
    for (const name of listOf(part['required'])) if (typeof name === 'string') required.add(name);
    const rest = part['additionalProperties'];
    if (additional === undefined && isSchema(rest)) additional = rest;
  }
  return { properties, required, additional };
}

/** The types that a schema names, or that follow from its keywords; none where it says nothing. */
export function typesOf(document: Resolve, node: Json | undefined): ReadonlySet<string> {
  const types = new Set<string>();
  for (const part of partsOf(document, node)) {
    const { type } = part;
    const named = typeof type === 'string' ? [type] : listOf(type);
    for (const one of named) if (typeof one === 'string') types.add(one);
    if (named.length > 0) continue;
    if (isObject(part['properties']) || part['additionalProperties'] !== undefined) types.add('object');
    else if (part['items'] !== undefined || part['prefixItems'] !== undefined) types.add('array');
  }
  return types;
}

/** Whether a value of a schema may be null. */
export function isNullable(document: Resolve, node: Json | undefined): boolean {
  const schema = schemaAt(document, node);
  if (!isObject(schema)) return schema === true;
  const { type } = schema;
  if (Array.isArray(type) && type.includes('null')) return true;
  return [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])].some((branch) => isNull(document, branch));
}

/** The schema of the elements of an array; undefined where it is none, or nothing is said of them. */
export function itemsOf(document: Resolve, node: Json | undefined): Schema | undefined {
  for (const part of partsOf(document, node)) {
    const items = schemaAt(document, part['items']);
    if (items !== undefined) return items;
  }
  return undefined;
}

/** A text keyword of a schema or of a part of it, such as `format` and `description`. */
export function textOf(document: Resolve, node: Json | undefined, keyword: string): string | undefined {
  for (const part of partsOf(document, node)) {
    const value = memberOf(part, keyword);
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/** A flag of a schema or of a part of it, such as `readOnly`. */
export function isFlagged(document: Resolve, node: Json | undefined, keyword: 'readOnly' | 'writeOnly'): boolean {
  for (const part of partsOf(document, node)) if (memberOf(part, keyword) === true) return true;
  return false;
}

/** The values that a schema lists; none where it lists none. */
export function enumOf(document: Resolve, node: Json | undefined): readonly Json[] {
  for (const part of partsOf(document, node)) {
    if (Array.isArray(part['enum'])) return part['enum'] as readonly Json[];
    if (Object.hasOwn(part, 'const')) return [part['const'] ?? null];
  }
  return [];
}

/** The schema at a path of members; undefined where there is none. */
export function schemaWithin(
  document: Resolve,
  schema: Schema | undefined,
  path: readonly string[],
): Schema | undefined {
  let found = schema;
  for (const name of path) {
    const { properties, additional } = membersOf(document, found);
    found = properties.get(name) ?? (/^\d+$/.test(name) ? itemsOf(document, found) : additional);
  }
  return schemaAt(document, found);
}
