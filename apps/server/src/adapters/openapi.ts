/** The OpenAPI document, made by trpc-openapi from the real router and completed with what it leaves out. */
import type { AnyTRPCRouter } from '@trpc/server';
import { apiVersion, domainDescriptions, type Operation, problem } from '@understudy/contract';
import { generateOpenApiDocument } from 'trpc-openapi';
import { MAX_LEVELS } from '../kit/json-levels.js';
import { type Json, operationParameters, sharedParameters } from './openapi-parameters.js';
import { operationResponses } from './openapi-responses.js';

type Media = Record<string, { schema?: Json }>;

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
  components: Record<string, Record<string, Json>>;
}

const DESCRIPTION = `A deterministic mock HTTP API for building and testing clients: the same request to the same data gives the same bytes.

Every route under \`/api\` takes the same query controls: \`page\`, \`per_page\`, \`q\`, \`pagination_style\` and \`cursor\` for paging and search, \`delay\` for latency, \`simulate_error\` for failures on demand and \`cors\` for cross-origin edge cases.

A request body may come in the content codings \`gzip\`, \`br\` and \`deflate\`; its size limit holds for what they expand to. JSON is read down to ${MAX_LEVELS} levels of arrays and objects.`;

/** The credential of the control API, where the server was started with one. */
const adminToken: Json = {
  type: 'http',
  scheme: 'bearer',
  description: 'The admin token of the server, needed only where it was started with one.',
};

/** zod writes the bounds of a safe integer into every z.int(); they tell a reader nothing. */
function withoutSafeBounds(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const schema = value as Json;
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  for (const member of Object.values(schema)) withoutSafeBounds(member);
}

/** Gives inline schemas names of their own: `ListCoursesAnswer`, `CreateCourseBody`. */
function nameSchemas(media: Media | undefined, name: string, schemas: Record<string, Json>): void {
  for (const one of Object.values(media ?? {})) {
    if (one.schema === undefined || '$ref' in one.schema) continue;
    schemas[name] = one.schema;
    one.schema = { $ref: `#/components/schemas/${name}` };
  }
}

function complete(found: OpenApiOperation, operation: Operation, components: OpenApiDocument['components']): void {
  const { responses = {}, schemas = {} } = components;
  const [, name = ''] = operation.name.split('.');
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const ok = found.responses['200'] ?? {};
  nameSchemas(found.requestBody?.content, `${title}Body`, schemas);
  nameSchemas(ok['content'] as Media | undefined, `${title}Answer`, schemas);
  found.operationId = operation.name;
  found['security'] = operation.meta.credential === 'admin' ? [{}, { adminToken: [] }] : [];
  found['x-understudy-answers'] = operation.answers;
  found.parameters = operationParameters(found.parameters ?? [], operation);
  found.responses = operationResponses(ok, operation, responses);
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
    securitySchemes: { adminToken },
    defs: { Problem: problem },
  };
  // Its types ask for a router whose context is any; the document is read by our own description of it.
  const document = generateOpenApiDocument(router as never, options as never) as unknown as OpenApiDocument;
  document.components = {
    schemas: document.components['schemas'] ?? {},
    parameters: sharedParameters(),
    responses: {},
    securitySchemes: { adminToken },
  };
  for (const found of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const operation = operations.get(found.operationId);
    if (operation !== undefined) complete(found, operation, document.components);
  }
  document['tags'] = Object.entries(domainDescriptions).map(([name, description]) => ({ name, description }));
  withoutSafeBounds(document);
  return document;
}
