/** The responses of operations as they are really given: what succeeds, and what fails with 400 and up. */
import type { ProblemKind } from '@understudy/contract';
import {
  hasEnd,
  isSchema,
  type Operation,
  type ProblemKindInfo,
  shapeOf,
  simulatedErrors,
} from '@understudy/contract/kit';
import { z } from 'zod';
import type { ProblemKinds } from '../../call/api.js';
import { exampleOf, linesExamples, pageContent, partResponse, rowName } from './content.js';
import type { Components, Json, Schemas } from './openapi-document.js';
import {
  errorForm,
  type ErrorForm,
  failureHeaders,
  headersOf,
  rangeHeaders,
  successHeaders,
  text,
} from './parameters.js';
import { forcedProblem, type ProblemFault } from '../../call/forced-problem.js';
import { oauthErrorBody, problemBody } from '../problems.js';
import { problemsOf } from '../../kit/problem-error.js';

/** Name of the component that is a record. */
export function currentName(current: z.ZodType | undefined): string | undefined {
  return current?.meta()?.id;
}

/** Name of the component that an operation answers, in a list or by itself; undefined where it has none. */
export function answeredName(output: unknown): string | undefined {
  const data = shapeOf(output)?.['data'];
  const record = data instanceof z.ZodArray ? data.element : data;
  return isSchema(record) ? z.globalRegistry.get(record)?.id : undefined;
}

/** The kinds of an operation whose problems show a record, each with the schema of that. */
export function currentByKind(operation: Operation, kinds: ProblemKinds): Readonly<Record<string, Json>> {
  const own = operation.meta.kinds.filter((kind): kind is ProblemKind => kind in kinds);
  const showing = own.flatMap((kind) => {
    const name = kinds[kind].current === true ? currentName(operation.meta.current[kind]) : undefined;
    return name === undefined ? [] : [[kind, { $ref: `#/components/schemas/${name}` }] as const];
  });
  return Object.fromEntries(showing);
}

/** A response of some kinds, with the record that their problems show: in the schema, and in the examples of those kinds. */
function withCurrent(response: Json, current: Readonly<Record<string, Json>>, schemas: Schemas): Json {
  const records = [...new Map(Object.values(current).map((record) => [record['$ref'], record])).values()];
  const [first] = records;
  if (first === undefined) return response;
  const value = (kind: string) => exampleOf(current[kind] ?? first, { schemas, members: 'all' });
  const record = records.length === 1 ? first : { anyOf: records };
  const content = Object.entries(response['content'] as Record<string, Json>).map(([type, media]) => {
    const named = Object.entries((media['examples'] ?? {}) as Record<string, { value: Json }>);
    const examples = named.map(([kind, one]) =>
      kind in current ? [kind, { ...one, value: { ...one.value, current: value(kind) } }] : [kind, one],
    );
    const schema = { allOf: [media['schema'], { type: 'object', properties: { current: record } }] };
    return [
      type,
      { ...media, schema, ...(named.length === 0 ? {} : { examples: Object.fromEntries(examples) as Json }) },
    ];
  });
  return { ...response, content: Object.fromEntries(content) as Json };
}

/** Where the problems of the examples occur: at the address that the contract's own examples name. */
const occurrence = { rootUrl: 'http://127.0.0.1:4010', instance: '/api/education/courses' };

/** The body does not say when, and its headers are described elsewhere. */
const occasion = { now: 0, machineNow: 0, rootUrl: occurrence.rootUrl, allow: () => '', authorization: '' };

/** The fault that forces a kind. */
function faultOf(kind: ProblemKind): ProblemFault | undefined {
  if (kind === 'status') return { fault: kind, code: 418, commit: 'before' };
  const name = simulatedErrors.find((one) => one === kind);
  return name === undefined || name === 'malformed' ? undefined : { fault: name, commit: 'before' };
}

/** How a problem is written, and to whom. */
interface Written {
  readonly form: ErrorForm;
  readonly credential: 'bearer' | 'client';
}

/** The examples that were made, by what they follow from: operations have most of them in common, and each takes an error. */
const problemExamplesMade = new WeakMap<ProblemKinds, Map<string, object>>();

function problemExample(kind: ProblemKind, written: Written, kinds: ProblemKinds): object {
  const made = problemExamplesMade.get(kinds) ?? new Map<string, object>();
  problemExamplesMade.set(kinds, made);
  const key = `${kind} ${written.form} ${written.credential}`;
  const example = made.get(key) ?? newProblemExample(kind, written, kinds);
  made.set(key, example);
  return example;
}

function newProblemExample(kind: ProblemKind, { form, credential }: Written, kinds: ProblemKinds): object {
  const fault = faultOf(kind);
  const meta = { credential, beginsSession: false };
  const problem = fault === undefined ? problemsOf(kinds)(kind) : forcedProblem(fault, { ...occasion, meta });
  const body = problemBody(problem, occurrence, kinds);
  return form !== 'oauth'
    ? body
    : oauthErrorBody(problem, body, { credential, oauth: kinds[kind].oauth, inputError: 'invalid_request' });
}

