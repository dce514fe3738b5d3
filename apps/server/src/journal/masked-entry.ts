/** An entry as it is shown: its secrets masked, in parts that are made when somebody needs them. */
import { callControls, pagingControls } from '@understudy/contract/kit';
import type { JournalEntry } from '@understudy/contract/sandboxes';
import { bytesOf, toBase64 } from '#platform/runtime';
import type { AppliedFault } from '../faults/outcome.js';
import { clockApart, clockText, isoTime } from '../kit/clock.js';
import type { LateAttempt } from '../kit/watched.js';
import { isOwnId, traceOf } from '../kit/request-id.js';
import type { StoredBody, DeliveryEntry, Entry, RecordedExchange, RequestEntry } from './entry.js';
import { curlOf } from './curl.js';
import type { Evidence } from './evidence/evidence.js';
import { maskBody, maskBytes, MaskCache, maskHeader, maskPath, maskQuery, maskText, hasOrdinaryValue } from './mask.js';

type Headers = JournalEntry['headers'];

/** What is the same in all entries of an exchange. */
export interface SharedFacts extends Pick<
  JournalEntry,
  'operation' | 'method' | 'path' | 'query' | 'unknown' | 'status' | 'kind' | 'fault' | 'signature'
> {
  readonly base_url: string;
  readonly body_bytes: number;
  readonly response_bytes: number;
}

/** What an entry has of its own. */
export type OwnFacts = Pick<
  RequestEntry,
  'id' | 'ended' | 'receivedAt' | 'durationMs' | 'timing' | 'since' | 'answeredAt'
>;

/** The headers of a request, and where it came from: the same for many of one connection. */
export interface MaskedHead {
  readonly headers: Headers;
  readonly address: string | null;
  readonly connection: string | null;
}

/** What was asked for and what was answered. */
export interface MaskedExchange {
  readonly facts: SharedFacts;
  /** How the clock of the sandbox went, where it did not go with that of the machine. */
  readonly clock: string | undefined;
  /** Those of the answer. */
  readonly headers: Headers;
  readonly bodies: { readonly request?: BodyText | undefined; readonly response?: BodyText | undefined };
}

/** Reads the evidence of an entry: only where clients are judged. */
export type ReadEvidence = (entry: RequestEntry) => Evidence;

/** A request that was answered. */
export interface MaskedRequest {
  readonly own: OwnFacts;
  readonly head: MaskedHead;
  readonly exchange: MaskedExchange;
  /** Its evidence: as it was stored, or read of the entry. */
  readonly evidence: (read: ReadEvidence) => Evidence;
}

/** What stays of an attempt at a delivery. */
export interface DeliveryFacts extends Omit<LateAttempt, 'url' | 'status'> {
  /** Host and path of the receiver, without secrets. */
  readonly to: string;
  /** Null where it did not answer. */
  readonly status: number | null;
  /** When it ended, by the clock of the machine, in ms since 1970. */
  readonly at: number;
}

/** An entry. */
export type MaskedEntry = MaskedRequest | { readonly delivery: DeliveryFacts };

/** What joins several lines of one name (RFC 9110 §5.3); those of cookies have their own (RFC 9113 §8.2.3). */
const joint = (name: string): string => (name === 'cookie' ? '; ' : ', ');

/** Pairs of names and values that stand in turn, as Node has them in rawHeaders. */
function* pairsOf(raw: readonly string[]): Generator<readonly [name: string, value: string]> {
  for (let i = 0; i + 1 < raw.length; i += 2) yield [raw[i] ?? '', raw[i + 1] ?? ''];
}

/** Values of headers that are masked by what they look like alone. */
const values = new MaskCache(maskText);

/** Headers by name in lower case, their secrets masked. */
export function maskedHeaders(pairs: Iterable<readonly [name: string, value: string]>): Headers {
  const joined = new Map<string, string>();
  for (const [given, value] of pairs) {
    const name = given.toLowerCase();
    const before = joined.get(name);
    const safe = hasOrdinaryValue(name) ? values.text(value) : maskHeader(name, value);
    joined.set(name, before === undefined ? safe : before + joint(name) + safe);
  }
  // A name may be that of what every object has, such as __proto__.
  return Object.fromEntries(joined);
}

