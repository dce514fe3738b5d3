/** What an OpenAPI document is, what goes through all of it a little at a time, and its form for Postman. */

/** A part of an OpenAPI document. */
export type Json = Record<string, unknown>;

/** Schemas of the document, by component name. */
export type Schemas = Record<string, Json>;

/** Content of a body or answer, by media type. */
export type Media = Record<string, { schema?: Json; example?: unknown }>;

/** Components of the document, by sort and name. */
export type Components = Record<string, Record<string, Json>>;

/** An operation of a document. */
export interface OpenApiOperation extends Json {
  operationId: string;
  parameters?: Json[];
  requestBody?: { content?: Media };
  responses: Record<string, Json>;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument extends Json {
  openapi: string;
  info: Json;
  servers: { url: string; description?: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  webhooks: Record<string, Json>;
  components: Components;
}

/** Objects in each other that are gone into: the document, its components, and the schemas. */
const LEVELS = 3;

/** Whether a value is an object of JSON. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value whose parts are changed one by one: operations of a path, components, and what else stands at their level. */
function* changed(value: unknown, change: (part: unknown) => unknown, levels: number): Generator<void, unknown> {
  if (levels === 0 || !isObject(value)) {
    yield;
    return change(value);
  }
  const copy: Json = {};
  for (const [name, part] of Object.entries(value)) copy[name] = yield* changed(part, change, levels - 1);
  return copy;
}

/** A document with each of its parts changed to one of the same type. */
export function* eachPart<Document extends object>(
  document: Document,
  change: <Part>(part: Part) => Part,
): Generator<void, Document> {
  return (yield* changed(document, change, LEVELS)) as Document;
}

function* textOf(value: unknown, levels: number): Generator<void, string | undefined> {
  if (levels === 0 || !isObject(value)) {
    yield;
    // Its types leave out that there is none of undefined.
    return JSON.stringify(value) as string | undefined;
  }
  const members: string[] = [];
  for (const [name, part] of Object.entries(value)) {
    const text = yield* textOf(part, levels - 1);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

/** The text that JSON.stringify gives for a document. */
export function* jsonText(document: object): Generator<void, string> {
  return String(yield* textOf(document, LEVELS));
}

/**
 * Gives a parameter a value to fill in. The importer fills in every optional one too, with any word of an enum: each
 * call would be a forced failure. A subschema that only annotates changes nothing in what is valid, and gives it an
 * empty list, which adds nothing to a URL.
 */
function fillParameter(parameter: Json): void {
  const { schema, required, example } = parameter as { schema?: Json; required?: boolean; example?: unknown };
  if (schema === undefined || 'default' in schema) return;
  if (required === true) schema['default'] = example;
  else schema['allOf'] = [{ default: [] }];
}

/** Gives the schema of a body the example of the body. */
function fillBody({ schema, example }: Media[string], { components }: OpenApiDocument): void {
  const name = String(schema?.['$ref']).split('/').at(-1) ?? '';
  const filled = components['schemas']?.[name] ?? schema;
  if (filled !== undefined && example !== undefined) filled['default'] = example;
}

/** A copy of the document in which examples stand as defaults. */
export function* forPostman(document: OpenApiDocument): Generator<void, OpenApiDocument> {
  const copy = yield* eachPart(document, structuredClone);
  const operations = Object.values(copy.paths).flatMap((methods) => Object.values(methods));
  const shared = Object.values(copy.components['parameters'] ?? {});
  for (const parameter of [...shared, ...operations.flatMap(({ parameters = [] }) => parameters)])
    fillParameter(parameter);
  for (const operation of operations) {
    const { requestBody, security } = operation;
    // Its converter takes the first way. It has an access token to send, but no secret of a client.
    if (Array.isArray(security)) {
      const ways: readonly unknown[] = security;
      const hasToken = (way: unknown): boolean => Object.hasOwn(Object(way) as object, 'accessToken');
      operation['security'] = [...ways.filter(hasToken), ...ways.filter((way) => !hasToken(way))];
    }
    for (const media of Object.values(requestBody?.content ?? {})) fillBody(media, copy);
  }
  return copy;
}
