/** What schemas say of the values that they take, with the members of all their branches; read once for each schema. */
import type { ApiDocument, Json, JsonObject, Schema } from '../model.js';
import { isObject, isSchema, listOf } from '../schema.js';
import { joinedWords, nounKey } from './nouns.js';

/** A schema, as far as values of two can be told apart. */
export interface Shape {
  /** The schema behind references: two that are one object are one schema. */
  readonly schema: Schema | undefined;
  /** Types other than null. */
  readonly types: ReadonlySet<string>;
  /** Members, those of every branch, each with the first schema that is found. */
  readonly members: ReadonlyMap<string, Schema>;
  /** Members by their noun: `blogpost` of `blog_posts`. Made when it is asked for. */
  readonly byNoun: () => ReadonlyMap<string, string>;
  /** Members by their words: `userid` of `user_id` and `userId`; `_id` is not `id`. */
  readonly byWords: () => ReadonlyMap<string, string>;
  /** The schema of the elements of a list. */
  readonly items: Schema | undefined;
  /** Texts and other values that are listed. */
  readonly values: readonly Json[];
  readonly format: string | undefined;
  readonly description: string;
}

/** Reads the schemas of one document. */
export interface Shapes {
  readonly of: (node: Json | undefined) => Shape;
}

/** Parts of one schema that are looked at: references, allOf, branches. More than any document has, and an end for hostile ones. */
const MAX_PARTS = 500;

const NO_NAMES: ReadonlyMap<string, string> = new Map();

const NOTHING: Shape = {
  schema: undefined,
  types: new Set(),
  members: new Map(),
  byNoun: () => NO_NAMES,
  byWords: () => NO_NAMES,
  items: undefined,
  values: [],
  format: undefined,
  description: '',
};

const BRANCHES = ['allOf', 'oneOf', 'anyOf'] as const;

/** The parts of a schema, each once, its own first. */
function partsOf({ resolve }: Pick<ApiDocument, 'resolve'>, schema: JsonObject): readonly JsonObject[] {
  if (!BRANCHES.some((keyword) => schema[keyword] !== undefined)) return [schema];
  const parts = new Set<JsonObject>();
  const waiting: Json[] = [schema];
  for (let index = 0; index < waiting.length && parts.size < MAX_PARTS; index += 1) {
    const found = resolve(waiting[index]);
    if (!isObject(found) || parts.has(found)) continue;
    parts.add(found);
    for (const keyword of BRANCHES) waiting.push(...listOf(found[keyword]).slice(0, MAX_PARTS));
  }
  return [...parts];
}

function typesOf(part: JsonObject): readonly string[] {
  const { type } = part;
  if (typeof type === 'string') return type === 'null' ? [] : [type];
  const named = listOf(type).filter((one) => typeof one === 'string');
  if (named.length > 0) return named.filter((one) => one !== 'null');
  if (isObject(part['properties']) || isObject(part['additionalProperties'])) return ['object'];
  return part['items'] === undefined && part['prefixItems'] === undefined ? [] : ['array'];
}

function textIn(parts: readonly JsonObject[], keyword: string): string | undefined {
  for (const part of parts) {
    const value = part[keyword];
    if (typeof value === 'string') return value;
  }
  return undefined;
}

function valuesIn(parts: readonly JsonObject[]): readonly Json[] {
  if (!parts.some((part) => part['enum'] !== undefined || part['const'] !== undefined)) return NOTHING.values;
  const values = parts.flatMap((part) => ('const' in part ? [part['const'] ?? null] : listOf(part['enum'])));
  return values.filter((value) => value !== null);
}

/** Members by a key of their name; of several that have one key, the first. Made when it is first asked for. */
function keyed(
  members: ReadonlyMap<string, Schema>,
  keyOf: (name: string) => string,
): () => ReadonlyMap<string, string> {
  let made: Map<string, string> | undefined;
  return () => {
    if (made !== undefined) return made;
    made = new Map();
    for (const name of members.keys()) if (!made.has(keyOf(name))) made.set(keyOf(name), name);
    return made;
  };
}

