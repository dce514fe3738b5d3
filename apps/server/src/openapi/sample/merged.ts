/** A schema in one piece: what it, the schemas that it refers to and those of its allOf ask of one value. */
import type { Schema, JsonObject, Json, ApiDocument } from '../model.js';
import { isObject, isSchema, listOf, namedTypes } from '../schema.js';
import { safePattern } from '../validate/safe-pattern.js';
import { schemaBehind } from '../document/references.js';

/** Branches of which a value must fit one. */
export interface Choice {
  readonly branches: readonly Schema[];
  readonly discriminator: JsonObject | undefined;
}

/** What `additionalProperties` says of members that stand neither in `names` nor match a pattern. */
interface Rest {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly RegExp[];
  readonly schema: Schema;
}

interface Contained {
  readonly schema: Schema;
  readonly min: number;
}

/** What follows where a member is there. */
interface Dependent {
  readonly member: string;
  readonly required: readonly string[];
  readonly schema: Schema;
}

/** Asks nothing of a value: bounds of numbers are 0 or infinite, lists are empty. */
export const anything = {
  /** Whether no value can fit it. */
  isNever: false,
  types: undefined as readonly string[] | undefined,
  /** Of enum and const. */
  values: undefined as readonly Json[] | undefined,
  examples: [] as readonly Json[],
  default: undefined as Json | undefined,
  format: undefined as string | undefined,
  description: '',
  isReadOnly: false,
  isWriteOnly: false,
  minimum: -Infinity,
  maximum: Infinity,
  above: -Infinity,
  below: Infinity,
  multiples: [] as readonly number[],
  minLength: 0,
  maxLength: Infinity,
  patterns: [] as readonly string[],
  minItems: 0,
  maxItems: Infinity,
  isUnique: false,
  prefix: [] as readonly (readonly Schema[])[],
  items: [] as readonly Schema[],
  contains: [] as readonly Contained[],
  minProperties: 0,
  maxProperties: Infinity,
  properties: new Map() as ReadonlyMap<string, readonly Schema[]>,
  byPattern: [] as readonly (readonly [source: string, pattern: RegExp, schema: Schema])[],
  rests: [] as readonly Rest[],
  unevaluated: [] as readonly Schema[],
  names: [] as readonly Schema[],
  required: new Set() as ReadonlySet<string>,
  dependents: [] as readonly Dependent[],
  choices: [] as readonly Choice[],
  conditions: [] as readonly JsonObject[],
  nots: [] as readonly Schema[],
  discriminators: [] as readonly JsonObject[],
  /** References that were followed, the outermost first. */
  references: [] as readonly string[],
};

/** What is asked of a value. */
export type Merged = Readonly<typeof anything>;

const nothing: Merged = { ...anything, isNever: true };

/** References and allOf that are followed into one schema. */
const MAX_DEPTH = 40;

const schemasOf = (value: Json | undefined): readonly Schema[] => listOf(value).filter(isSchema);
const one = (value: Json | undefined): readonly Schema[] => (isSchema(value) ? [value] : []);
const texts = (value: Json | undefined): readonly string[] =>
  listOf(value).filter((text): text is string => typeof text === 'string');

