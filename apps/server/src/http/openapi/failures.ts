/** Responses of 400 and up of the OpenAPI document. */
import type { ProblemKind } from '@understudy/contract';
import type { Operation, ProblemKindInfo } from '@understudy/contract/kit';
import type { ProblemKinds } from '../../call/api.js';
import { pageContent } from './bodies.js';
import { currentByKind, withCurrent } from './current.js';
import { errorForm } from './error-form.js';
import type { Json } from './parameters.js';
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
