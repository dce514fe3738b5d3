/** Examples of whole bodies for the OpenAPI document, made of the examples that the contract gives for their members. */
import type { Json } from './parameters.js';

/** Texts by the formats of JSON Schema (Validation §7.3). */
const texts: Readonly<Record<string, string>> = {
  'date-time': '2025-03-14T09:30:00.000Z',
  date: '2025-03-14',
  time: '09:30:00',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '7d9f3c1e-5b2a-4f60-9c3d-2e1a8b7c6d5f',
};

/** The nearest number to 1 that a schema allows. */
function number({ minimum, maximum, exclusiveMinimum }: Json): number {
  const above = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : -Infinity;
  const least = Math.max(1, above, typeof minimum === 'number' ? minimum : -Infinity);
  return Math.min(least, typeof maximum === 'number' ? maximum : Infinity);
}

function text({ format, minLength, maxLength }: Json): string {
  const known = texts[String(format)];
  if (known !== undefined) return known;
  const long = 'text'.padEnd(typeof minLength === 'number' ? minLength : 0, ' text');
  return long.slice(0, typeof maxLength === 'number' ? maxLength : undefined);
}

/** A valid value for a JSON Schema, as far as its type, its bounds and its format say what is valid. */
function plainExample(schema: Json): unknown {
  const { type, enum: words } = schema;
  if (Array.isArray(words)) return words[0];
  const [choice] = (schema['anyOf'] ?? schema['oneOf'] ?? []) as Json[];
  if (choice !== undefined) return plainExample(choice);
  switch (Array.isArray(type) ? (type as unknown[])[0] : type) {
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return number(schema);
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'null':
      return null;
    default:
      return undefined;
  }
}

/** What an example is made from. */
export interface ExampleSource {
  /** Schemas by component name. */
  readonly schemas: Readonly<Record<string, Json>>;
  /** Which members it has: those that must be there, or all for which there is an example. */
  readonly members: 'required' | 'all';
}

function resolved(schema: Json, { schemas }: ExampleSource): Json {
  const ref = schema['$ref'];
  return typeof ref === 'string' ? { ...schemas[ref.split('/').at(-1) ?? ''] } : schema;
}

function objectExample(schema: Json, source: ExampleSource): Json {
  const properties = (schema['properties'] ?? {}) as Record<string, Json>;
  const required = (schema['required'] ?? []) as string[];
  const members = Object.entries(properties).flatMap(([name, member]) => {
    const isRequired = required.includes(name);
    if (!isRequired && source.members === 'required') return [];
    const own = exampleOf(member, source);
    const example = own === undefined && isRequired ? plainExample(resolved(member, source)) : own;
    return example === undefined && !isRequired ? [] : [[name, example]];
  });
  return Object.fromEntries(members) as Json;
}

/** An example of what a JSON Schema describes: its own, or one of its members' examples; undefined where there is none. */
export function exampleOf(given: Json, source: ExampleSource): unknown {
  const schema = resolved(given, source);
  const { examples, items, type } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if ('const' in schema) return schema['const'];
  if (type === 'object') return objectExample(schema, source);
  if (type === 'array' && typeof items === 'object') {
    const item = exampleOf(items as Json, source);
    return item === undefined ? undefined : [item];
  }
  const [choice] = (schema['anyOf'] ?? schema['oneOf'] ?? []) as Json[];
  return choice === undefined ? undefined : exampleOf(choice, source);
}

/** Gives a schema an example: an object whose members are declared gives it to them, as far as it has them. */
function addExample(schema: Json, example: unknown): void {
  const { properties } = schema as { properties?: Readonly<Record<string, Json>> };
  if (properties === undefined) {
    schema['examples'] = [example];
    return;
  }
  for (const [name, value] of Object.entries(Object(example) as Json)) {
    const member = properties[name];
    if (member !== undefined) addExample(member, value);
  }
}

/** Gives schemas the examples that domains have for them, by component name. */
export function addExamples(schemas: Readonly<Record<string, Json>>, examples: Readonly<Record<string, object>>): void {
  for (const [name, example] of Object.entries(examples)) {
    const schema = schemas[name];
    if (schema === undefined) throw new TypeError(`there is no schema ${name} to give an example`);
    addExample(schema, example);
  }
}
