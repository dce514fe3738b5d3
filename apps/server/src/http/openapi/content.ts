/** What requests and answers hold, by their media types, each with an example that can be sent as it stands. */
import type { Json, Media, OpenApiOperation, Schemas } from './openapi-document.js';
import { linesIn, lineTypes, mediaTypesOf, type Operation, rowsIn } from '@understudy/contract/kit';
import type { Examples } from '../../kit/implement.js';
import { inputMembers, parameter, partHeaders } from './parameters.js';
import { fieldOf } from '../../call/list.js';
import { csvText } from '../../kit/csv.js';
import { sampleInput } from '@understudy/contract/samples';
import type { z } from 'zod';

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

/** A page, for callers that would rather have one than JSON. */
export const pageContent: Media = {
  'text/html': { schema: { type: 'string', description: 'A page for a browser.' }, example: '<!doctype html>' },
};

/** Gives inline schemas names of their own: `ListCoursesAnswer`, `CreateCourseBody`. */
export function nameSchemas(media: Media | undefined, name: string, schemas: Schemas): void {
  for (const one of Object.values(media ?? {})) {
    if (one.schema === undefined || '$ref' in one.schema) continue;
    schemas[name] = one.schema;
    one.schema = { $ref: `#/components/schemas/${name}` };
  }
}

/** The example of a whole input, where the contract gives one: it has no path parameters. */
function ownExample({ input }: Operation): unknown {
  const examples: unknown = input.meta()?.['examples'];
  return Array.isArray(examples) ? examples[0] : undefined;
}

/** What examples of bodies are made from. */
export interface BodyParts {
  readonly schemas: Schemas;
  /** The examples that domains give, by component name. */
  readonly examples: Examples;
}

/** Gives a body its example. */
export function addBodyExample(media: Media | undefined, operation: Operation, { schemas, examples }: BodyParts): void {
  for (const one of Object.values(media ?? {})) {
    const ref = one.schema?.['$ref'];
    const component = typeof ref === 'string' ? (ref.split('/').at(-1) ?? '') : '';
    const schema = component === '' ? one.schema : schemas[component];
    if (schema === undefined) continue;
    const given = examples[component] ?? ownExample(operation);
    // A patch without members is none.
    const members = operation.meta.patch === 'merge' ? 'all' : 'required';
    one.example = given ?? exampleOf(schema, { schemas, members });
  }
}

/** Members of a list's input that are controls, not parameters of its own. */
const paging = new Set(['page', 'per_page', 'q', 'pagination_style', 'cursor']);

/** A member of a form body on a POST: the access token of a browser that can set no header (RFC 6750 §2.2). */
const formToken: Json = {
  type: 'string',
  description: 'The access token, where it does not stand in the Authorization header (RFC 6750 §2.2).',
};

/** The body of a GET that is served as a POST as well: its parameters, in a form or as JSON. */
export function aliasBody(operation: Operation): { required: false; content: Media } {
  const own = Object.entries(inputMembers(operation.input)).filter(
    ([name]) => !paging.has(name) && !Object.hasOwn(operation.meta.headers, name),
  );
  const token = operation.meta.credential === 'bearer' ? { access_token: formToken } : {};
  const schema = (properties: Json): Json => ({ type: 'object', properties });
  const members = Object.fromEntries(own);
  return {
    required: false,
    content: {
      'application/x-www-form-urlencoded': { schema: schema({ ...members, ...token }), example: {} },
      'application/json': { schema: schema(members), example: {} },
    },
  };
}

/** The bodies of a file: bytes of each of its media types, or text. */
export function fileContent(operation: Operation): Media {
  const bodies = mediaTypesOf(operation).map((type): [string, Media[string]] => {
    const isText = type.startsWith('text/');
    return [type, { schema: isText ? { type: 'string' } : { type: 'string', format: 'binary' } }];
  });
  return Object.fromEntries(bodies);
}

