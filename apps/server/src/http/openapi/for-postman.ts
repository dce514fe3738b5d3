/** The OpenAPI document for Postman, whose importer fills in defaults and never looks at examples. */
import type { Media } from './bodies.js';
import { eachPart } from './in-steps.js';
import type { OpenApiDocument } from './openapi-document.js';
import type { Json } from './parameters.js';

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
