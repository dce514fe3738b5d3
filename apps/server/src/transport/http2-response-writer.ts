/** Where an answer goes over HTTP/2. */
import { constants, type OutgoingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { Finished } from '../http/finish.js';
import { isSent } from './is-sent.js';
import type { Carrier, ResponseWriter } from './response-writer.js';
import type { ClientConnection } from './client-connection.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ending } from '../http/cut.js';

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
export class Http2ResponseWriter implements ResponseWriter {
  readonly response: ServerHttp2Stream;
  readonly peer: ClientConnection;
  readonly isQueued = false;

  constructor(stream: ServerHttp2Stream, peer: ClientConnection) {
    this.response = stream;
    this.peer = peer;
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
