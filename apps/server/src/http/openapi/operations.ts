/** Completes the operations of a document by what the contract says of them, with the credentials that they take. */
import type { Credential, Operation, OperationMeta } from '@understudy/contract/kit';
import type { Examples } from '../../kit/implement.js';
import {
  addBodyExample,
  addRows,
  aliasBody,
  fileContent,
  linesContent,
  nameSchemas,
  rangeParameters,
} from './content.js';
import { currentByKind, operationResponses, type ResponseParts } from './responses.js';
import type { Json, Media, OpenApiDocument, OpenApiOperation, Schemas } from './openapi-document.js';
import { headerParameters, inputMembers, operationParameters, parameter, sharedReferences } from './parameters.js';

/** The credentials, by the name that operations give them. */
export const securitySchemes = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The access token of a user (RFC 6750): from `POST /api/auth/login`, `POST /api/oauth/token` or `GET /api/oauth/authorize`.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, which begins with `usk_` and stands in the place of an access token.',
  },
  clientSecret: {
    type: 'http',
    scheme: 'basic',
    description:
      'Id and secret of an OAuth client (RFC 6749 §2.3.1), such as `understudy-web` and `understudy-secret`. They may stand in the body instead; a public client has no secret.',
  },
  registrationToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The registration_access_token of a client that has registered itself (RFC 7592 §1.2).',
  },
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The admin token of the server, needed only where it was started with one.',
  },
} as const;

/** Schemes by credential; a session is none that a caller names: its browser brings the cookie by itself. */
const schemeOf: Readonly<Record<Exclude<Credential, 'none' | 'session'>, keyof typeof securitySchemes>> = {
  bearer: 'accessToken',
  viewer: 'accessToken',
  member: 'accessToken',
  client: 'clientSecret',
  registration: 'registrationToken',
  admin: 'adminToken',
};

/** The security requirements of an operation (OpenAPI 3.1 §4.8.30): none comes first where it is enough, since importers take the first. */
function operationSecurity({ credential, credentialOptional }: OperationMeta): Json[] {
  if (credential === 'none' || credential === 'session') return [];
  const requirement = { [schemeOf[credential]]: [] };
  const own = credential === 'member' ? [requirement, { apiKey: [] }] : [requirement];
  return credentialOptional ? [{}, ...own] : own;
}

/** An operation of the contract, as the document has it. */
export interface Described {
  readonly found: OpenApiOperation;
  readonly operation: Operation;
}

