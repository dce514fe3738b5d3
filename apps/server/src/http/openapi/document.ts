/** The OpenAPI document, made by trpc-openapi from the real router and completed with what it leaves out. */
import type { AnyTRPCRouter } from '@trpc/server';
import { apiVersion, type Events, EXTENSIONS, oauthProblemOf, problemOf } from '@understudy/contract/kit';
import { z } from 'zod';
import type { WholeApi } from '../../call/api.js';
import type { Examples, OwnDocument } from '../../kit/implement.js';
import { API_PATH } from '../../kit/sandbox-address.js';
import { MAX_LEVELS } from '../../kit/json-levels.js';
import {
  addAliases,
  complete,
  type Described,
  formatName,
  nameInline,
  securitySchemes,
  unwrap,
  generated,
  plainProcedures,
} from './operations.js';
import { answeredName, currentName } from './responses.js';
import { addExamples, exampleOf, rowSchemas } from './content.js';
import { sharedHeaders, parameter, sharedParameters } from './parameters.js';
import { eachPart, type Json, type OpenApiDocument } from './openapi-document.js';
import { componentNames, dropUnused, join, ownDocument } from './components.js';

const header = (name: string, description: string, example: string): Json =>
  parameter(name, { in: 'header', required: true }, { type: 'string', description, examples: [example] });

/** Headers of a delivery, by component name. */
export const deliveryHeaders = {
  WebhookId: header(
    'webhook-id',
    'Id of the event, the same in every attempt: a receiver that has seen it has nothing left to do (Standard Webhooks).',
    'evt_n000001',
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'When the attempt was signed, in seconds since 1970 (Standard Webhooks).',
    '1767607200',
  ),
  WebhookSignature: header(
    'webhook-signature',
    '`v1,` and the Base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` under the secret of the registration (Standard Webhooks).',
    'v1,3kQVQ0nYlMwrS3OqjUqkO4hjXpq1lYpHZJIk5vX8fRc=',
  ),
  StripeSignature: header(
    'Stripe-Signature',
    '`t=` and the time, `v1=` and the HMAC-SHA256 in hex of `{t}.{body}` under the same secret, as Stripe signs.',
    't=1767607200,v1=0c1bd4d1f1d0a2a8f1b3d7f9b6e5c4a3928170605f4e3d2c1b0a998877665544',
  ),
} satisfies Record<string, Json>;

const responses: Json = {
  '2XX': { description: 'Received. Any 2xx ends the delivery.' },
  '410': { description: 'Not wanted any more: the registration is disabled.' },
  default: { description: 'Not received: it is tried again, as `--webhook-retry` says.' },
};

/** The schema of an event, by reference to the records that operations answer. */
function jsonSchema(event: z.ZodObject, component: string): Json {
  const { $defs: { [component]: found } = {} } = z.toJSONSchema(event);
  const { id: _, ...schema } = found ?? {};
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text) as Json;
}

function webhook(type: string, event: z.ZodObject, schemas: Record<string, Json>): Json {
  const component = event.meta()?.id ?? type;
  schemas[component] = jsonSchema(event, component);
  const $ref = `#/components/schemas/${component}`;
  const example = exampleOf({ $ref }, { schemas, members: 'all' });
  return {
    post: {
      operationId: `webhook.${type}`,
      summary: type,
      description: event.description,
      tags: ['webhooks'],
      security: [],
      parameters: Object.keys(deliveryHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: { required: true, content: { 'application/json': { schema: { $ref }, example } } },
      responses,
    },
  };
}

/** The webhooks, by event type; the schemas of their events are added to those of the document. */
export function* webhooksOf(events: Events, schemas: Record<string, Json>): Generator<void, Record<string, Json>> {
  const webhooks: Record<string, Json> = {};
  for (const [type, event] of Object.entries(events)) {
    webhooks[type] = webhook(type, event, schemas);
    yield;
  }
  return webhooks;
}

/** A path of the API in a text, at its start or after the origin of an example. */
const API_IN_TEXT = new RegExp(`(?<=^|[\\s\`"(]|:4010)${API_PATH}(?=/)`, 'g');

/** Moves every path of the API that a text names below the one that it is served at. */
function atBase<Value>(value: Value, base: string): Value {
  // JSON data has no other types, and a text stays a text.
  if (typeof value === 'string') return value.replace(API_IN_TEXT, base) as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => atBase(item, base)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, atBase(item, base)])) as Value;
}

