/** The OpenAPI document, made by trpc-openapi from the real router and completed with what it leaves out. */
import type { AnyTRPCRouter } from '@trpc/server';
import { apiVersion, controls, type Operation, problem, problemKinds, type ProblemKind } from '@understudy/contract';
import { generateOpenApiDocument } from 'trpc-openapi';
import { z } from 'zod';

type Json = Record<string, unknown>;

interface OpenApiOperation extends Json {
  operationId: string;
  parameters?: Json[];
  requestBody?: { content?: Record<string, { schema?: Json }> };
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

Every route under \`/api\` takes the same query controls: \`page\`, \`per_page\`, \`q\`, \`pagination_style\` and \`cursor\` for paging and search, \`delay\` for latency, \`simulate_error\` for failures on demand and \`cors\` for cross-origin edge cases.`;

const tagDescriptions: Readonly<Record<string, string>> = {
  education: 'Courses, lessons, students, enrollments, assignments, grades and certificates.',
};

/** Problem kinds that any operation can answer: by its controls, or by its input. */
const anyOperation: readonly ProblemKind[] = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'rate_limit',
  'server_error',
  'service_unavailable',
  'timeout',
];

/** Problem kinds that any operation with a body can answer. */
const anyWrite: readonly ProblemKind[] = [
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'sandbox_full',
];

function jsonSchema(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

/** A parameter with its description and example where OpenAPI readers look for them. */
function parameter(name: string, place: string, schema: Json, required = false): Json {
  const { description, examples, ...rest } = schema;
  const [example] = Array.isArray(examples) ? (examples as unknown[]) : [];
  return {
    name,
    in: place,
    required,
    ...(description === undefined ? {} : { description }),
    schema: rest,
    ...(example === undefined || example === '' ? {} : { example }),
  };
}

function controlParameters(): Record<string, Json> {
  const properties = jsonSchema(controls)['properties'] as Record<string, Json>;
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, parameter(name, 'query', schema)]),
  );
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the write happen once: the same key and payload again answers as the first time, with Idempotency-Replayed: true. 1 to 255 visible ASCII characters.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function problemResponse(status: number, kinds: readonly ProblemKind[]): Json {
  const titles = [...new Set(kinds.map((kind) => problemKinds[kind].title))].join(', ');
  const retry = status === 429 || status === 503;
  return {
    description: `${titles} (${kinds.join(', ')})`,
    ...(retry ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } } : {}),
    content: {
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      'application/json': { schema: { $ref: '#/components/schemas/Problem' } },
    },
  };
}

function isKind(kind: string): kind is ProblemKind {
  return kind in problemKinds;
}

/** Responses of 400 and up, by status. */
function failures(operation: Operation): Map<number, ProblemKind[]> {
  const kinds: ProblemKind[] = [
    ...anyOperation,
    ...(operation.answers === 'list' ? (['invalid_cursor'] as const) : []),
    ...(operation.method === 'GET' ? [] : anyWrite),
    ...operation.meta.kinds.filter(isKind),
  ];
  const byStatus = new Map<number, ProblemKind[]>();
  for (const kind of kinds) {
    const { status } = problemKinds[kind];
    byStatus.set(status, [...(byStatus.get(status) ?? []), kind]);
  }
  return byStatus;
}

/** Responses as components, named by the kinds they tell, so that each is written once. */
function failureResponses(operation: Operation, shared: Record<string, Json>): Record<string, Json> {
  const responses: Record<string, Json> = {};
  for (const [status, kinds] of failures(operation)) {
    const name = kinds.join('_or_');
    shared[name] ??= problemResponse(status, kinds);
    responses[String(status)] = { $ref: `#/components/responses/${name}` };
  }
  return responses;
}

/**
 * Parameters that are not controls. Their schemas come from the contract: trpc-openapi unwraps
 * optional members and loses what is said of them.
 */
function ownParameters(found: OpenApiOperation, operation: Operation): Json[] {
  const properties = jsonSchema(operation.input)['properties'] as Record<string, Json>;
  return (found.parameters ?? []).flatMap((own) => {
    const name = String(own['name']);
    const schema = properties[name];
    if (name in controls.shape || schema === undefined) return [];
    return [parameter(name, String(own['in']), schema, own['required'] === true)];
  });
}

const successes: Readonly<Record<Operation['answers'], string>> = {
  list: 'A page of records.',
  record: 'The record.',
  written: 'The records written, as one page.',
  document: 'The document.',
};

const linkHeader: Json = {
  description: 'Neighbouring pages (RFC 8288), with pagination_style=link or cursor.',
  schema: { type: 'string' },
};

/** zod writes the bounds of a safe integer into every z.int(); they tell a reader nothing. */
function withoutSafeBounds(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const schema = value as Json;
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  for (const member of Object.values(schema)) withoutSafeBounds(member);
}

function componentName(operationId: string, suffix: string): string {
  const [, name = ''] = operationId.split('.');
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}${suffix}`;
}

function complete(found: OpenApiOperation, operation: Operation, document: OpenApiDocument): void {
  const { parameters = {}, responses = {}, schemas = {} } = document.components;
  found.operationId = operation.name;
  found['security'] = [];
  found.parameters = [
    ...ownParameters(found, operation),
    ...Object.keys(parameters)
      .filter((name) => name !== 'IdempotencyKey' || operation.method !== 'GET')
      .map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
  for (const media of Object.values(found.requestBody?.content ?? {})) {
    if (media.schema === undefined || '$ref' in media.schema) continue;
    const name = componentName(operation.name, 'Body');
    schemas[name] = media.schema;
    media.schema = { $ref: `#/components/schemas/${name}` };
  }
  const ok = found.responses['200'] as { content: Record<string, { schema: Json }> };
  for (const media of Object.values(ok.content)) {
    const name = componentName(operation.name, 'Answer');
    schemas[name] = media.schema;
    media.schema = { $ref: `#/components/schemas/${name}` };
  }
  found['x-understudy-answers'] = operation.answers;
  found.responses = {
    '200': {
      ...ok,
      description: successes[operation.answers],
      ...(operation.answers === 'list' ? { headers: { Link: linkHeader } } : {}),
    },
    ...failureResponses(operation, responses),
  };
}

/** Makes the document for a base URL. */
export function openApiDocument(
  router: AnyTRPCRouter,
  operations: ReadonlyMap<string, Operation>,
  baseUrl: string,
): OpenApiDocument {
  const document = generateOpenApiDocument(
    router as never,
    {
      title: 'Understudy',
      version: apiVersion,
      description: DESCRIPTION,
      baseUrl,
      contact: { name: 'Understudy', url: 'https://understudy.example/' },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      securitySchemes: {},
      defs: { Problem: problem },
    } as never,
  ) as unknown as OpenApiDocument;
  document.components = {
    schemas: document.components['schemas'] ?? {},
    parameters: { ...controlParameters(), IdempotencyKey: idempotencyKey },
    responses: {},
  };
  const byId = new Map([...operations.values()].map((o) => [o.meta.openapi.operationId, o]));
  for (const methods of Object.values(document.paths)) {
    for (const found of Object.values(methods)) {
      const operation = byId.get(found.operationId);
      if (operation !== undefined) complete(found, operation, document);
    }
  }
  const tags = new Set([...operations.values()].flatMap((o) => o.meta.openapi.tags));
  document['tags'] = [...tags].map((name) => ({
    name,
    ...(tagDescriptions[name] === undefined ? {} : { description: tagDescriptions[name] }),
  }));
  withoutSafeBounds(document);
  return document;
}
