/** Where an answer goes over HTTP/2. */
import type { OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { Finished } from '../http/finish.js';
import { isSent } from './is-sent.js';
import { StreamCarrier } from './stream-carrier.js';
import type { Carrier, Destination } from './destination.js';
import type { Peer } from './peer.js';

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
export class Http2Destination implements Destination {
  readonly response: ServerHttp2Stream;
  readonly peer: Peer;
  readonly isQueued = false;

  constructor(stream: ServerHttp2Stream, peer: Peer) {
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
