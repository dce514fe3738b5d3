/** Responses of the OpenAPI document, as the operations really give them. */
import type { ProblemKind } from '@understudy/contract';
import { hasEnd, type Operation, type ProblemKindInfo } from '@understudy/contract/kit';
import type { ProblemKinds } from '../../call/api.js';
import { currentByKind, withCurrent } from './current.js';
import { errorForm } from './error-form.js';
import { exampleOf } from './examples.js';
import { partResponse } from './files.js';
import { headersOf, successHeaders } from './headers.js';
import type { Json } from './parameters.js';
import { linesExamples, rowName } from './lines-example.js';
import { countedResponse, problemResponse } from './problems.js';

/** Components of the document, by sort and name. */
export type Components = Record<string, Record<string, Json>>;

/** Problem kinds that any operation on a sandbox can answer: by its controls, by its input, or before it is found. */
const anySimulated: readonly ProblemKind[] = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'uri_too_long',
  'misdirected_request',
  'rate_limit',
  'too_many_requests',
  'server_error',
  'internal',
  'service_unavailable',
  'timeout',
  'sandbox_full',
  'status',
];

/** Problem kinds that any operation on the registry can answer. */
const anyControl: readonly ProblemKind[] = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'uri_too_long',
  'misdirected_request',
  'too_many_requests',
  'internal',
  'service_unavailable',
];

/** Problem kinds that any operation with a body can answer. */
const anyBody: readonly ProblemKind[] = ['payload_too_large', 'unsupported_media_type'];

const descriptions: Readonly<Record<Operation['answers'], string>> = {
  list: 'A page of records.',
  record: 'The record.',
  written: 'The record written, as one page.',
  batch: 'The results, as one page.',
  document: 'The document.',
  file: 'The file.',
  lines: 'The lines, as they are read.',
  stream: 'The events, as they come.',
  nothing: 'It is done; there is no body.',
};

const ended = 'The stream has ended, and its last event was read: do not ask again.';

/** What a status adds to the description of its answer (RFC 9110 §15.3). */
const statusTexts: Readonly<Record<200 | 201 | 202, string>> = {
  200: '',
  201: 'It was created by this call.',
  202: 'It was accepted; the address in Location says how far it has come.',
};

const notModified = (operation: Operation): Json => ({
  description: 'What If-None-Match names is still what would be answered (RFC 9110 §15.4.5).',
  headers: successHeaders(operation),
});

const redirected: Json = {
  description:
    'A browser or OIDC client goes back to the address that its client named, with what came of it or with an error (RFC 6749 §4.1.2). Forced failures of logins travel there too.',
  headers: headersOf('Location', 'Set-Cookie'),
};

/** What responses are made of: the components that they share, and what the problem kinds mean. */
export interface ResponseParts {
  readonly components: Components;
  readonly kinds: ProblemKinds;
}

/** An address of an operation: its own, or an alias that reads a body. */
export interface Address {
  readonly operation: Operation;
  readonly hasBody: boolean;
}

function kindsOf({ operation: { method, answers, meta }, hasBody }: Address, kinds: ProblemKinds): ProblemKind[] {
  const isRegistry = meta.scope === 'registry';
  return [
    ...(isRegistry ? anyControl : anySimulated),
    ...(answers === 'list' || answers === 'stream' ? (['invalid_cursor'] as const) : []),
    ...(hasBody ? anyBody : []),
    ...(method === 'GET' || isRegistry ? [] : (['idempotency_key_reused'] as const)),
    ...meta.kinds.filter((kind): kind is ProblemKind => kind in kinds),
  ];
}

/** The status of a kind, or the classes of a range of them (OpenAPI 3.1 §4.8.16): one that stands by itself comes first. */
function statusesOf({ status, highestStatus }: ProblemKindInfo): string[] {
  if (highestStatus === undefined) return [String(status)];
  const [first, last] = [status, highestStatus].map((one) => Math.floor(one / 100));
  return [...new Set([first, last])].map((digit) => `${digit}XX`);
}