/** The answer with a part of a file. */
export function partResponse(operation: Operation): Json {
  return {
    description: 'The part of the file that Range asks for (RFC 9110 §15.3.7).',
    headers: partHeaders,
    content: fileContent(operation),
  };
}

/** A header that only says which part of a file is wanted. */
const rangeHeader = (name: string, description: string, example: string): Json =>
  parameter(name, { in: 'header', required: false }, { type: 'string', description, examples: [example] });

const ranges: readonly Json[] = [
  rangeHeader(
    'Range',
    'The part of the file that is wanted, in bytes: from a position up to another (`bytes=0-1023`), from one on (`bytes=1024-`), or so many at the end (`bytes=-512`). Several ranges, or another unit, are answered with the whole file.',
    'bytes=0-1023',
  ),
  rangeHeader(
    'If-Range',
    'ETag of the file that the client has a part of: where it is another by now, Range does not count, and the whole file is answered.',
    '"qvTGHdzF6KLavt4PO0gs2a6pQ00"',
  ),
];

/** The headers that a request for a file may have; what they say is no input of the operation. */
export function rangeParameters({ answers }: Operation): readonly Json[] {
  return answers === 'file' ? ranges : [];
}

/** Name of the component that a row is. */
export function rowName({ name, output }: Operation): string {
  const id = linesIn(output)?.row.meta()?.id;
  if (id === undefined) throw new TypeError(`the rows of ${name} have no name; give them .meta({ id })`);
  return id;
}

/** Lines with one row, by their media type. */
export function linesExamples(
  { output }: Operation,
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const columns = linesIn(output)?.lines.columns ?? [];
  return {
    [lineTypes.csv]: csvText([columns, columns.map((column) => fieldOf(row[column]))]),
    [lineTypes.ndjson]: `${JSON.stringify(row)}\n`,
  };
}

/** The schemas of rows, by the name of their component. */
export function rowSchemas(operations: Iterable<Operation>): (readonly [string, z.ZodType])[] {
  return Array.from(operations).flatMap((operation) => {
    const declared = linesIn(operation.output);
    return declared === undefined ? [] : [[rowName(operation), declared.row] as const];
  });
}

/** The bodies of lines: each line of the NDJSON is a row (JSON Schema Validation §8.5). */
export function linesContent(operation: Operation): Media {
  const row = { $ref: `#/components/schemas/${rowName(operation)}` };
  const ndjson = { type: 'string', contentMediaType: 'application/json', contentSchema: row };
  return { [lineTypes.csv]: { schema: { type: 'string' } }, [lineTypes.ndjson]: { schema: ndjson } };
}

/** The members beside the rows, as query parameters: lines have no room for them. */
function membersOfRows(operation: Operation, member: string): Json[] {
  const { input, path, meta } = operation;
  const own = Object.entries(inputMembers(input)).filter(
    ([name]) => name !== member && !path.includes(`{${name}}`) && !Object.hasOwn(meta.headers, name),
  );
  return own.map(([name, schema]) => ({
    ...parameter(name, { in: 'query', required: false }, { ...schema }),
    'x-understudy-body': true,
  }));
}

/** Documents the rows of a body: as JSON, and as lines with all else in the query. */
export function addRows(found: OpenApiOperation, operation: Operation): void {
  const rows = rowsIn(operation.input);
  const content: Media | undefined = found.requestBody?.content;
  if (rows === undefined || content === undefined) return;
  const { [rows.member]: given } = sampleInput(operation);
  const [row = {}] = given as readonly object[];
  const csv = csvText([Object.keys(row), Object.values(row).map(fieldOf)]);
  const examples = { 'text/csv': csv, [lineTypes.ndjson]: `${JSON.stringify(row)}\n` };
  for (const [type, example] of Object.entries(examples)) {
    if (content[type] !== undefined) content[type] = { schema: { type: 'string' }, example };
  }
  found['x-understudy-rows'] = rows.member;
  found.parameters = [...(found.parameters ?? []), ...membersOfRows(operation, rows.member)];
}
