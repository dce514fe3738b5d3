/** Answers requests of HTTP/2. */
import {
  constants,
  type IncomingHttpHeaders,
  performServerHandshake,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { type Answering, answer } from './answer.js';
import { REFUSAL } from './http1.js';
import { Http2Destination } from './http2-destination.js';
import { type Asked, fromStream } from './http2-request.js';
import { watchBody } from './http2-stalled.js';
import { peerOf } from './peer.js';
import { targetOfStream } from './target.js';

/** Requests that one connection may have under way; those beyond wait with the client. */
const MAX_STREAMS = 128;

/** Bytes that the headers of a request may have; as many as Node takes over HTTP/1. */
const MAX_HEADERS = 16_384;

/** Bytes that one connection may have the server keep, such as of answers that the client does not read; in MB. */
const MAX_MEMORY_MB = 10;

/** The id of the last stream there can be: it says that the server will stop, and refuses nothing yet (RFC 9113 §6.8). */
const LAST_STREAM = 2 ** 31 - 1;

/** What else a stream is opened with. */
type Rest = [flags: number, rawHeaders: readonly string[]];

const ignore = (): void => undefined;

/** How long clients may take, in ms. */
export interface Http2Timeouts {
  /** Between two pieces of a body. */
  readonly bodyMs: number;
  /** Until something comes on a connection on which nothing is under way. */
  readonly silentMs: number;
}

/** Answers on connections of HTTP/2. */
export interface Http2 {
  readonly take: (socket: TLSSocket) => void;
  readonly announce: () => void;
  readonly leave: () => void;
  readonly cutOff: () => void;
}

function refuse(stream: ServerHttp2Stream): void {
  stream.respond({ ':status': REFUSAL.status, ...REFUSAL.headers });
  if (!stream.writableEnded) stream.end(REFUSAL.body);
  stream.resume();
}

/** Makes what answers on connections of HTTP/2 as an edge says. */
export function openHttp2(edge: Answering, { bodyMs, silentMs }: Http2Timeouts): Http2 {
  const sessions = new Set<ServerHttp2Session>();
  const respond = (socket: TLSSocket, stream: ServerHttp2Stream, asked: Asked): void => {
    const { headers } = asked;
    const target = targetOfStream(headers, socket);
    if (target === undefined) return refuse(stream);
    if (headers.expect?.toLowerCase() === '100-continue') {
      stream.additionalHeaders({ ':status': constants.HTTP_STATUS_CONTINUE });
    }
    if (!stream.endAfterHeaders) watchBody(stream, bodyMs);
    const peer = peerOf(socket, 2);
    const incoming = fromStream(stream, { ...asked, target, peer });
    answer(edge, incoming, new Http2Destination(stream, peer));
  };
  const take = (socket: TLSSocket): void => {
    const session = performServerHandshake(socket, {
      settings: { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: MAX_HEADERS },
      maxSessionMemory: MAX_MEMORY_MB,
    });
    sessions.add(session);
    let running = 0;
    // What goes wrong there has ended it.
    session.on('error', ignore).once('close', () => sessions.delete(session));
    session.setTimeout(silentMs, () => {
      if (running === 0) session.close();
    });
    session.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, ...[, rawHeaders]: Rest) => {
      running += 1;
      stream.on('error', ignore).once('close', () => (running -= 1));
      respond(socket, stream, { headers, rawHeaders });
    });
  };
  const each = (work: (session: ServerHttp2Session) => void) => (): void => {
    for (const session of sessions) if (!session.destroyed) work(session);
  };
  return {
    take,
    announce: each((session) => session.goaway(constants.NGHTTP2_NO_ERROR, LAST_STREAM)),
    leave: each((session) => session.close()),
    cutOff: each((session) => session.destroy(new Error('it stops'), constants.NGHTTP2_CANCEL)),
  };
}
