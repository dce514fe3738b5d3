/** The operations of a document: as trpc-openapi makes them, a few at a time, and completed by what the contract says of them. */
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
import { type ResponseParts, currentByKind, operationResponses } from './responses.js';
import type { Json, Media, OpenApiDocument, OpenApiOperation, Schemas } from './openapi-document.js';
import { headerParameters, inputMembers, operationParameters, parameter, sharedReferences } from './parameters.js';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { generateOpenApiDocument } from 'trpc-openapi';
import { z } from 'zod';
import type { WholeApi } from '../../call/api.js';

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

/** A member that may be one of several things, as one: the document takes its schema from the contract. */
function plain(member: z.core.$ZodType): z.core.$ZodType {
  if (member instanceof z.ZodOptional) {
    return member.unwrap() instanceof z.ZodUnion ? z.string().optional() : member;
  }
  return member instanceof z.ZodUnion ? z.string() : member;
}

/** The members that come in path, query or body. */
function membersOf({ input, meta }: Operation) {
  const isBody = meta.bodies.length > 0;
  const own = Object.entries<z.core.$ZodType>(input.shape).filter(([name]) => !Object.hasOwn(meta.headers, name));
  return own.map(([name, member]) => [name, isBody ? member : plain(member)] as const);
}

/** A procedure with those members alone in its input. */
function viewOf(procedure: AnyTRPCProcedure, operation: Operation): AnyTRPCProcedure {
  const { input } = operation;
  const members = membersOf(operation);
  const same = members.filter(([name, member]) => input.shape[name] === member).length;
  if (same === Object.keys(input.shape).length) return procedure;
  const examples = input.meta()?.['examples'];
  const own = input.clone({ ...input.def, shape: Object.fromEntries(members) });
  const inputs = [examples === undefined ? own : own.meta({ examples })];
  // It looks at the description of a procedure alone.
  return Object.assign(() => undefined, { _def: { ...procedure._def, inputs } }) as unknown as AnyTRPCProcedure;
}

/** The procedures of operations, with plain parameters. */
export function* plainProcedures(
  router: AnyTRPCRouter,
  { operations }: Pick<WholeApi, 'operations'>,
): Generator<void, Readonly<Record<string, AnyTRPCProcedure>>> {
  const all: Readonly<Record<string, AnyTRPCProcedure>> = router._def.procedures;
  const procedures: Record<string, AnyTRPCProcedure> = {};
  for (const [name, operation] of operations) {
    const procedure = all[name];
    if (procedure === undefined) continue;
    procedures[name] = viewOf(procedure, operation);
    yield;
  }
  return procedures;
}

/** Operations that are described in one go: more would take less in all, and hold others up for longer. */
const TOGETHER = 2;

/** What zod-openapi calls a component that is answered, where what is sent under its name differs. */
const ANSWERED = 'Output';

/** What is described. */
export interface Source {
  /** The procedures that operations have, by their names. */
  readonly procedures: Readonly<Record<string, AnyTRPCProcedure>>;
  /** Schemas that are components, whatever refers to them. */
  readonly defs: Readonly<Record<string, z.ZodType>>;
  readonly options: object;
}

type Procedures = Source['procedures'];

interface Describing {
  readonly meta?: { readonly openapi?: { readonly method: string; readonly path: string } };
}

/** A procedure with another description, which is all that is looked at. */
function described(
  procedure: AnyTRPCProcedure,
  { openapi, ...rest }: { openapi?: object; output?: z.ZodType; inputs?: [] },
): AnyTRPCProcedure {
  const { meta } = procedure._def as Describing;
  // Failures are described elsewhere.
  const own = { ...meta, openapi: { ...meta?.openapi, ...openapi, errorResponses: {} } };
  return Object.assign(() => undefined, {
    _def: { ...procedure._def, ...rest, meta: own },
  }) as unknown as AnyTRPCProcedure;
}

