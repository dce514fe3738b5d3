/** Answers requests of HTTP/2. */
import {
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  performServerHandshake,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import type { Finished } from '../http/finish.js';
import type { Incoming } from '../http/incoming.js';
import type { Ending } from '../http/transfer.js';
import { answer, type Answering, beginSoon, type ResponseWriter } from './send.js';
import type { Carrier } from './connection.js';
import { REFUSAL } from './http1.js';
import {
  type ClientConnection,
  clientConnectionOf,
  drain,
  hangUp,
  type Target,
  targetOfStream,
} from './node-request.js';

const ignore = (): void => undefined;

/**
 * Whether an answer has gone out whole. Node may close a stream that is over before it says that the writing has
 * finished; one that was reset, or whose connection is gone, has a code that says so.
 */
function isSent(stream: ServerHttp2Stream): boolean {
  const { headersSent, writableFinished, writableEnded, closed, rstCode } = stream;
  if (!headersSent || writableFinished) return headersSent;
  return closed && writableEnded && rstCode === constants.NGHTTP2_NO_ERROR;
}

/** Whether the head was the end as well. That of HEAD is ended for writing from the start on. */
const isOver = ({ headersSent, writableEnded }: ServerHttp2Stream): boolean => headersSent && writableEnded;

/** A stream on which a fault was met. */
class StreamCarrier implements Carrier {
  readonly #stream: ServerHttp2Stream;
  readonly #gone = new AbortController();
  isEnding = false;

  constructor(stream: ServerHttp2Stream) {
    this.#stream = stream;
    if (stream.destroyed) this.#gone.abort();
    else stream.once('close', () => this.#gone.abort());
  }

  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /**
   * Ends the stream by RST_STREAM, whether a connection of HTTP/1 would end by RST or by FIN: a stream that is not over
   * ends in no other way (RFC 9113 §5.1), and its neighbours go on. What is no HTTP is no matter of one stream (§5.4.1):
   * then the whole connection ends, with the error that a client would find.
   */
  async end(ending: Ending): Promise<void> {
    const stream = this.#stream;
    await this.#flushed();
    if (ending === 'garbage') await this.#endConnection();
    // Over by its head alone: nothing is left to break off.
    else if (!isOver(stream)) stream.destroy(new Error('a fault ends the stream'));
  }

  async #endConnection(): Promise<void> {
    const { session } = this.#stream;
    if (session === undefined || session.destroyed) return;
    session.goaway(constants.NGHTTP2_PROTOCOL_ERROR);
    // Destroyed at once, it would not say so while other streams are open.
    await nextTurn();
    session.destroy(new Error('a fault ends the connection'), constants.NGHTTP2_PROTOCOL_ERROR);
  }

  /** Settles when what was written has left the process. */
  async #flushed(): Promise<void> {
    const stream = this.#stream;
    if (stream.headersSent && !isOver(stream)) {
      await new Promise<void>((resolve, reject) => {
        this.gone.addEventListener('abort', () => reject(this.gone.reason), { once: true });
        stream.write('', () => resolve());
      });
    }
    // Frames go out at the end of a turn. Those that wait when a stream is reset are dropped, even its head.
    await nextTurn();
  }
}

/** Headers about a connection of HTTP/1, which no message of HTTP/2 has (RFC 9113 §8.2.2). */
const OF_CONNECTIONS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

function allowed(headers: Finished['headers']): OutgoingHttpHeaders {
  const kept: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!OF_CONNECTIONS.has(name.toLowerCase())) kept[name] = value;
  }
  return kept;
}

/** Where an answer goes over HTTP/2: a stream of its own, which waits for no other. */
class Http2ResponseWriter implements ResponseWriter {
  readonly response: ServerHttp2Stream;
  readonly client: ClientConnection;
  readonly isQueued = false;

  constructor(stream: ServerHttp2Stream, client: ClientConnection) {
    this.response = stream;
    this.client = client;
  }

  get isSent(): boolean {
    return isSent(this.response);
  }

  async turn(gone: AbortSignal): Promise<void> {
    gone.throwIfAborted();
  }

  writeHead(status: number, headers: Finished['headers']): void {
    // Where the status or the method has no body, Node ends the stream with the head.
    this.response.respond({ ':status': status, ...allowed(headers) });
  }

  flushHead(): void {
    // It is on its way.
  }

  fail(): void {
    // With close(), Node would send END_STREAM first, and the answer would look whole.
    this.response.destroy(new Error('the answer breaks off'));
  }

  discard(): void {
    this.response.resume();
  }

  carrier(): Carrier {
    return new StreamCarrier(this.response);
  }

  /** The end is said by a frame, not by the length. */
  isWhole(): boolean {
    return this.response.writableEnded;
  }
}

