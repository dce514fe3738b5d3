/** Examples of whole bodies for the OpenAPI document, made of the examples that the contract gives for their members. */
import type { Json } from './parameters.js';
import { plainExample } from './plain-example.js';

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