/** The document of a few procedures, beside components that there are. */
function generate(procedures: Procedures, { options }: Source, defs: object): OpenApiDocument {
  // Its types ask for a router whose context is any; the document is read by our own description of it.
  return generateOpenApiDocument(
    { _def: { procedures } } as never,
    { ...options, defs } as never,
  ) as unknown as OpenApiDocument;
}

const schemasOf = ({ components }: OpenApiDocument): Schemas => (components['schemas'] ?? {}) as Schemas;

/** Procedures, each changed. */
function each(procedures: Procedures, change: (one: AnyTRPCProcedure, name: string) => AnyTRPCProcedure): Procedures {
  return Object.fromEntries(Object.entries(procedures).map(([name, one]) => [name, change(one, name)]));
}

/** The procedures, some at a time. */
function inParts(procedures: Procedures): Procedures[] {
  const all = Object.entries(procedures);
  const count = Math.ceil(all.length / TOGETHER);
  return Array.from({ length: count }, (_, i) => Object.fromEntries(all.slice(i * TOGETHER, (i + 1) * TOGETHER)));
}

/** Whether a component that is answered has a name of its own, beside those that are sent. */
function isRenamed(name: string, sent: Schemas): boolean {
  return name.endsWith(ANSWERED) && name.slice(0, -ANSWERED.length) in sent;
}

/** The components of a document, by what they are for. */
class Components {
  readonly #sent: Schemas = {};
  readonly #answered: Schemas = {};
  readonly #renamed: Schemas = {};

  /** Those that are sent. */
  get sent(): Schemas {
    return this.#sent;
  }

  /** Adds those of a part that describes what is sent. */
  addSent(schemas: Schemas): void {
    Object.assign(this.#sent, schemas);
  }

  /** Adds those of a part that describes what is answered, all that is sent being known. */
  addAnswered(schemas: Schemas): void {
    for (const [name, schema] of Object.entries(schemas)) {
      if (name in this.#sent) continue;
      (isRenamed(name, this.#sent) ? this.#renamed : this.#answered)[name] ??= schema;
    }
  }

  /** All of them, in the order in which zod-openapi names them. */
  all(): Schemas {
    return { ...this.#sent, ...this.#answered, ...this.#renamed };
  }
}

/** Makes the document as it is made of all operations together, byte for byte. */
export function* generated(source: Source): Generator<void, OpenApiDocument> {
  const { procedures, defs } = source;
  const parts = inParts(procedures);
  const components = new Components();
  const paths: OpenApiDocument['paths'] = {};
  yield;
  // What is answered has a name of its own where what is sent under its name differs: all of that has to be known before.
  for (const part of parts) {
    const sent = generate(
      each(part, (one) => described(one, { output: z.void() })),
      source,
      {},
    );
    for (const [path, methods] of Object.entries(sent.paths)) Object.assign((paths[path] ??= {}), methods);
    components.addSent(schemasOf(sent));
    yield;
  }
  const document = generate({}, source, defs);
  const given = schemasOf(document);
  const nested = Object.entries(given).filter(([name]) => !(name in defs));
  const isSent = ([name]: readonly [string, unknown]): boolean =>
    !isRenamed(name, given) && !isRenamed(name, components.sent);
  components.addSent(Object.fromEntries(nested.filter(isSent)));
  yield;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  for (const part of parts) {
    const alone = each(part, (one, name) => described(one, { inputs: [], openapi: { path: `/${name}` } }));
    const answered = generate(alone, source, components.sent);
    for (const { operationId, responses } of Object.values(answered.paths).flatMap((methods) => Object.values(methods)))
      Object.assign(Object(byId.get(operationId)), { responses });
    components.addAnswered(schemasOf(answered));
    yield;
  }
  components.addAnswered(Object.fromEntries(nested));
  const shown = Object.keys(defs).map((name) => [name, given[name] ?? {}]);
  document.paths = paths;
  document.components = { schemas: { ...components.all(), ...Object.fromEntries(shown) } };
  return document;
}
