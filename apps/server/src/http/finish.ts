/** Finishes every answer in one place: all headers as one record, ETag, compression, CORS, and what faults do to its bytes. */
import { bytesOf, sha1, made } from '#platform/runtime';
import { serverTiming } from '../kit/request-id.js';
import type { Answer, Caching, CorruptedBody, Transmission } from './answer.js';
import { corsHeaders, type CorsRules, type HeaderRecord } from './cors.js';
import { OpenStream, type Recording } from './open-stream.js';
import type { Exchange } from './exchange.js';
import Negotiator from 'negotiator';
import { ValueCache } from '../kit/made-once.js';

type Bytes = Uint8Array<ArrayBuffer>;

/** Whether a condition names the tag, by weak comparison. */
export function matchesTag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  if (header.trim() === '*') return true;
  const bare = tag.replace(/^W\//, '');
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === bare);
}

/** A smaller body would hardly shrink. */
const WORTH_IT = 1024;

/** Bodies of such a size, at least, take about a millisecond; of their compressed forms those used lately are kept, so many bytes. */
const LARGE = 16 * 1024;
const MAX_BYTES = 8 * 1024 * 1024;

const compressedBodies = new ValueCache<Bytes>(MAX_BYTES, ({ byteLength: bytes }) => bytes);

/** A body with the name of its coding; undefined where it is sent as it is. */
interface Encoded {
  readonly body: Bytes;
  readonly coding: 'br' | 'gzip' | undefined;
}

/** A body to compress, and a tag that differs whenever it does; undefined for what nobody is to be given again. */
interface Tagged {
  readonly body: Bytes;
  readonly tag: string | undefined;
}

/** Compresses a body if it is large enough and the client accepts a coding for it; what many ask for, once. */
function encode({ body, tag }: Tagged, acceptEncoding: string | null): Encoded {
  const { byteLength: length } = body;
  if (acceptEncoding === null || length < WORTH_IT) return { body, coding: undefined };
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  const accepted = new Set(negotiator.encodings([...made.keys()]));
  for (const [coding, code] of made) {
    if (!accepted.has(coding)) continue;
    const isKept = tag !== undefined && length >= LARGE;
    // In a buffer of its own: that of the compressor is larger.
    const coded = isKept ? compressedBodies.get(`${coding} ${tag}`, () => new Uint8Array(code(body))) : code(body);
    return { body: coded, coding };
  }
  return { body, coding: undefined };
}

/**
 * What a client accepts of an answer with such headers. Ruby's Net::HTTP undoes no coding of one that has a Content-Range,
 * as all lists have, and says that it takes it uncoded too, which hardly anybody else does.
 */
function acceptedOf(exchange: Exchange, { 'content-range': range }: HeaderRecord): string | null {
  const accepted = exchange.request.header('accept-encoding');
  return range !== undefined && /\bidentity\s*(?:;\s*q=(?:1|0\.\d*[1-9])|,|$)/i.test(accepted ?? '') ? null : accepted;
}

const cacheControls: Readonly<Record<Caching, string>> = {
  revision: 'no-cache',
  static: 'max-age=300',
  day: 'max-age=86400',
  private: 'private, no-cache',
  none: 'no-store',
};

/** JSON is data: nothing in it may load or frame anything. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** A finished answer: what goes out, byte for byte. */
export interface Finished {
  readonly status: number;
  readonly headers: HeaderRecord;
  /** Bytes, of text as well: it is encoded once, for its tag, its length, its way out and the journal, and no garbage collector moves them. */
  readonly body: Bytes | OpenStream | null;
  /** The body without its content coding; left out where it has none. */
  readonly plain?: Bytes | undefined;
  /** How it goes out, where it does not simply go out. */
  readonly wire?: Transmission | undefined;
  /** Asks whoever sends it to say how that ended; the pipeline gives one to every answer. */
  recording?: Recording | undefined;
}

/** A request with its answer, for whoever looks on: log, metrics, cache and journal. */
export interface AnsweredExchange {
  readonly exchange: Exchange;
  readonly answer: Answer;
  readonly finished: Finished;
}

/** What of an answer is finished before its body is. */
interface Head {
  readonly status: number;
  readonly headers: HeaderRecord;
  readonly isHead: boolean;
}