function number(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

const count = (value: Json | undefined, otherwise: number): number => Math.max(0, number(value, otherwise));

const entriesOf = (value: Json | undefined): readonly (readonly [string, Schema])[] =>
  isObject(value) ? Object.entries(value).filter((entry): entry is [string, Schema] => isSchema(entry[1])) : [];

export const isSame = (a: Json, b: Json): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** The types that two lists share; an integer is a number. */
function typesIn(a: readonly string[], b: readonly string[]): readonly string[] {
  const all = a.flatMap((type) => {
    if (b.includes(type)) return [type];
    if (type === 'number' && b.includes('integer')) return ['integer'];
    return type === 'integer' && b.includes('number') ? ['integer'] : [];
  });
  return [...new Set(all)];
}

const both = <Value>(a: readonly Value[], b: readonly Value[]): readonly Value[] =>
  a.length === 0 ? b : b.length === 0 ? a : [...a, ...b.filter((value) => !a.includes(value))];

/** Numbers of which the larger bounds more, those of which the smaller does, and flags that one of two sets. */
const LARGER = ['minimum', 'above', 'minLength', 'minItems', 'minProperties'] as const;
const SMALLER = ['maximum', 'below', 'maxLength', 'maxItems', 'maxProperties'] as const;
const FLAGS = ['isNever', 'isReadOnly', 'isWriteOnly', 'isUnique'] as const;

/** Lists of what must all hold. */
const LISTS = [
  ...(['multiples', 'patterns', 'items', 'contains', 'byPattern', 'rests', 'unevaluated', 'names'] as const),
  ...(['dependents', 'choices', 'conditions', 'nots', 'discriminators', 'references'] as const),
];

/** What two schemas ask of one value together; texts and examples are those of the first, where it has any. */
export function meet(a: Merged, b: Merged): Merged {
  if (a === anything) return b;
  if (b === anything) return a;
  const all = { ...a };
  for (const name of LARGER) all[name] = Math.max(a[name], b[name]);
  for (const name of SMALLER) all[name] = Math.min(a[name], b[name]);
  for (const name of FLAGS) all[name] ||= b[name];
  // Each list is joined with the one of its own name.
  const lists = all as Record<(typeof LISTS)[number], readonly unknown[]>;
  for (const name of LISTS) lists[name] = both<unknown>(a[name], b[name]);
  if (a.types === undefined || b.types === undefined) all.types ??= b.types;
  else all.types = typesIn(a.types, b.types);
  if (a.values === undefined || b.values === undefined) all.values ??= b.values;
  else all.values = a.values.filter((value) => b.values?.some((other) => isSame(value, other)));
  all.isNever ||= all.types?.length === 0 || all.values?.length === 0;
  if (a.examples.length === 0) all.examples = b.examples;
  all.default ??= b.default;
  all.format ??= b.format;
  if (a.description === '') all.description = b.description;
  const longer = Math.max(a.prefix.length, b.prefix.length);
  all.prefix = Array.from({ length: longer }, (_, at) => both(a.prefix[at] ?? a.items, b.prefix[at] ?? b.items));
  if (a.properties.size === 0) all.properties = b.properties;
  else if (b.properties.size > 0) {
    const properties = new Map(a.properties);
    for (const [name, schemas] of b.properties) properties.set(name, both(properties.get(name) ?? [], schemas));
    all.properties = properties;
  }
  if (a.required.size === 0) all.required = b.required;
  else if (b.required.size > 0) all.required = new Set([...a.required, ...b.required]);
  return all;
}

function dependentsOf(schema: JsonObject): readonly Dependent[] {
  const required = isObject(schema['dependentRequired']) ? Object.entries(schema['dependentRequired']) : [];
  return [
    ...required.map(([member, names]) => ({ member, required: texts(names), schema: true })),
    ...entriesOf(schema['dependentSchemas']).map(([member, then]) => ({ member, required: [], schema: then })),
  ];
}

function choicesOf(schema: JsonObject): readonly Choice[] {
  const { discriminator } = schema;
  return [schemasOf(schema['oneOf']), schemasOf(schema['anyOf'])]
    .filter((branches) => branches.length > 0)
    .map((branches) => ({ branches, discriminator: isObject(discriminator) ? discriminator : undefined }));
}

function valuesOf(schema: JsonObject): readonly Json[] | undefined {
  if (schema['const'] !== undefined) return [schema['const']];
  const values = listOf(schema['enum']);
  return values.length > 0 ? values : undefined;
}

function examplesOf(schema: JsonObject): readonly Json[] {
  const { example, examples } = schema;
  return [...(example === undefined ? [] : [example]), ...listOf(examples)];
}

function compiled(source: string): RegExp | undefined {
  const safe = safePattern(source);
  return safe && new RegExp(safe.source, 'u');
}

/** What the keywords of one schema say, those of references and allOf apart. */
function ownOf(schema: JsonObject): Merged {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, items, pattern, format, discriminator } = schema;
  const types = namedTypes(schema);
  const isAbove = exclusiveMinimum === true;
  const isBelow = exclusiveMaximum === true;
  const prefix = Array.isArray(items) ? schemasOf(items) : schemasOf(schema['prefixItems']);
  const byPattern = entriesOf(schema['patternProperties']).flatMap(([source, member]) => {
    const expression = compiled(source);
    return expression === undefined ? [] : [[source, expression, member] as const];
  });
  const properties = new Map(entriesOf(schema['properties']).map(([name, member]) => [name, [member]]));
  const rest = one(schema['additionalProperties'])[0];
  const names = new Set(properties.keys());
  return {
    ...anything,
    // An upgrade writes the `binary` of 3.0 as a media type, without saying that it is a text.
    types: types.length > 0 ? types : schema['contentMediaType'] === undefined ? undefined : ['string'],
    values: valuesOf(schema),
    examples: examplesOf(schema),
    default: schema['default'],
    // An upgrade writes the `byte` of 3.0 as an encoding.
    format: typeof format === 'string' ? format : schema['contentEncoding'] === 'base64' ? 'byte' : undefined,
    description: [schema['description'], schema['title']].filter((text) => typeof text === 'string').join(' '),
    isReadOnly: schema['readOnly'] === true,
    isWriteOnly: schema['writeOnly'] === true,
    minimum: isAbove ? -Infinity : number(minimum, -Infinity),
    maximum: isBelow ? Infinity : number(maximum, Infinity),
    above: isAbove ? number(minimum, -Infinity) : number(exclusiveMinimum, -Infinity),
    below: isBelow ? number(maximum, Infinity) : number(exclusiveMaximum, Infinity),
    multiples: number(schema['multipleOf'], 0) > 0 ? [number(schema['multipleOf'], 1)] : [],
    minLength: count(schema['minLength'], 0),
    maxLength: count(schema['maxLength'], Infinity),
    patterns: typeof pattern === 'string' ? [pattern] : [],
    minItems: count(schema['minItems'], 0),
    maxItems: count(schema['maxItems'], Infinity),
    isUnique: schema['uniqueItems'] === true,
    prefix: prefix.map((member) => [member]),
    items: Array.isArray(items) ? one(schema['additionalItems']) : one(items),
    contains: one(schema['contains']).map((member) => ({ schema: member, min: count(schema['minContains'], 1) })),
    minProperties: count(schema['minProperties'], 0),
    maxProperties: count(schema['maxProperties'], Infinity),
    properties,
    byPattern,
    rests: rest === undefined ? [] : [{ names, patterns: byPattern.map(([, expression]) => expression), schema: rest }],
    unevaluated: one(schema['unevaluatedProperties']),
    names: one(schema['propertyNames']),
    required: new Set(texts(schema['required'])),
    dependents: dependentsOf(schema),
    choices: choicesOf(schema),
    conditions: schema['if'] === undefined ? [] : [schema],
    nots: one(schema['not']),
    discriminators: isObject(discriminator) ? [discriminator] : [],
  };
}

