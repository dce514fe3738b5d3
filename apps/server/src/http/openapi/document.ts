/** The OpenAPI document, made by trpc-openapi from the real router and completed with what it leaves out. */
import type { AnyTRPCRouter } from '@trpc/server';
import { apiVersion, domainDescriptions, oauthProblem, type Operation, problem } from '@understudy/contract';
import { generateOpenApiDocument } from 'trpc-openapi';
import { MAX_LEVELS } from '../../kit/json-levels.js';
import { addBodyExample, aliasBody, type Media, nameSchemas } from './bodies.js';
import { sharedHeaders } from './headers.js';
import { type Json, operationParameters, sharedParameters, sharedReferences } from './parameters.js';
import { type Components, operationResponses } from './responses.js';
import { operationSecurity, securitySchemes } from './security.js';
import { deliveryHeaders, webhooksOf } from './webhooks.js';

interface OpenApiOperation extends Json {
  operationId: string;
  parameters?: Json[];
  requestBody?: { content?: Media };
  responses: Record<string, Json>;
}

/** An OpenAPI 3.1 document, as far as it is completed here. */
export interface OpenApiDocument extends Json {
  openapi: string;
  info: Json;
  servers: { url: string; description?: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  webhooks: Record<string, Json>;
  components: Components;
}

const DESCRIPTION = `A deterministic mock HTTP API for building and testing clients: the same request to the same data gives the same bytes.

Every route under \`/api\` takes three query controls: \`delay\` for latency, \`simulate_error\` for failures on demand and \`cors\` for cross-origin edge cases. Lists take \`page\`, \`per_page\`, \`pagination_style\` and \`cursor\` as well, and \`q\` where they can be searched. A route accepts all of them, and refuses wrong values, also where they have no effect.

A request body may come in the content codings \`gzip\`, \`br\` and \`deflate\`; its size limit holds for what they expand to. JSON is read down to ${MAX_LEVELS} levels of arrays and objects.

The same operations are at \`/trpc\` over tRPC, under the same names. There the controls of a call stand in the URL's query too, and paging is part of the input.`;

/** zod writes the bounds of a safe integer into every z.int(); they tell a reader nothing. */
function withoutSafeBounds(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const schema = value as Json;
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  for (const member of Object.values(schema)) withoutSafeBounds(member);
}

function complete(found: OpenApiOperation, operation: Operation, components: Components): void {
  const { schemas = {} } = components;
  const [, name = ''] = operation.name.split('.');
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const ok = found.responses['200'] ?? {};
  nameSchemas(found.requestBody?.content, `${title}Body`, schemas);
  nameSchemas(ok['content'] as Media | undefined, `${title}Answer`, schemas);
  addBodyExample(found.requestBody?.content, operation, schemas);
  found.operationId = operation.name;
  found['security'] = operationSecurity(operation.meta);
  found['x-understudy-answers'] = operation.answers;
  found.parameters = operationParameters(found.parameters ?? [], operation);
  found.responses = operationResponses(ok, { operation, hasBody: operation.meta.bodies.length > 0 }, components);
}

/** The aliases of an operation that the document names: they say what the operation says, but read a body. */
function addAliases(document: OpenApiDocument, operation: Operation): void {
  const original = document.paths[operation.path]?.[operation.method.toLowerCase()];
  if (original === undefined) return;
  for (const { method, path, operationId } of operation.meta.aliases) {
    if (operationId === undefined) continue;
    (document.paths[path] ??= {})[method.toLowerCase()] = {
      ...original,
      operationId,
      summary: `${String(original['summary'])}, by ${method}`,
      'x-understudy-alias-of': operation.name,
      parameters: sharedReferences(operation),
      requestBody: aliasBody(operation),
      responses: operationResponses(original.responses['200'] ?? {}, { operation, hasBody: true }, document.components),
    };
  }
}

/** The document, at another base URL: it stands nowhere else in it. */
export function documentAt(document: OpenApiDocument, baseUrl: string): OpenApiDocument {
  return { ...document, servers: [{ url: baseUrl }] };
}

/** Makes the document, for a base URL that is yet to be known. */
export function openApiDocument(router: AnyTRPCRouter, operations: ReadonlyMap<string, Operation>): OpenApiDocument {
  const options = {
    title: 'Understudy',
    version: apiVersion,
    description: DESCRIPTION,
    baseUrl: '/',
    contact: { name: 'Understudy', url: 'https://understudy.example/' },
    license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    securitySchemes,
    defs: { Problem: problem, OauthProblem: oauthProblem },
  };
  // Its types ask for a router whose context is any; the document is read by our own description of it.
  const document = generateOpenApiDocument(router as never, options as never) as unknown as OpenApiDocument;
  const { schemas = {} } = document.components;
  document.components = {
    schemas,
    parameters: { ...sharedParameters(), ...deliveryHeaders },
    headers: sharedHeaders,
    responses: {},
    securitySchemes,
  };
  for (const found of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const operation = operations.get(found.operationId);
    if (operation !== undefined) complete(found, operation, document.components);
  }
  for (const operation of operations.values()) addAliases(document, operation);
  document.webhooks = webhooksOf(schemas);
  document['tags'] = Object.entries(domainDescriptions).map(([name, description]) => ({ name, description }));
  withoutSafeBounds(document);
  return document;
}
