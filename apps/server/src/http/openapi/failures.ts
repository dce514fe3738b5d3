/** Responses of 400 and up of the OpenAPI document. */
import type { ProblemKind } from '@understudy/contract';
import { type Operation, type ProblemKindInfo, simulatedErrors } from '@understudy/contract/kit';
import type { ProblemKinds } from '../../call/api.js';
import { pageContent } from './bodies.js';
import { currentByKind, withCurrent } from './current.js';
import { errorForm, type ErrorForm } from './error-form.js';
import type { Json } from './parameters.js';
import { forcedProblem, type ProblemFault } from '../../call/forced-problem.js';
import { oauthErrorBody } from '../oauth-error-body.js';
import { problemBody } from '../to-problem.js';
import { problemsOf } from '../../kit/problem-error.js';
import { failureHeaders, headersOf, rangeHeaders } from './headers.js';

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

function exampleOf(kind: ProblemKind, { form, credential }: Written, kinds: ProblemKinds): object {
  const fault = faultOf(kind);
  const meta = { credential, beginsSession: false };
  const problem = fault === undefined ? problemsOf(kinds)(kind) : forcedProblem(fault, { ...occasion, meta });
  const body = problemBody(problem, occurrence, kinds);
  return form !== 'oauth'
    ? body
    : oauthErrorBody(problem, body, { credential, oauth: kinds[kind].oauth, inputError: 'invalid_request' });
}

function examples(kinds: readonly ProblemKind[], form: ErrorForm, all: ProblemKinds): Json {
  // A client that can be refused as such is one that is asked to authenticate.
  const credential = kinds.includes('invalid_client') ? 'client' : 'bearer';
  const value = (kind: ProblemKind) => exampleOf(kind, { form, credential }, all);
  const named = kinds.map((kind) => [kind, { summary: all[kind].title, value: value(kind) }]);
  return { examples: Object.fromEntries(named) };
}

const schema = (name: string): Json => ({ schema: { $ref: `#/components/schemas/${name}` } });

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
  const shown = examples(kinds, form, all);
  return {
    description: `${titles} (${kinds.join(', ')})`,
    headers: first === 'status' ? rangeHeaders : failureHeaders(first === undefined ? 500 : all[first].status, form),
    content:
      form !== 'oauth'
        ? {
            'application/problem+json': { ...schema('Problem'), ...shown },
            'application/json': schema('Problem'),
          }
        : {
            'application/json': { ...schema('OauthProblem'), ...shown },
            'application/problem+json': schema('Problem'),
          },
  };
}

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
export function failures(address: Address, { components, kinds: all }: ResponseParts): Record<string, Json> {
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