/** The headers of the request of an entry. */
export const maskedHead = ({ headers, address, connection }: RequestEntry): MaskedHead => ({
  get headers() {
    return maskedHeaders(pairsOf(headers));
  },
  address: address ?? null,
  connection: connection ?? null,
});

/** What struck: its text is that of a rule or a query, and may hold whatever an answer or a location does. */
const maskedFault = ({ rule, fault }: AppliedFault) => ({
  rule: rule === null ? null : maskText(rule),
  fault: maskText(fault),
});

function sharedFacts(exchange: RecordedExchange): SharedFacts {
  const { operation, method, path, query, baseUrl, unknown, status, kind, struck, body, response, signature } =
    exchange;
  return {
    operation: operation ?? null,
    method,
    path: maskPath(path),
    query: maskQuery(query),
    base_url: baseUrl,
    unknown: unknown.map((member) => ({ ...member, name: maskText(member.name) })),
    status: status ?? null,
    kind: kind ?? null,
    fault: struck === undefined ? null : maskedFault(struck),
    ...(signature === undefined ? {} : { signature }),
    body_bytes: body?.bytes ?? 0,
    response_bytes: response.body?.bytes ?? 0,
  };
}

/** The value of a header, as it was sent; undefined where there is none. */
function valueOf(headers: readonly string[], name: string): string | undefined {
  for (const [given, value] of pairsOf(headers)) if (given.toLowerCase() === name) return value;
  return undefined;
}

/** The exchange of an entry; those that share it differ in nothing of this. */
export const maskedExchange = ({ exchange, headers }: RequestEntry): MaskedExchange => ({
  get facts() {
    return sharedFacts(exchange);
  },
  get clock() {
    return clockText(exchange.clock);
  },
  get headers() {
    return maskedHeaders(Object.entries(exchange.response.headers));
  },
  get bodies() {
    const { body, response } = exchange;
    return {
      request: bodyText(body, valueOf(headers, 'content-type')),
      response: bodyText(response.body, response.headers['content-type']),
    };
  },
});

/** What an entry has of its own; an id of a client may hold a secret. */
export function ownFacts({ id, ended, receivedAt, durationMs, timing, since, answeredAt }: RequestEntry): OwnFacts {
  return { id: isOwnId(id) ? id : maskText(id), ended, receivedAt, durationMs, timing, since, answeredAt };
}

/** Where a delivery went to: a query, a name and a password may be secrets, and tell nothing of the receiver. */
function receiverOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + maskPath(pathname);
}

/** What stays of an attempt at a delivery. */
export function deliveryFacts({
  attempt: { url, status, ...attempt },
  endedAt,
}: Pick<DeliveryEntry, 'attempt' | 'endedAt'>): DeliveryFacts {
  return { ...attempt, to: receiverOf(url), status: status ?? null, at: endedAt };
}

/** An entry of this process. */
export function masked(entry: Entry): MaskedEntry {
  if ('attempt' in entry) return { delivery: deliveryFacts(entry) };
  const evidence = (read: ReadEvidence): Evidence => read(entry);
  return { own: ownFacts(entry), head: maskedHead(entry), exchange: maskedExchange(entry), evidence };
}

/** A body as it is shown, its secrets masked. */
export interface BodyText {
  readonly text: string;
  readonly encoding: 'utf8' | 'base64';
  readonly isTruncated: boolean;
}

