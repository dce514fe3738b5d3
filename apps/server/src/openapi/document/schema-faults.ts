/** Says what is wrong with a schema by its own keywords, what no value can fit, and which examples their own schemas refuse. */
import { orOneOf } from '@understudy/contract/kit';
import type { Json, JsonObject, ApiDocument, Finding } from '../model.js';
import { isObject, listOf, TYPES, memberOf } from '../schema.js';
import { safePattern } from '../validate/safe-pattern.js';
import { Validation } from '../validate/validator.js';
import { Findings } from './fault.js';
import { type Part, partsIn, pointerOf } from './places.js';
import { pointerName } from '../pointers.js';

/** What is wrong, and the pointer to it in the schema. */
type SchemaFault = readonly [message: string, pointer: string];

/** What is said of a schema that no value fits. */
const NEVER = /^no \w+ fits: /;

const typesOf = ({ type }: JsonObject): readonly Json[] =>
  Array.isArray(type) ? (type as readonly Json[]) : [type ?? null];

/** Names of a schema's types that there are not. */
const unknownIn = (types: readonly Json[]): readonly Json[] =>
  types.filter((one) => typeof one !== 'string' || !TYPES.includes(one));

/** Whether the types of a schema forbid a value; no type, or one that there is not, forbids none. */
function isForbidden(schema: JsonObject, value: Json): boolean {
  const types = typesOf(schema);
  if (schema['type'] === undefined || unknownIn(types).length > 0) return false;
  if (typeof value === 'number' && Number.isInteger(value) && types.includes('integer')) return false;
  return !types.includes(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
}

const typed = (schema: JsonObject): string => `its type ${typesOf(schema).join(' or ')}`;

/** The bound of a keyword that must not be more than that of another. */
const inOrder =
  (least: string, most: string, what: string) =>
  (schema: JsonObject): SchemaFault[] => {
    const [low, high] = [schema[least], schema[most]];
    if (typeof low !== 'number' || typeof high !== 'number' || low <= high) return [];
    return [[`no ${what} fits: its ${least} ${low} is more than its ${most} ${high}`, `/${least}`]];
  };

/** A bound that no number may be must lie beyond the other. */
const apart =
  (bound: string, others: readonly string[], sign: 1 | -1) =>
  (schema: JsonObject): SchemaFault[] => {
    const own = schema[bound];
    const other = others.find(
      (name) => typeof schema[name] === 'number' && Number(own) * sign >= Number(schema[name]) * sign,
    );
    if (typeof own !== 'number' || other === undefined) return [];
    return [
      [`no number fits: its ${bound} ${own} is not ${sign > 0 ? 'less' : 'more'} than its ${other}`, `/${bound}`],
    ];
  };

/** Whether ECMA-262 compiles a pattern, in either of its two grammars. */
function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return safePattern(pattern)?.source === pattern;
  }
}

function patternFaults(pattern: Json | undefined, pointer: string): SchemaFault[] {
  if (typeof pattern !== 'string' || isRegExp(pattern)) return [];
  const instead = safePattern(pattern)?.source;
  const outcome = instead === undefined ? 'no text is held against it' : `it is read as ${instead}`;
  return [[`pattern ${pattern} is no regular expression of ECMA-262; ${outcome}`, pointer]];
}

/** What is looked for where a schema has a keyword. */
const checks: ReadonlyMap<string, (schema: JsonObject) => SchemaFault[]> = new Map<
  string,
  (schema: JsonObject) => SchemaFault[]