const DESCRIPTION = `A deterministic mock HTTP API for building and testing clients: the same request to the same data gives the same bytes.

Every route under \`/api/\` takes four query controls: \`delay\` for latency, \`simulate_error\` for failures on demand, \`fault\` for everything else that can go wrong, and \`cors\` for cross-origin edge cases. The header \`Understudy-Fault\` says what \`fault\` says. Rules of a sandbox (\`/sandboxes/{name}/faults\`) make requests meet faults that do not ask for them; \`/faults\` lists the faults. Lists take \`page\`, \`per_page\`, \`pagination_style\` and \`cursor\` as well, and \`q\` where they can be searched. A route accepts all of them, and refuses wrong values, also where they have no effect.

A request body may come in the content codings \`gzip\`, \`br\` and \`deflate\`; its size limit holds for what they expand to. JSON is read down to ${MAX_LEVELS} levels of arrays and objects.

The same operations are at \`/trpc\` over tRPC, under the same names. There the controls of a call stand in the URL's query too, and paging is part of the input.

The version of this document is that of the API. \`GET /healthz\` says the version of the server.`;

/**
 * Drops what zod writes into schemas and no reader needs: the bounds of a safe integer in every z.int(), and the
 * escape of a slash, which is one of JavaScript's literals and which generators escape once more. A constant is an
 * enum of one value, which every generator reads: some know OpenAPI 3.0 alone, where `const` is not.
 */
function tidy<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as Json;
  const { pattern, type } = schema;
  if (typeof type === 'string' && 'const' in schema) {
    schema['enum'] = [schema['const']];
    delete schema['const'];
  }
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (typeof pattern === 'string')
    schema['pattern'] = pattern.replace(/\\(.)/gs, (all, one) => (one === '/' ? one : all));
  for (const member of Object.values(schema)) tidy(member);
  return value;
}

/** The schemas of the forms that lists have beside a page, by component name. */
function formatSchemas({ operations }: Documented): Record<string, z.ZodType> {
  const all = [...operations.values()].flatMap((operation) =>
    Object.entries(operation.meta.formats).map(([name, { schema }]) => [formatName(operation, name), schema] as const),
  );
  return Object.fromEntries(all);
}

/**
 * The schemas of the records that problems or lines show and that no operation answers, by component name. Those that one answers
 * are there already: given a second time, all components within them would be there twice.
 */
function currentSchemas({ operations }: Documented): Record<string, z.ZodType> {
  const answered = new Set(Array.from(operations.values(), ({ whole }) => answeredName(whole)));
  const records = [...operations.values()].flatMap(({ meta }) => Object.values(meta.current));
  const shown = records.flatMap((record) => {
    const name = currentName(record);
    return record === undefined || name === undefined ? [] : [[name, record] as const];
  });
  return Object.fromEntries([...shown, ...rowSchemas(operations.values())].filter(([name]) => !answered.has(name)));
}

/** What of an API a document is of. */
type Documented = Pick<WholeApi, 'base' | 'operations' | 'kinds' | 'events'>;

/** What a document has beside what follows from its operations. */
interface DocumentParts {
  /** Schemas by component name. */
  readonly defs: Readonly<Record<string, z.ZodType>>;
  readonly examples: Examples;
}