function problemExamples(kinds: readonly ProblemKind[], form: ErrorForm, all: ProblemKinds): Json {
  // A client that can be refused as such is one that is asked to authenticate.
  const credential = kinds.includes('invalid_client') ? 'client' : 'bearer';
  const value = (kind: ProblemKind) => problemExample(kind, { form, credential }, all);
  const named = kinds.map((kind) => [kind, { summary: all[kind].title, value: value(kind) }]);
  return { examples: Object.fromEntries(named) };
}

const schemaNamed = (name: string): Json => ({ schema: { $ref: `#/components/schemas/${name}` } });

/** The same of an operation that counts its calls: each failure that its handler comes to says what is left. */
function countedResponse(...of: Parameters<typeof problemResponse>): Json {
  const response = problemResponse(...of);
  const own = headersOf('RateLimit', 'RateLimit-Policy');
  return { ...response, headers: { ...Object(response['headers']), ...own } };
}

/** The response of kinds that share a status. OAuth errors are plain JSON; a request that reaches no route gets a problem. */
function problemResponse(kinds: readonly ProblemKind[], form: ErrorForm, all: ProblemKinds): Json {
  const titles = [...new Set(kinds.map((kind) => all[kind].title))].join(', ');
  const [first] = kinds;
  // The examples stand in the form that comes unless another is asked for: both would say the same.
  const shown = problemExamples(kinds, form, all);
  return {
    description: `${titles} (${kinds.join(', ')})`,
    headers: first === 'status' ? rangeHeaders : failureHeaders(first === undefined ? 500 : all[first].status, form),
    content:
      form !== 'oauth'
        ? {
            'application/problem+json': { ...schemaNamed('Problem'), ...shown },
            'application/json': schemaNamed('Problem'),
          }
        : {
            'application/json': { ...schemaNamed('OauthProblem'), ...shown },
            'application/problem+json': schemaNamed('Problem'),
          },
  };
}

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
    ...(method === 'GET' || isRegistry ? [] : (['idempotency_key_in_use', 'idempotency_key_reused'] as const)),
    ...meta.kinds.filter((kind): kind is ProblemKind => kind in kinds),
  ];
}

/** The status of a kind; one that has a range of them is what comes where no other is named: generators know no ranges. */
function statusOf({ status, highestStatus }: ProblemKindInfo): string {
  return highestStatus === undefined ? String(status) : 'default';
}

/** A response that browsers get as a page. */
function asPage(response: Json): Json {
  return { ...response, content: { ...Object(response['content']), ...pageContent } };
}

/** Responses of 400 and up, each written once as a component that is named by its kinds. */
function failures(address: Address, { components, kinds: all }: ResponseParts): Record<string, Json> {
  const byStatus = new Map<string, ProblemKind[]>();
  for (const kind of new Set(kindsOf(address, all))) {
    const status = statusOf(all[kind]);
    byStatus.set(status, [...(byStatus.get(status) ?? []), kind]);
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
    const isPage = address.operation.meta.errors === 'redirect' && status === '400';
    const marks = [...(isCounted ? ['counted'] : []), ...(own === 'problem' ? [] : [own]), ...(isPage ? ['page'] : [])];
    const name = [...marks, kinds.join('_or_')].join('_');
    (components['responses'] ??= {})[name] ??= isPage ? asPage(respond(kinds, own, all)) : respond(kinds, own, all);
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(entries);
}

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

/** Whether browsers are shown a page of what an operation answers. */
const hasPage = ({ meta }: Operation): boolean => meta.errors === 'redirect';

/** The redirects that a fault forces. */
const forcedRedirects: readonly number[] = [301, 302, 303, 307, 308];

/** Documents the redirects that faults force on an operation, beside those of its own. */
function redirects({ responses }: Components): Record<string, Json> {
  const name = 'forced_redirect';
  if (responses !== undefined) {
    responses[name] ??= {
      description: 'A redirect that a fault asks for (RFC 9110 §15.4).',
      headers: {
        Location: text('Where to: the same address, another one, or http: instead of https:.', true),
        ...headersOf(),
      },
    };
  }
  return Object.fromEntries(forcedRedirects.map((status) => [status, { $ref: `#/components/responses/${name}` }]));
}

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
    content: {
      ...Object.fromEntries(content),
      ...(operation.meta.signed ? signedContent : {}),
      ...(hasPage(operation) ? pageContent : {}),
    },
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
    ...(operation.meta.scope === 'registry' ? {} : redirects(parts.components)),
    ...successes(ok, operation, parts.components),
    ...(operation.meta.errors === 'redirect' ? { '302': redirected } : {}),
    ...(operation.answers === 'file' ? { '206': partResponse(operation) } : {}),
    ...(isRevalidated(operation) ? { '304': notModified(operation) } : {}),
    ...failures(address, parts),
  };
}
