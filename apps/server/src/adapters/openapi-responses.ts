/** Responses of the OpenAPI document, as the operations really give them. */
import { type Operation, problemKinds, type ProblemKind } from '@understudy/contract';
import type { Json } from './openapi-parameters.js';

/** Problem kinds that any operation on a sandbox can answer: by its controls, or by its input. */
const anySimulated: readonly ProblemKind[] = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'rate_limit',
  'server_error',
  'service_unavailable',
  'timeout',
];

/** Problem kinds that any operation on the registry can answer. */
const anyControl: readonly ProblemKind[] = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'service_unavailable',
];

/** Problem kinds that any operation with a body can answer. */
const anyBody: readonly ProblemKind[] = ['payload_too_large', 'unsupported_media_type'];

/** Problem kinds that any write to a sandbox can answer. */
const anyWrite: readonly ProblemKind[] = ['idempotency_key_reused', 'sandbox_full'];

const descriptions: Readonly<Record<Operation['answers'], string>> = {
  list: 'A page of records.',
  record: 'The record.',
  written: 'The record written, as one page.',
  batch: 'The results, as one page.',
  document: 'The document.',
};

/** Headers of a page of a list. */
const pageHeaders: Readonly<Record<string, Json>> = {
  Link: {
    description: 'Neighbouring pages (RFC 8288), with pagination_style=link or cursor.',
    schema: { type: 'string' },
  },
  'X-Total-Count': { description: 'Records in the whole list.', schema: { type: 'integer' } },
  'Content-Range': {
    description: 'Which records of the list these are, such as `items 0-9/500`; `items */500` for none.',
    schema: { type: 'string' },
  },
};

const retryAfter: Json = { description: 'Seconds to wait.', schema: { type: 'integer' } };

/** Headers that come with a failure, by its status. */
const failureHeaders: Readonly<Record<number, Readonly<Record<string, Json>>>> = {
  429: {
    'Retry-After': retryAfter,
    RateLimit: {
      description: 'What is left of the limit (draft-ietf-httpapi-ratelimit-headers).',
      schema: { type: 'string' },
    },
    'RateLimit-Policy': { description: 'The limit (the same draft).', schema: { type: 'string' } },
    'X-RateLimit-Limit': { description: 'Requests that the limit allows.', schema: { type: 'integer' } },
    'X-RateLimit-Remaining': { description: 'Requests that are left.', schema: { type: 'integer' } },
    'X-RateLimit-Reset': {
      description: "When the limit is over, in seconds since 1970 by the sandbox's clock.",
      schema: { type: 'integer' },
    },
  },
  503: { 'Retry-After': retryAfter },
};

function isKind(kind: string): kind is ProblemKind {
  return kind in problemKinds;
}

function kindsOf({ method, answers, meta }: Operation): ProblemKind[] {
  const isRegistry = meta.scope === 'registry';
  return [
    ...(isRegistry ? anyControl : anySimulated),
    ...(answers === 'list' ? (['invalid_cursor'] as const) : []),
    ...(meta.bodies.length === 0 ? [] : anyBody),
    ...(method === 'GET' || isRegistry ? [] : anyWrite),
    ...meta.kinds.filter(isKind),
  ];
}

function problemResponse(status: number, kinds: readonly ProblemKind[]): Json {
  const titles = [...new Set(kinds.map((kind) => problemKinds[kind].title))].join(', ');
  const headers = failureHeaders[status];
  return {
    description: `${titles} (${kinds.join(', ')})`,
    ...(headers === undefined ? {} : { headers }),
    content: {
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      'application/json': { schema: { $ref: '#/components/schemas/Problem' } },
    },
  };
}

/** Responses of 400 and up, each written once as a component that is named by the kinds it tells. */
function failures(operation: Operation, shared: Record<string, Json>): Record<string, Json> {
  const byStatus = new Map<number, ProblemKind[]>();
  for (const kind of kindsOf(operation)) {
    const { status } = problemKinds[kind];
    byStatus.set(status, [...(byStatus.get(status) ?? []), kind]);
  }
  const entries = [...byStatus].map(([status, kinds]) => {
    const name = kinds.join('_or_');
    shared[name] ??= problemResponse(status, kinds);
    return [String(status), { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(entries);
}

/** All responses of an operation; those it shares with others are added to the components. */
export function operationResponses(ok: Json, operation: Operation, shared: Record<string, Json>): Record<string, Json> {
  return {
    '200': {
      ...ok,
      description: descriptions[operation.answers],
      ...(operation.answers === 'list' ? { headers: pageHeaders } : {}),
    },
    ...failures(operation, shared),
  };
}