/** A tag of a body by its SHA-1: that guards against chance, not against malice, and is the fastest there is. */
function weakTag(body: Bytes): string {
  return `W/"${sha1(body)}"`;
}

function appTime({ delayedMs = 0 }: Answer, since: number): number {
  return Math.max(0, performance.now() - since - delayedMs);
}

function addVary(headers: HeaderRecord, name: string): void {
  headers['vary'] = headers['vary'] === undefined ? name : `${headers['vary']}, ${name}`;
}

/** Names of a list, each once. */
const allOf = (names: string): string => [...new Set(names.split(', '))].join(', ');

function baseHeaders(exchange: Exchange, answer: Answer, cors: CorsRules): HeaderRecord {
  const headers: HeaderRecord = {
    'content-type': answer.type,
    'cache-control': cacheControls[answer.isSpoiled === true ? 'none' : answer.caching],
    'x-content-type-options': 'nosniff',
    'content-security-policy': DATA_POLICY,
    'timing-allow-origin': '*',
  };
  // Each is added to what is there: a literal with spreads between its members takes many times as long.
  Object.assign(headers, corsHeaders(exchange, cors));
  const open = headers['vary'];
  headers['x-request-id'] = exchange.id;
  headers['server-timing'] = serverTiming(answer.delayedMs ?? 0, appTime(answer, exchange.since));
  Object.assign(headers, answer.headers);
  const own = answer.headers?.['vary'];
  if (open !== undefined) headers['vary'] = own === undefined ? open : allOf(`${open}, ${own}`);
  else if (own !== undefined) headers['vary'] = allOf(own);
  return headers;
}

/** The rest of an answer that a fault spoils: its bytes as they are, or as the fault makes them. */
function spoiled(whole: Bytes, { corruption, wire }: Answer, rest: Head): Finished {
  const corrupted: CorruptedBody = corruption?.(whole) ?? { body: whole };
  const { body, headers: own, truncateTo, isUnmeasured = false } = corrupted;
  const length = isUnmeasured ? {} : { 'content-length': String(body.byteLength) };
  const headers = { ...rest.headers, ...length, ...own };
  if (rest.isHead) return { status: rest.status, headers, body: null, wire };
  return { status: rest.status, headers, body, wire: truncateTo === undefined ? wire : { ...wire, truncateTo } };
}

/** Makes the finished answer to a request. */
export function finish(exchange: Exchange, answer: Answer, cors: CorsRules): Finished {
  const headers = baseHeaders(exchange, answer, cors);
  const { status, wire } = answer;
  if (answer.type === '') delete headers['content-type'];
  if (answer.body === null) {
    // Else it would be sent in chunks, none of which comes (RFC 9110 §8.6; a 204 has no length).
    if (status !== 204) headers['content-length'] = '0';
    return { status, headers, body: null, wire };
  }
  if (answer.body instanceof OpenStream && exchange.method === 'HEAD') {
    // Nothing has begun yet, so nothing can fail to end.
    answer.body.leave();
    return { status, headers, body: null, wire };
  }
  if (answer.body instanceof OpenStream) return { status, headers, body: answer.body, wire };
  const whole = typeof answer.body === 'string' ? bytesOf(answer.body) : answer.body;
  const isHead = exchange.method === 'HEAD';
  if (answer.isSpoiled === true) return spoiled(whole, answer, { status, headers, isHead });
  const isStrong = answer.tag !== undefined;
  const tag = answer.tag ?? (status === 200 && answer.caching !== 'none' ? weakTag(whole) : undefined);
  if (tag !== undefined) {
    headers['etag'] = tag;
    const isRead = exchange.method === 'GET' || isHead;
    if (isRead && matchesTag(exchange.request.header('if-none-match'), tag)) {
      delete headers['content-type'];
      if (!isStrong) addVary(headers, 'Accept-Encoding');
      return { status: 304, headers, body: null, wire };
    }
  }
  const { body, coding } = isStrong
    ? { body: whole, coding: undefined }
    : encode({ body: whole, tag }, acceptedOf(exchange, headers));
  const plain = coding === undefined ? undefined : whole;
  if (coding !== undefined) headers['content-encoding'] = coding;
  if (!isStrong) addVary(headers, 'Accept-Encoding');
  headers['content-length'] = String(body.byteLength);
  return isHead ? { status, headers, body: null, wire } : { status, headers, body, plain, wire };
}