/** What a stream was opened with. */
interface Asked {
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
}

/** What a request came with beside its stream. */
interface ReceivedStream extends Asked {
  readonly target: Target;
  readonly client: ClientConnection;
}

/** The headers as HTTP/1.1 has them: Host in the place of `:authority` (RFC 9113 §8.3.1), and no other pseudo-header. */
function ordinary(raw: readonly string[], hasHost: boolean): readonly string[] {
  const kept: string[] = [];
  for (let i = 0; i < raw.length; i += 2) {
    const [name = '', value = ''] = [raw[i], raw[i + 1]];
    if (name === ':authority' && !hasHost) kept.push('host', value);
    else if (!name.startsWith(':')) kept.push(name, value);
  }
  return kept;
}

/** Whether a client has taken back what it was sending: to those who read, it looks like the end. */
const isBroken = (stream: ServerHttp2Stream): boolean =>
  stream.aborted || (stream.rstCode ?? constants.NGHTTP2_NO_ERROR) !== constants.NGHTTP2_NO_ERROR;

/** The body in pieces; it fails where the rest will not come. */
async function* piecesOf(stream: ServerHttp2Stream): AsyncGenerator<Uint8Array> {
  // Whoever stops reading a body that is too large still wants to answer.
  for await (const piece of stream.iterator({ destroyOnReturn: false })) yield piece as Buffer;
  if (isBroken(stream)) throw new DOMException('the client hung up', 'AbortError');
}

/** A request as the pipeline reads it. */
function fromStream(stream: ServerHttp2Stream, { headers, rawHeaders, target, client }: ReceivedStream): Incoming {
  const { ':method': method = 'GET', ':authority': authority } = headers;
  const isRead = method !== 'GET' && method !== 'HEAD';
  const hasBody = !stream.endAfterHeaders;
  const isComplete = (): boolean => stream.readableEnded && !isBroken(stream);
  const sent = client.headOf({ rawHeaders: ordinary(rawHeaders, headers.host !== undefined) });
  let signal: AbortSignal | undefined;
  const header = (name: string): string | null => {
    const value = headers[name] ?? (name === 'host' ? authority : undefined);
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  };
  return {
    method,
    url: target.url,
    host: target.host,
    // Of its own: whether there is a body, it does not say.
    head: { rawHeaders: sent.rawHeaders, connection: client.name, address: client.address },
    header,
    body: isRead ? piecesOf(stream) : null,
    hasBody: () => hasBody,
    drain: (take) => !hasBody || drain({ body: stream, isComplete, client }, take),
    signal: () => (signal ??= hangUp(stream, () => isSent(stream))),
  };
}

const TEXT = '408 Request Timeout: the body of the request did not come\n';

function giveUp(stream: ServerHttp2Stream): void {
  const isEnded = stream.headersSent || stream.closed;
  const reset = (): void => void stream.destroy(new Error('the body did not come'));
  if (isEnded) return reset();
  stream.respond({ ':status': 408, 'content-type': 'text/plain; charset=utf-8' });
  if (stream.writableEnded) reset();
  else stream.end(TEXT, reset);
}

/** Ends a stream once nothing of its body has come for so many ms, while somebody waits for it. */
function watchBody(stream: ServerHttp2Stream, ms: number): void {
  const look = (): void => {
    // Where pieces of it wait to be read, it is not the client that waits.
    if (stream.readableLength > 0) stream.setTimeout(ms);
    else giveUp(stream);
  };
  stream.setTimeout(ms, look);
  stream.once('end', () => stream.setTimeout(0, look));
}

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

/** How long clients may take, in ms. */
interface Http2Timeouts {
  /** Between two pieces of a body. */
  readonly bodyMs: number;
  /** Until something comes on a connection on which nothing is under way. */
  readonly silentMs: number;
}

/** Answers on connections of HTTP/2. */
interface Http2 {
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

/** Makes what answers on connections of HTTP/2 as a pipeline says. */
export function openHttp2(pipeline: Answering, { bodyMs, silentMs }: Http2Timeouts): Http2 {
  const sessions = new Set<ServerHttp2Session>();
  const respond = (socket: TLSSocket, stream: ServerHttp2Stream, asked: Asked): void => {
    const { headers } = asked;
    const target = targetOfStream(headers, socket);
    if (target === undefined) return refuse(stream);
    if (headers.expect?.toLowerCase() === '100-continue') {
      stream.additionalHeaders({ ':status': constants.HTTP_STATUS_CONTINUE });
    }
    if (!stream.endAfterHeaders) watchBody(stream, bodyMs);
    const client = clientConnectionOf(socket, 2);
    const incoming = fromStream(stream, { ...asked, target, client });
    beginSoon(() => answer(pipeline, incoming, new Http2ResponseWriter(stream, client)));
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