/** Merges schemas, each once. */
export type Merge = (schema: Schema) => Merged;

/** Makes the function that merges the schemas of a document. */
export function merging(document: Pick<ApiDocument, 'root' | 'resolve'>): Merge {
  const known = new WeakMap<JsonObject, Merged>();

  const merged = (schema: Schema, seen: readonly JsonObject[]): Merged => {
    if (typeof schema === 'boolean') return schema ? anything : nothing;
    // A schema that is part of itself asks for nothing more.
    if (seen.length > MAX_DEPTH || seen.includes(schema)) return anything;
    const before = known.get(schema);
    if (before !== undefined) return before;
    const within = [...seen, schema];
    let whole = ownOf(schema);
    for (const keyword of ['$ref', '$dynamicRef']) {
      const reference = schema[keyword];
      if (typeof reference !== 'string') continue;
      const target = merged(schemaBehind(document, reference) ?? true, within);
      whole = meet(whole, { ...target, references: both([reference], target.references) });
    }
    for (const part of schemasOf(schema['allOf'])) whole = meet(whole, merged(part, within));
    if (seen.length === 0) known.set(schema, whole);
    return whole;
  };
  return (schema) => merged(schema, []);
}

/** All schemas that a member of an object must fit; undefined where there must be none of that name. */
export function memberSchemas(merged: Merged, name: string): readonly Schema[] | undefined {
  const schemas = [...(merged.properties.get(name) ?? [])];
  for (const [, pattern, schema] of merged.byPattern) if (pattern.test(name)) schemas.push(schema);
  for (const { names, patterns, schema } of merged.rests) {
    if (!names.has(name) && !patterns.some((pattern) => pattern.test(name))) schemas.push(schema);
  }
  if (schemas.length === 0) schemas.push(...merged.unevaluated);
  return schemas.includes(false) ? undefined : schemas.filter((schema) => schema !== true);
}

/** Whether an object may have members that it does not list, since its schema says so. */
export const isOpen = ({ rests, byPattern, unevaluated }: Merged): boolean =>
  byPattern.length > 0 ||
  (rests.length > 0 && rests.every(({ schema }) => schema !== false)) ||
  unevaluated.some((schema) => schema !== false);
