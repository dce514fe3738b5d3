/** Finishes every answer in one place: all headers as one record, ETag, compression, CORS, and what faults do to its bytes. */
import { byteLength } from '#platform/bytes';
import { serverTiming } from '../kit/server-timing.js';
import type { Answer, Caching, ReadyAnswer } from './answer.js';
import { type CorsRules, corsHeaders, type HeaderRecord } from './cors.js';
import { distort, type Distorted } from './distort.js';
import { encode } from './encoding.js';
import { fingerprint } from './fingerprint.js';
import { matchesTag } from './matches-tag.js';
import { OpenStream } from './open-stream.js';
import type { RequestContext } from './request-context.js';
import type { Recording } from './sent.js';
import type { Wire } from './wire.js';

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
  /** Text stays text: a host can write it together with the headers. */
  readonly body: string | Uint8Array<ArrayBuffer> | OpenStream | null;
  /** The body without its content coding; left out where it has none. */
  readonly plain?: string | Uint8Array<ArrayBuffer> | undefined;
  /** How it goes out, where it does not simply go out. */
  readonly wire?: Wire | undefined;
  /** Asks whoever sends it to say how that ended; left out where nobody wants to know. */
  readonly recording?: Recording | undefined;
}

/** What of an answer is finished before its body is. */
interface Head {
  readonly status: number;
  readonly headers: HeaderRecord;
  readonly isHead: boolean;
}

function weakTag(body: string | Uint8Array): string {
  return `W/"${fingerprint(body)}"`;
}

function appTime({ delayedMs = 0 }: Answer, since: number): number {
  return Math.max(0, performance.now() - since - delayedMs);
}

function addVary(headers: HeaderRecord, name: string): void {
  headers['vary'] = headers['vary'] === undefined ? name : `${headers['vary']}, ${name}`;
}

function baseHeaders(ctx: RequestContext, answer: Answer, cors: CorsRules): HeaderRecord {
  const open = corsHeaders(ctx, cors);
  const vary = [open['vary'], answer.headers?.['vary']].filter((names) => names !== undefined);
  return {
    'content-type': answer.type,
    'cache-control': cacheControls[answer.isSpoiled === true ? 'none' : answer.caching],
    'x-content-type-options': 'nosniff',
    'content-security-policy': DATA_POLICY,
    'timing-allow-origin': '*',
    ...open,
    'x-request-id': ctx.id,
    'server-timing': serverTiming(answer.delayedMs ?? 0, appTime(answer, ctx.since)),
    ...answer.headers,
    ...(vary.length === 0 ? {} : { vary: [...new Set(vary.join(', ').split(', '))].join(', ') }),
  };
}

/** The rest of an answer that a fault spoils: its bytes as they are, or as the fault makes them. */
function spoiled(whole: string | Uint8Array<ArrayBuffer>, { distortion, wire }: Answer, rest: Head): Finished {
  const distorted: Distorted = distortion === undefined ? { body: whole } : distort(whole, distortion);
  const { body, headers: own, truncateTo, isUnmeasured = false } = distorted;
  const length = isUnmeasured ? {} : { 'content-length': String(byteLength(body)) };
  const headers = { ...rest.headers, ...length, ...own };
  if (rest.isHead) return { status: rest.status, headers, body: null, wire };
  return { status: rest.status, headers, body, wire: truncateTo === undefined ? wire : { ...wire, truncateTo } };
}

/** What was finished for others, with the headers that differ each time. */
function finishedAgain(ctx: RequestContext, answer: Answer, ready: ReadyAnswer): Finished {
  const timing = serverTiming(answer.delayedMs ?? 0, appTime(answer, ctx.since));
  return { ...ready, headers: { ...ready.headers, 'x-request-id': ctx.id, 'server-timing': timing } };
}

/** Makes the finished answer to a request. */
export function finish(ctx: RequestContext, answer: Answer, cors: CorsRules): Finished {
  if (answer.ready !== undefined) return finishedAgain(ctx, answer, answer.ready);
  const headers = baseHeaders(ctx, answer, cors);
  const { status, wire } = answer;
  if (answer.type === '') delete headers['content-type'];
  if (answer.body === null) {
    // Else it would be sent in chunks, none of which comes (RFC 9110 §8.6; a 204 has no length).
    if (status !== 204) headers['content-length'] = '0';
    return { status, headers, body: null, wire };
  }
  if (answer.body instanceof OpenStream && ctx.method === 'HEAD') {
    // Nothing has begun yet, so nothing can fail to end.
    answer.body.leave();
    return { status, headers, body: null, wire };
  }
  if (answer.body instanceof OpenStream) return { status, headers, body: answer.body, wire };
  const whole = answer.body;
  const isHead = ctx.method === 'HEAD';
  if (answer.isSpoiled === true) return spoiled(whole, answer, { status, headers, isHead });
  const isStrong = answer.tag !== undefined;
  const tag = answer.tag ?? (status === 200 && answer.caching !== 'none' ? weakTag(whole) : undefined);
  if (tag !== undefined) {
    headers['etag'] = tag;
    const isRead = ctx.method === 'GET' || isHead;
    if (isRead && matchesTag(ctx.request.header('if-none-match'), tag)) {
      delete headers['content-type'];
      if (!isStrong) addVary(headers, 'Accept-Encoding');
      return { status: 304, headers, body: null, wire };
    }
  }
  const { body, coding } = isStrong
    ? { body: whole, coding: undefined }
    : encode({ body: whole, tag }, ctx.request.header('accept-encoding'));
  const plain = coding === undefined ? undefined : whole;
  if (coding !== undefined) headers['content-encoding'] = coding;
  if (!isStrong) addVary(headers, 'Accept-Encoding');
  headers['content-length'] = String(byteLength(body));
  return isHead ? { status, headers, body: null, wire } : { status, headers, body, plain, wire };
}