/** `CreateCourse`: what the names of its schemas begin with. */
function titleOf({ name: full }: Operation): string {
  const [, name = ''] = full.split('.');
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** The schema of a bare answer: what its envelope has in `data`. */
function bareSchema(envelope: Json, { answers }: Operation): Json {
  const { data } = envelope['properties'] as { readonly data: Json };
  return answers === 'written' ? (data['items'] as Json) : data;
}

/** Takes the envelope off the answer of an operation that is bare. */
export function unwrap({ found, operation }: Described): void {
  if (!operation.meta.bare || operation.answers === 'document') return;
  for (const one of Object.values((found.responses['200']?.['content'] ?? {}) as Media)) {
    if (one.schema !== undefined) one.schema = bareSchema(one.schema, operation);
  }
}

/** Says of a stream that it is text, and what each of its events is (JSON Schema Validation §8.5). */
function asStream(content: Media): Media {
  const { properties } = content['application/json']?.schema ?? {};
  const { items, description } = (properties as { readonly data: Json }).data;
  const type = 'text/event-stream';
  return { [type]: { schema: { type: 'string', description, contentMediaType: type, contentSchema: items } } };
}

/** Says of a list that it may come in other forms. */
function addForms(media: Media, operation: Operation): void {
  const one = media['application/json'];
  if (one?.schema === undefined) return;
  const forms = Object.keys(operation.meta.formats).map((name) => ({
    $ref: `#/components/schemas/${formatName(operation, name)}`,
  }));
  if (forms.length > 0) one.schema = { anyOf: [one.schema, ...forms] };
}

/** Name of the component that describes a form of a list. */
export function formatName(operation: Operation, format: string): string {
  const { id } = operation.meta.formats[format]?.schema.meta() ?? {};
  return id ?? `${titleOf(operation)}${format.charAt(0).toUpperCase()}${format.slice(1)}`;
}

/** Gives the schemas of an operation that have no name one, after the operation. */
export function nameInline({ found, operation }: Described, schemas: Schemas): void {
  const title = titleOf(operation);
  nameSchemas(found.requestBody?.content, `${title}Body`, schemas);
  // An answer without a body has no schema.
  const ok = found.responses['200'];
  if (operation.answers === 'nothing' || ok === undefined) return;
  const content = (ok['content'] ?? {}) as Media;
  if (operation.answers === 'file') {
    ok['content'] = fileContent(operation);
    return;
  }
  if (operation.answers === 'lines') {
    ok['content'] = linesContent(operation);
    return;
  }
  if (operation.answers === 'stream') {
    ok['content'] = asStream(content);
    return;
  }
  nameSchemas(content, `${title}Answer`, schemas);
  addForms(content, operation);
}

/** What the operations of the document are made of. */
export interface Parts extends ResponseParts {
  readonly examples: Examples;
}

/** Adds what trpc-openapi leaves out of an operation. */
export function complete({ found, operation }: Described, parts: Parts): void {
  const { components, examples } = parts;
  addBodyExample(found.requestBody?.content, operation, { schemas: components['schemas'] ?? {}, examples });
  found.operationId = operation.name;
  found['security'] = operationSecurity(operation.meta);
  found['x-understudy-answers'] = operation.meta.bare ? 'document' : operation.answers;
  if (operation.meta.renewsSession) found['x-understudy-renews-session'] = true;
  if (operation.meta.holds !== undefined) found['x-understudy-holds'] = operation.meta.holds;
  const current = currentByKind(operation, parts.kinds);
  if (Object.keys(current).length > 0) found['x-understudy-current'] = current;
  const formats = Object.keys(operation.meta.formats);
  if (formats.length > 0) found['x-understudy-formats'] = formats;
  found.parameters = [...operationParameters(found.parameters ?? [], operation), ...rangeParameters(operation)];
  addRows(found, operation);
  const address = { operation, hasBody: operation.meta.bodies.length > 0 };
  found.responses = operationResponses(found.responses['200'] ?? {}, address, parts);
  if (operation.meta.bare) found.responses = withEmpty404(found.responses, components['responses'] ?? {});
}

/** Says that nothing is told of a record that is not there, as json-server tells nothing. */
function withEmpty404(responses: Readonly<Record<string, Json>>, shared: Readonly<Record<string, Json>>) {
  const said = responses['404'] ?? {};
  const whole = shared[String(said['$ref'] ?? '').replace('#/components/responses/', '')] ?? said;
  const schema = { type: 'object', description: 'An empty object.', maxProperties: 0, examples: [{}] };
  const content = { ...(whole['content'] as Media), 'application/json': { schema } };
  return { ...responses, '404': { ...whole, description: 'There is no such record.', content } };
}

/** The parameters of an alias that reads no body: all members of the input stand in its query. */
function queryParameters(operation: Operation): Json[] {
  const own = Object.entries(inputMembers(operation.input)).filter(([name]) => !(name in operation.meta.headers));
  return own.map(([name, schema]) => parameter(name, { in: 'query', required: false }, schema));
}

/** Adds the aliases of an operation that the document names: they say what the operation says, with a body or without. */
export function addAliases(document: OpenApiDocument, operation: Operation, parts: ResponseParts): void {
  const original = document.paths[operation.path]?.[operation.method.toLowerCase()];
  if (original === undefined) return;
  for (const { method, path, operationId } of operation.meta.aliases) {
    if (operationId === undefined) continue;
    const hasBody = method !== 'GET';
    // A read takes no key, and is not refused for one.
    const addressed = hasBody ? operation : { ...operation, method };
    const { requestBody: _, ...same } = original;
    (document.paths[path] ??= {})[method.toLowerCase()] = {
      ...same,
      operationId,
      summary: `${String(original['summary'])}, by ${method}`,
      'x-understudy-alias-of': operation.name,
      parameters: [
        ...(hasBody ? [] : queryParameters(operation)),
        ...headerParameters(operation),
        ...sharedReferences(addressed),
      ],
      ...(hasBody ? { requestBody: aliasBody(operation) } : {}),
      responses: operationResponses(
        original.responses[String(operation.meta.status)] ?? {},
        { operation: addressed, hasBody },
        parts,
      ),
    };
  }
}