/** Makes the document of some operations, for a base URL that is yet to be known. */
function* documentOf(
  router: AnyTRPCRouter,
  api: Documented,
  { defs, examples }: DocumentParts,
): Generator<void, OpenApiDocument> {
  const options = {
    title: 'Understudy',
    version: apiVersion,
    description: DESCRIPTION,
    baseUrl: '/',
    contact: { name: 'Understudy', url: 'https://understudy.example/' },
    license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    securitySchemes,
  };
  const document = yield* generated({
    procedures: yield* plainProcedures(router, api),
    defs: { ...defs, ...formatSchemas(api), ...currentSchemas(api) },
    options,
  });
  const { schemas = {} } = document.components;
  document.components = {
    schemas,
    parameters: { ...sharedParameters(), ...deliveryHeaders },
    headers: { ...sharedHeaders },
    responses: {},
    securitySchemes: { ...securitySchemes },
  };
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const described = all.flatMap((found): Described[] => {
    const operation = api.operations.get(found.operationId);
    return operation === undefined ? [] : [{ found, operation }];
  });
  for (const one of described) unwrap(one);
  for (const one of described) nameInline(one, schemas);
  addExamples(schemas, examples);
  const parts = { components: document.components, kinds: api.kinds, examples };
  yield;
  for (const one of described) {
    complete(one, parts);
    yield;
  }
  for (const operation of api.operations.values()) addAliases(document, operation, parts);
  document.webhooks = yield* webhooksOf(api.events, schemas);
  const tidied = yield* eachPart(document, tidy);
  return api.base === API_PATH ? tidied : yield* eachPart(tidied, (part) => atBase(part, api.base));
}

/** The tag of the operations that stand beside the domains. */
const extensions = {
  name: EXTENSIONS,
  description: 'What real servers of this kind have beside the operations above: removing webhooks, and ending logins.',
};

/** The operations and events of some domains. */
function documented({ base, kinds }: WholeApi, domains: WholeApi['domains']): Documented {
  const contracts = domains.map(({ contract }) => contract);
  const operations = contracts.flatMap((contract) => Object.values(contract.operations));
  return {
    base,
    kinds,
    operations: new Map(operations.map((operation) => [operation.name, operation])),
    events: Object.assign({}, ...contracts.map(({ events }) => events)) as WholeApi['events'],
  };
}

/** The document of a server that serves documents, with the domains of ours that stand beside them. */
function* withOwn(own: readonly OwnDocument[], router: AnyTRPCRouter, api: WholeApi): Generator<void, OpenApiDocument> {
  const document = ownDocument(own);
  const problem = problemOf(api.kinds);
  const beside = api.domains.filter(
    ({ contract, document: made }) => made === undefined && contract.name !== 'sandboxes',
  );
  for (const domain of beside) {
    const defs = { Problem: problem, OauthProblem: oauthProblemOf(problem) };
    const part = yield* documentOf(router, documented(api, [domain]), { defs, examples: {} });
    join(document, part, { domain: domain.contract.name, kept: new Set() });
  }
  yield;
  return document;
}

/** Makes the document, for a base URL that is yet to be known. */
export function* openApiDocument(
  router: AnyTRPCRouter,
  api: WholeApi,
  examples: Examples,
): Generator<void, OpenApiDocument> {
  const own = api.domains.flatMap((domain) => domain.document ?? []);
  if (own.length > 0) return yield* withOwn(own, router, api);
  const problem = problemOf(api.kinds);
  const ours = api.domains.filter(({ contract }) => !api.given.has(contract.name));
  const document = yield* documentOf(router, documented(api, ours), {
    defs: { Problem: problem, OauthProblem: oauthProblemOf(problem) },
    examples,
  });
  const leftOut = api.given.size === 0 ? [] : api.leftOut.map(({ contract }) => contract);
  const kept = yield* componentNames(leftOut);
  for (const domain of api.domains.filter((each) => !ours.includes(each))) {
    const part = yield* documentOf(router, documented(api, [domain]), { defs: {}, examples: {} });
    join(document, part, { domain: domain.contract.name, kept });
  }
  const tags = api.domains.map(({ contract: { name, description } }) => ({ name, description }));
  const hasExtensions = [...api.operations.values()].some(({ meta }) => meta.openapi.tags.includes(EXTENSIONS));
  document['tags'] = hasExtensions ? [...tags, extensions] : tags;
  yield* dropUnused(document);
  return document;
}