function membersIn(parts: readonly JsonObject[]): ReadonlyMap<string, Schema> {
  if (!parts.some(({ properties }) => properties !== undefined)) return NOTHING.members;
  const members = new Map<string, Schema>();
  for (const { properties } of parts) {
    if (!isObject(properties)) continue;
    for (const [name, member] of Object.entries(properties)) {
      if (isSchema(member) && !members.has(name)) members.set(name, member);
    }
  }
  return members;
}

function shapeOf(document: Pick<ApiDocument, 'resolve'>, schema: JsonObject): Shape {
  const parts = partsOf(document, schema);
  const members = membersIn(parts);
  const hasMembers = members.size > 0;
  return {
    schema,
    types: new Set(parts.flatMap(typesOf)),
    members,
    byNoun: hasMembers ? keyed(members, nounKey) : NOTHING.byNoun,
    byWords: hasMembers ? keyed(members, (name) => (name === '_id' ? name : joinedWords(name))) : NOTHING.byWords,
    items: parts.map((part) => part['items']).find(isSchema),
    values: valuesIn(parts),
    format: textIn(parts, 'format'),
    description: textIn(parts, 'description') ?? '',
  };
}

export function shapesOf(document: Pick<ApiDocument, 'resolve'>): Shapes {
  // By the schema, and by the references that lead to it.
  const known = new Map<JsonObject, Shape>();
  const made = (schema: Json | undefined): Shape => {
    if (!isObject(schema)) return typeof schema === 'boolean' ? { ...NOTHING, schema } : NOTHING;
    const found = known.get(schema) ?? shapeOf(document, schema);
    known.set(schema, found);
    return found;
  };
  const of = (node: Json | undefined): Shape => {
    if (!isObject(node)) return made(document.resolve(node));
    const found = known.get(node) ?? made(document.resolve(node));
    known.set(node, found);
    return found;
  };
  return { of };
}

/** Whether a value may be an object; one of which nothing is said may be. */
export const mayBeObject = ({ types }: Shape): boolean => types.size === 0 || types.has('object');

export const isObjectShape = ({ types, members }: Shape): boolean => types.has('object') || members.size > 0;

/** Whether a value is a list, and cannot be an object. */
export const isListShape = (shape: Shape): boolean => shape.types.has('array') && !isObjectShape(shape);

/** Whether a value is a text, a number or a boolean. */
export const isScalarShape = (shape: Shape): boolean =>
  shape.types.size > 0 && !shape.types.has('object') && !shape.types.has('array');

/** Whether a value can be a text or a number, as an id is that may be shown as the object that it names. */
export const mayBeScalar = ({ types }: Shape): boolean =>
  types.has('string') || types.has('integer') || types.has('number');

/** Whether nothing is known of a value but that it may be an object. */
export const isUnknown = (shape: Shape): boolean => mayBeObject(shape) && shape.members.size === 0;

/** Members alike of which two schemas are taken for one kind of record. */
const ALIKE = 0.5;

/** How many members of one object another has too. */
export function sharedMembers(one: Shape, other: Shape): number {
  let shared = 0;
  for (const name of one.members.keys()) if (other.members.has(name)) shared += 1;
  return shared;
}

/** How much two objects are alike: the part of the members of the smaller that both have; undefined where one has none. */
export function likeness(one: Shape, other: Shape): number | undefined {
  if (one.members.size === 0 || other.members.size === 0) return undefined;
  if (one.schema === other.schema) return 1;
  const [small, large] = one.members.size <= other.members.size ? [one, other] : [other, one];
  const shared = sharedMembers(small, large);
  if (shared / small.members.size >= ALIKE) return shared / small.members.size;
  // `FriendlyName` of a form is `friendly_name` of the record.
  const names = large.byWords();
  let like = 0;
  for (const name of small.byWords().keys()) if (names.has(name)) like += 1;
  return like / small.members.size;
}

/** Whether two objects may be one kind of record: nothing is known of one, or they have much in common. */
export const isAlike = (one: Shape, other: Shape): boolean => (likeness(one, other) ?? 1) >= ALIKE;