/** The text of bytes; undefined where they are none. A character that a cut has halved is left out. */
function decoded(bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

/** Media types whose bytes are no text, also where they happen to be valid UTF-8, as a part of a picture may be. */
const BINARY = /^(?:image\/(?!svg\+xml)|audio\/|video\/|font\/|application\/(?:octet-stream|pdf|zip|gzip)\b)/i;

function textIn(content: StoredBody['content'], contentType: string, isCut: boolean): string | undefined {
  if (typeof content === 'string') return content;
  return BINARY.test(contentType) ? undefined : decoded(content, isCut);
}

/** A body as it is shown; undefined where nothing of it was kept. */
function bodyText(body: StoredBody | undefined, contentType: string | undefined): BodyText | undefined {
  if (body === undefined || body.content.length === 0) return undefined;
  const { content, isTruncated } = body;
  const text = textIn(content, contentType ?? '', isTruncated);
  if (text !== undefined) return { text: maskBody(text, contentType, isTruncated), encoding: 'utf8', isTruncated };
  const bytes = maskBytes(typeof content === 'string' ? bytesOf(content) : content, contentType, isTruncated);
  return { text: toBase64(bytes), encoding: 'base64', isTruncated };
}

/** How far a sandbox is ahead of the machine, in s. */
function aheadBy(clock: string, receivedAt: string): number {
  const [how, value] = clock.split(' ');
  const at = Number(value);
  return Math.round((how === 'at' ? at - Date.parse(receivedAt) : at) / 1000);
}

/** The operation whose answers have tokens. */
const TOKENS = 'oauth.exchangeToken';

/** What to know of an answer with tokens; null where there is nothing. */
function clockHint(
  { status, received_at }: Pick<JournalEntry, 'status' | 'received_at'>,
  clock: string | undefined,
): string | null {
  if (status !== 200 || clock === undefined) return null;
  const apart = clockApart(aheadBy(clock, received_at));
  if (apart === undefined) return null;
  return `${apart.where}: a client that checks iat and exp by its own clock takes these tokens for ${apart.seen}.`;
}

const CONTROLS = Object.keys({ ...pagingControls, ...callControls, cursor: true });

/** Longest value of a control that is shown, in characters. */
const MAX_VALUE = 300;

function controlsOf(query: string): Record<string, string> {
  if (query === '') return {};
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    CONTROLS.flatMap((name) => {
      const value = parameters.get(name);
      return value === null ? [] : [[name, value.slice(0, MAX_VALUE)]];
    }),
  );
}

/** A body as the entry has it; one that is not there is truncated, unless it was empty. */
function shown(body: BodyText | undefined, bytes: number) {
  const { text = null, encoding = 'utf8', isTruncated = bytes > 0 } = body ?? {};
  return { body: text, body_encoding: encoding, body_bytes: bytes, body_truncated: isTruncated };
}

/** What conduct is judged by. */
export interface Facts
  extends SharedFacts, Pick<JournalEntry, 'id' | 'received_at' | 'client' | 'ended' | 'duration_ms'> {
  readonly evidence: Evidence;
}

/** What is small of an entry. */
function smallFacts({
  own: { id, receivedAt, ended, durationMs },
  head: { address, connection },
  exchange,
}: MaskedRequest) {
  return {
    id,
    received_at: isoTime(receivedAt),
    ...exchange.facts,
    client: { address, connection },
    ended,
    duration_ms: Math.round(durationMs * 100) / 100,
  };
}

/** The facts of an entry, with its evidence. */
export const factsOf = (entry: MaskedRequest, read: ReadEvidence): Facts => ({
  ...smallFacts(entry),
  evidence: entry.evidence(read),
});

/** Makes something when somebody wants it, once. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The entry as it is shown. What lists find entries by takes little: whatever is masked is made when it is looked at. */
export function entryOf(sequence: number, entry: MaskedRequest): JournalEntry {
  const { base_url: baseUrl, response_bytes: responseBytes, ...facts } = smallFacts(entry);
  const { own, head, exchange } = entry;
  const headers = once(() => head.headers);
  const bodies = once(() => exchange.bodies);
  const request = once(() => shown(bodies().request, facts.body_bytes));
  const ownHeaders = own.timing === undefined ? {} : { 'x-request-id': own.id, 'server-timing': own.timing };
  const response = once(() => ({
    headers: { ...exchange.headers, ...ownHeaders },
    ...shown(bodies().response, responseBytes),
  }));
  return {
    ...facts,
    get hint() {
      return facts.operation === TOKENS ? clockHint(facts, exchange.clock) : null;
    },
    get trace() {
      return traceOf(headers()['traceparent'] ?? null)?.trace ?? null;
    },
    sequence,
    get headers() {
      return headers();
    },
    get body() {
      return request().body;
    },
    get body_encoding() {
      return request().body_encoding;
    },
    get body_truncated() {
      return request().body_truncated;
    },
    get controls() {
      return controlsOf(facts.query);
    },
    get response() {
      return response();
    },
    get curl() {
      return curlOf(this, baseUrl);
    },
  };
}
