/** Documents for tests of this folder, in short. */
import { basePathsOf } from '../addresses.js';
import { checkParts } from '../document/check.js';
import { Findings } from '../document/fault.js';
import { operationsIn } from '../document/operations.js';
import { referencesIn } from '../document/references.js';
import type { ApiDocument, Json, JsonObject } from '../model.js';
import { memberOf } from '../schema.js';

/** A document of OpenAPI 3.1, which is read at once; the id of an operation is its method and path. */
export function documentOf(root: JsonObject): ApiDocument {
  const found = new Findings();
  const references = referencesIn(root);
  const read = operationsIn(root, references, checkParts(root, references, new Map(), found), found);
  const operations = read.map((one) => ({ ...one, id: `${one.method} ${one.path}` }));
  const { resolve } = references;
  return { name: '', root, operations, basePaths: basePathsOf(root, found), webhooks: [], findings: [], resolve };
}

/** What an operation of {@link apiOf} has. */
export interface Sketch {
  /** Schema of its JSON answer; none answers 204. */
  readonly answer?: Json;
  readonly status?: string;
  /** Schema of its body. */
  readonly body?: Json;
  readonly media?: string;
  /** Schemas of query parameters by name. */
  readonly query?: JsonObject;
  readonly headers?: JsonObject;
  readonly hints?: JsonObject;
}

function parametersOf(path: string, query: JsonObject): readonly Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query).map(([name, schema]) => {
    return { name, in: 'query', schema, description: memberOf(schema, 'description') ?? '' };
  });
  return [...inPath, ...inQuery];
}

function sketched(
  path: string,
  { answer, status, body, media = 'application/json', query = {}, headers, hints }: Sketch,
): JsonObject {
  const content = answer === undefined ? {} : { content: { 'application/json': { schema: answer } } };
  const response = { description: '', ...content, ...(headers && { headers }) };
  return {
    parameters: parametersOf(path, query),
    ...(body === undefined ? {} : { requestBody: { content: { [media]: { schema: body } } } }),
    responses: { [status ?? (answer === undefined ? '204' : '200')]: response },
    ...(hints && { 'x-understudy': hints }),
  };
}

/** A document in short: operations by `GET /pets`, schemas by name. */
export function apiOf(
  operations: Readonly<Record<string, Sketch>>,
  schemas: JsonObject = {},
  more: JsonObject = {},
): ApiDocument {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [key, sketch] of Object.entries(operations)) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: sketched(path, sketch) };
  }
  return documentOf({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths, components: { schemas }, ...more });
}