/** Responses of 400 and up, each written once as a component that is named by its kinds. */
function failures(address: Address, { components, kinds: all }: ResponseParts): Record<string, Json> {
  const byStatus = new Map<string, ProblemKind[]>();
  for (const kind of new Set(kindsOf(address, all))) {
    for (const status of statusesOf(all[kind])) byStatus.set(status, [...(byStatus.get(status) ?? []), kind]);
  }
  const form = errorForm(address.operation);
  const shown = currentByKind(address.operation, all);
  const entries = [...byStatus].map(([status, kinds]) => {
    // Only the refusal of a media type says which patches are read.
    const own = form === 'patch' && status !== '415' ? 'problem' : form;
    const current = Object.fromEntries(kinds.flatMap((kind) => (kind in shown ? [[kind, shown[kind] ?? {}]] : [])));
    const isCounted = address.operation.meta.limit !== undefined && /^4\d\d$/.test(status);
    const respond = isCounted ? countedResponse : problemResponse;
    // Such a response is the operation's own.
    if (Object.keys(current).length > 0) {
      return [status, withCurrent(respond(kinds, own, all), current, components['schemas'] ?? {})];
    }
    const marks = [...(isCounted ? ['counted'] : []), ...(own === 'problem' ? [] : [own])];
    const name = [...marks, kinds.join('_or_')].join('_');
    (components['responses'] ??= {})[name] ??= respond(kinds, own, all);
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(entries);
}

/** A row of the lines that are answered. */
function rowExample(operation: Operation, components: Components): Json {
  const row = { $ref: `#/components/schemas/${rowName(operation)}` };
  return Object(exampleOf(row, { schemas: components['schemas'] ?? {}, members: 'all' })) as Json;
}

/** A stream with one event. */
function eventExample(schema: Json, components: Components): string {
  const { id, event, data } = Object(
    exampleOf(schema, { schemas: components['schemas'] ?? {}, members: 'all' }),
  ) as Json;
  return `retry: 1000\n\nid: ${String(id)}\nevent: ${String(event)}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A document as a signed JWT, for callers that accept it first. */
const signedContent: Json = {
  'application/jwt': {
    schema: { type: 'string', description: 'The same, signed with the published keys.' },
    example: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1c3JfMDAwMSJ9.c2ln',
  },
};

/** What an operation answers when it succeeds: the media type's schema, with an example of the whole body. */
function success(ok: Json, operation: Operation, components: Components): Json {
  const media = (ok['content'] ?? {}) as Record<string, { schema?: Json }>;
  const isLines = operation.answers === 'lines';
  const lines = isLines ? linesExamples(operation, rowExample(operation, components)) : undefined;
  const content = Object.entries(media).map(([type, one]) => {
    // What bytes would be an example of says no more than their type.
    if (operation.answers === 'file') return [type, one];
    if (lines !== undefined) return [type, { ...one, example: lines[type] }];
    const { contentSchema } = one.schema ?? {};
    if (contentSchema !== undefined)
      return [type, { ...one, example: eventExample(contentSchema as Json, components) }];
    const example = exampleOf(one.schema ?? {}, { schemas: components['schemas'] ?? {}, members: 'all' });
    return [type, { ...one, ...(example === undefined ? {} : { example }) }];
  });
  return {
    description: descriptions[operation.answers],
    headers: successHeaders(operation),
    content: { ...Object.fromEntries(content), ...(operation.meta.signed ? signedContent : {}) },
  };
}

/** Whether If-None-Match can be answered 304. */
function isRevalidated({ method, answers, meta }: Operation): boolean {
  return meta.cache !== 'none' || answers === 'file' || (method === 'GET' && meta.versioned !== undefined);
}

/** The answers of an operation that succeeds, by status. */
function successes(ok: Json, operation: Operation, components: Components): Record<string, Json> {
  const { status } = operation.meta;
  const over = { 204: { description: ended, headers: headersOf() } };
  if (status === 204) return { 204: { description: descriptions.nothing, headers: successHeaders(operation) } };
  const one = success(ok, operation, components);
  const said = `${String(one['description'])} ${statusTexts[status]}`.trim();
  const known = { ...one, description: `${String(one['description'])} It was there already.` };
  return {
    ...(status === 201 ? { 200: known } : {}),
    [status]: { ...one, description: said },
    ...(operation.answers === 'stream' && hasEnd(operation) ? over : {}),
  };
}

/** All responses of an address; those it shares with others are added to the components. */
export function operationResponses(ok: Json, address: Address, parts: ResponseParts): Record<string, Json> {
  const { operation } = address;
  return {
    ...successes(ok, operation, parts.components),
    ...(operation.meta.errors === 'redirect' ? { '302': redirected } : {}),
    ...(operation.answers === 'file' ? { '206': partResponse(operation) } : {}),
    ...(isRevalidated(operation) ? { '304': notModified(operation) } : {}),
    ...failures(address, parts),
  };
}