>([
  [
    'type',
    (schema) =>
      unknownIn(typesOf(schema)).map((one) => {
        const name = typeof one === 'string' ? one : JSON.stringify(one);
        return [`type ${name} is none${orOneOf(name, 'types are', TYPES)}`, '/type'];
      }),
  ],
  [
    'enum',
    (schema) => {
      const values = listOf(schema['enum']);
      const [first, ...more] = values.filter((value) => isForbidden(schema, value));
      if (first === undefined) return [];
      const isNever = more.length === values.length - 1;
      const some = isNever ? 'all' : JSON.stringify(first);
      return [[`${isNever ? 'no value fits: ' : ''}${typed(schema)} forbids ${some} of its enum`, '/enum']];
    },
  ],
  [
    'const',
    (schema) =>
      isForbidden(schema, schema['const'] ?? null)
        ? [[`no value fits: ${typed(schema)} forbids its const`, '/const']]
        : [],
  ],
  ['minimum', inOrder('minimum', 'maximum', 'number')],
  ['minLength', inOrder('minLength', 'maxLength', 'text')],
  ['minItems', inOrder('minItems', 'maxItems', 'array')],
  ['minProperties', inOrder('minProperties', 'maxProperties', 'object')],
  ['minContains', inOrder('minContains', 'maxContains', 'array')],
  ['exclusiveMinimum', apart('exclusiveMinimum', ['maximum', 'exclusiveMaximum'], 1)],
  ['exclusiveMaximum', apart('exclusiveMaximum', ['minimum'], -1)],
  ['pattern', ({ pattern }) => patternFaults(pattern, '/pattern')],
  [
    'patternProperties',
    ({ patternProperties }) =>
      Object.keys(isObject(patternProperties) ? patternProperties : {}).flatMap((name) =>
        patternFaults(name, '/patternProperties'),
      ),
  ],
  [
    'required',
    ({ required, properties, additionalProperties, patternProperties }) => {
      const own = isObject(properties) ? properties : {};
      const isClosed = additionalProperties === false && patternProperties === undefined;
      return listOf(required).flatMap((name, index): SchemaFault[] => {
        if (typeof name !== 'string' || !(Object.hasOwn(own, name) ? own[name] === false : isClosed)) return [];
        return [[`no object fits: ${name} is required, and not allowed`, `/required/${index}`]];
      });
    },
  ],
]);

/** What is wrong with a schema, without the schemas in it. */
export function schemaFaults(schema: Json): readonly SchemaFault[] {
  if (!isObject(schema)) return [];
  const faults: SchemaFault[] = [];
  for (const keyword in schema) {
    const check = checks.get(keyword);
    if (check !== undefined) faults.push(...check(schema));
  }
  return faults;
}

/** Whether a value can fit a schema, as far as its own keywords say. */
export const canBeSatisfied = (schema: JsonObject): boolean =>
  !schemaFaults(schema).some(([message]) => NEVER.test(message));

/** A value that a part shows for its schema, and the pointer to it in the part. */
type Shown = readonly [value: Json, pointer: string];

/** The examples and the default of a schema. */
function* ofSchema(schema: Json): Generator<Shown> {
  for (const name of ['default', 'example']) {
    const value = memberOf(schema, name);
    if (value !== undefined) yield [value, `/${name}`];
  }
  const examples = memberOf(schema, 'examples');
  if (!Array.isArray(examples)) return;
  for (const [index, value] of (examples as readonly Json[]).entries()) yield [value, `/examples/${index}`];
}

/** The examples of what has a schema. */
function* ofOwner(owner: Json, resolve: ApiDocument['resolve']): Generator<Shown> {
  const lone = memberOf(owner, 'example');
  if (lone !== undefined) yield [lone, '/example'];
  const examples = memberOf(owner, 'examples');
  for (const [name, example] of Object.entries(isObject(examples) ? examples : {})) {
    const value = memberOf(resolve(example), 'dataValue') ?? memberOf(resolve(example), 'value');
    if (value !== undefined) yield [value, `/examples/${pointerName(name)}`];
  }
}

/** Whether the examples of a media type are values of its schema: of other types they may be texts in its form. */
const isData = ({ kind, name }: Part): boolean => kind !== 'media' || /json/i.test(String(name));

/** A warning for each part of a document that shows a value which its schema refuses, in whichever direction it is sent. */
export async function refusedExamples({ root, resolve, locate }: ApiDocument): Promise<readonly Finding[]> {
  const validation = new Validation({ root, resolve });
  const found = new Findings();
  for (const part of partsIn(root, 'document')) {
    if (part.as !== 'one') continue;
    const value = part.value as Json;
    const isSchema = part.kind === 'schema';
    const schema = isSchema ? value : memberOf(value, 'schema');
    if (!(isObject(schema) || schema === false) || !isData(part)) continue;
    for (const [shown, at] of isSchema ? ofSchema(value) : ofOwner(value, resolve)) {
      const issues = (['answer', 'request'] as const).map((direction) => validation.check(schema, shown, direction));
      const [issue] = issues.some(({ length }) => length === 0) ? [] : issues.flat();
      if (issue === undefined) continue;
      const pointer = `${pointerOf(part)}${at}`;
      // Webhooks are sent by nobody, and documents have hundreds.
      if (pointer.startsWith('/webhooks/')) break;
      const what = at === '/default' ? 'default' : 'example';
      const where = issue.pointer === '' ? 'it' : issue.pointer;
      const message = `its own schema refuses this ${what}: ${where} ${issue.message}`;
      found.warn(message, { pointer });
      break;
    }
  }
  const located: Finding[] = [];
  // One after the other: each looks into the positions of a whole text.
  for (const finding of found.list) located.push({ ...finding, ...(await locate?.(finding.pointer ?? '')) });
  return located;
}
