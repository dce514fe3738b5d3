/** Says what is wrong with a schema by its own keywords: types and patterns that there are not, and what no value can fit. */
import { orOneOf } from '@understudy/contract/kit';
import type { Json, JsonObject } from '../model.js';
import { isObject } from '../schema.js';
import { safePattern } from '../validate/safe-pattern.js';

/** What is wrong, and the pointer to it in the schema. */
type SchemaFault = readonly [message: string, pointer: string];

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];

/** Keywords of which the first must not be more than the second, and what they bound. */
const BOUNDS = [
  ['minimum', 'maximum', 'number'],
  ['minLength', 'maxLength', 'text'],
  ['minItems', 'maxItems', 'array'],
  ['minProperties', 'maxProperties', 'object'],
  ['minContains', 'maxContains', 'array'],
] as const;

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

/** Whether a value is of one of these types. */
function isOf(types: readonly Json[], value: Json): boolean {
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) return types.includes('array');
  if (typeof value === 'number' && Number.isInteger(value) && types.includes('integer')) return true;
  return types.includes(typeof value);
}

function* typeFaults({ type, enum: values, const: constant }: JsonObject): Generator<SchemaFault> {
  const named = Array.isArray(type) ? (type as readonly Json[]) : [type ?? null];
  const wrong = named.filter((one) => typeof one !== 'string' || !TYPES.includes(one));
  for (const one of wrong) {
    const name = typeof one === 'string' ? one : JSON.stringify(one);
    yield [`type ${name} is none${orOneOf(name, 'types are', TYPES)}`, '/type'];
  }
  if (wrong.length > 0) return;
  const of = `its type ${named.join(' or ')}`;
  const forbidden = listOf(values).filter((value) => !isOf(named, value));
  const first = JSON.stringify(forbidden[0]);
  if (forbidden.length > 0) {
    const isNever = forbidden.length === listOf(values).length;
    yield [isNever ? `no value fits: ${of} forbids all of its enum` : `${of} forbids ${first} of its enum`, '/enum'];
  }
  if (constant !== undefined && !isOf(named, constant)) yield [`no value fits: ${of} forbids its const`, '/const'];
}

function* boundFaults(schema: JsonObject): Generator<SchemaFault> {
  for (const [least, most, what] of BOUNDS) {
    const [low, high] = [schema[least], schema[most]];
    if (typeof low !== 'number' || typeof high !== 'number' || low <= high) continue;
    yield [`no ${what} fits: its ${least} ${low} is more than its ${most} ${high}`, `/${least}`];
  }
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  if (typeof above === 'number' && above >= Number(typeof below === 'number' ? below : maximum)) {
    yield [`no number fits: its exclusiveMinimum ${above} is not less than its maximum`, '/exclusiveMinimum'];
  } else if (typeof below === 'number' && below <= Number(minimum)) {
    yield [`no number fits: its exclusiveMaximum ${below} is not more than its minimum`, '/exclusiveMaximum'];
  }
}

/** Whether ECMA-262 compiles a pattern, in either of its two grammars. */
function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return safePattern(pattern)?.source === pattern;
  }
}

function* patternFaults(pattern: string, pointer: string): Generator<SchemaFault> {
  if (isRegExp(pattern)) return;
  const instead = safePattern(pattern)?.source;
  const outcome = instead === undefined ? 'no text is held against it' : `it is read as ${instead}`;
  yield [`pattern ${pattern} is no regular expression of ECMA-262; ${outcome}`, pointer];
}

function* memberFaults(schema: JsonObject): Generator<SchemaFault> {
  const { required, properties, additionalProperties, patternProperties } = schema;
  const own = isObject(properties) ? properties : {};
  const isClosed = additionalProperties === false && patternProperties === undefined;
  for (const [index, name] of listOf(required).entries()) {
    const isForbidden = typeof name === 'string' && (Object.hasOwn(own, name) ? own[name] === false : isClosed);
    if (isForbidden) yield [`no object fits: ${name} is required, and not allowed`, `/required/${index}`];
  }
}

/** What is wrong with a schema, without the schemas in it. */
export function* schemaFaults(schema: Json): Generator<SchemaFault> {
  if (!isObject(schema)) return;
  const { type, pattern, patternProperties } = schema;
  if (type !== undefined) yield* typeFaults(schema);
  yield* boundFaults(schema);
  if (typeof pattern === 'string') yield* patternFaults(pattern, '/pattern');
  for (const name of Object.keys(isObject(patternProperties) ? patternProperties : {})) {
    yield* patternFaults(name, '/patternProperties');
  }
  yield* memberFaults(schema);
}
