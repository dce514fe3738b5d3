/** Documents for tests of this folder: OpenAPI 3.1 as it is written, made into what the parts here read. */
import type {
  ApiDocument,
  ApiMedia,
  ApiMethod,
  ApiOperation,
  ApiParameter,
  Json,
  JsonObject,
  Schema,
} from '../model.js';
import { isObject, memberOf } from '../schema.js';

const METHODS: readonly ApiMethod[] = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'];

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Follows `#/a/b` within a document. */
function resolverOf(root: JsonObject): ApiDocument['resolve'] {
  return (node) => {
    let found = node;
    for (let hops = 0; hops < 20; hops += 1) {
      const ref = memberOf(found, '$ref');
      if (typeof ref !== 'string') return found;
      found = ref
        .split('/')
        .slice(1)
        .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce<Json | undefined>(
          (at, name) => (Array.isArray(at) ? (at as readonly Json[])[Number(name)] : memberOf(at, name)),
          root,
        );
    }
    return undefined;
  };
}

const schemaOf = (value: Json | undefined): Schema => (typeof value === 'boolean' || isObject(value) ? value : true);

const contentOf = (value: Json | undefined): readonly ApiMedia[] =>
  Object.entries(objectOf(value)).map(([type, media]) => ({
    type,
    schema: schemaOf(memberOf(media, 'schema')),
    isSequence: /event-stream|jsonl|ndjson/.test(type),
    examples: new Map(),
    encoding: {},
    partHeaders: new Map(),
    pointer: '',
  }));

function parameterOf(value: Json | undefined): ApiParameter {
  const given = objectOf(value);
  return {
    name: textOf(given['name']),
    in: textOf(given['in']) as ApiParameter['in'],
    required: given['required'] === true,
    schema: schemaOf(given['schema']),
    style: 'form',
    explode: true,
    allowReserved: false,
    description: textOf(given['description']),
    deprecated: false,
    examples: given['example'] === undefined ? [] : [given['example']],
    pointer: '',
  };
}

function operationOf(
  resolve: ApiDocument['resolve'],
  { path, method, item }: { path: string; method: ApiMethod; item: JsonObject },
): ApiOperation {
  const given = objectOf(item[method.toLowerCase()]);
  const parameters = [...listOf(item['parameters']), ...listOf(given['parameters'])].map((one) =>
    parameterOf(resolve(one)),
  );
  const body = objectOf(resolve(given['requestBody']));
  const responses = Object.entries(objectOf(given['responses'])).map(([status, one]) => {
    const response = objectOf(resolve(one));
    const headers = Object.entries(objectOf(response['headers'])).map(([name, header]) => {
      return { name, required: false, schema: schemaOf(memberOf(resolve(header), 'schema')), examples: [] };
    });
    return {
      status,
      description: textOf(response['description']),
      headers,
      content: contentOf(response['content']),
      pointer: '',
    };
  });
  return {
    id: `${method} ${path}`,
    operationId: typeof given['operationId'] === 'string' ? given['operationId'] : undefined,
    method,
    path,
    summary: textOf(given['summary']),
    description: textOf(given['description']),
    tags: [],
    deprecated: false,
    parameters: [...new Map(parameters.map((one) => [`${one.in} ${one.name}`, one])).values()],
    body: given['requestBody'] === undefined ? undefined : { required: true, content: contentOf(body['content']) },
    responses,
    callbacks: [],
    security: [],
    pointer: `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}`,
    hints: objectOf(given['x-understudy']),
  };
}

/** A document of OpenAPI 3.1; the id of an operation is its method and path. */
export function documentOf(root: JsonObject): ApiDocument {
  const resolve = resolverOf(root);
  const operations = Object.entries(objectOf(root['paths'])).flatMap(([path, value]) => {
    const item = objectOf(resolve(value));
    return METHODS.filter((method) => isObject(item[method.toLowerCase()])).map((method) =>
      operationOf(resolve, { path, method, item }),
    );
  });
  return { name: '', root, operations, basePaths: [''], webhooks: [], findings: [], resolve };
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
