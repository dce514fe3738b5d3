/** Refuses what is no request, and ends connections that take too long. */
import { type IncomingMessage, maxHeaderSize, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { closeGently } from './connection.js';

/** What Node says of a request that it could not read. */
export interface Unreadable extends Error {
  readonly code?: string;
  /** What its parser found wrong. */
  readonly reason?: string;
}

const KNOWN: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: `431 Request Header Fields Too Large: the head of a request may have ${maxHeaderSize} bytes`,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large: the extensions of a chunk are too long',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout: the request did not come',
};

/** The last answer of a connection, by its text: the status, a colon, and what is wrong. */
function lastAnswer(text: string): string {
  const [status] = text.split(':', 1);
  return [
    `HTTP/1.1 ${status}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text) + 1}`,
    'Connection: close',
    '',
    `${text}\n`,
  ].join('\r\n');
}

function textFor({ code = '', reason = '' }: Unreadable): string {
  const why = reason === '' ? '' : ` (${reason})`;
  return KNOWN[code] ?? `400 Bad Request: the request is not valid HTTP/1.1${why}`;
}

/** Calls when nothing of an earlier answer is left to be sent on a connection. */
function whenFree(last: ServerResponse | undefined, call: () => void): void {
  if (last === undefined || last.closed) return call();
  // What could not be read came after it, or else is its own body: then this is its answer, unless it has one.
  if (last.req.complete) last.once('close', call);
  else if (last.socket === null) last.once('socket', call);
  else if (last.headersSent) last.req.socket.destroy();
  else call();
}

/** Connections on which something could not be read: Node says so again for whatever else comes. */
const refused = new WeakSet<Socket>();

function refuseSocket(text: string, socket: Socket, last: ServerResponse | undefined): void {
  whenFree(last, () => {
    if (socket.writable) closeGently(socket.resume(), lastAnswer(text));
    else socket.destroy();
  });
}

/**
 * Answers where a request cannot be read, when its turn has come.
 *
 * @param last the answer to the request that came last on the connection, which may be under way; undefined before the first
 */
export function refuseUnreadable(error: Unreadable, socket: Socket, last: ServerResponse | undefined): void {
  // A client may open a connection ahead of need: one that is silent is not slow.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) return;
  if (refused.has(socket)) return;
  refused.add(socket);
  refuseSocket(textFor(error), socket, last);
}

/** Refuses to be a proxy. Node leaves the connection to whoever answers this, without anything that listens to it. */
export function refuseConnect(socket: Socket, last: ServerResponse | undefined): void {
  socket.on('error', () => undefined);
  refuseSocket('405 Method Not Allowed: this server is no proxy, so that it takes no CONNECT', socket, last);
}

/** What a request of HTTP/1 begins with, the method. */
const METHOD = /^[A-Z]/;

const PLAIN = lastAnswer('400 Bad Request: this server speaks HTTPS on this port; begin the URL with https://');

/** Tells a client that speaks HTTP without TLS, where TLS is spoken, what is wrong: its first bytes are there. */
export function refusePlain(socket: Socket): void {
  const piece = socket.read() as Buffer | null;
  if (piece === null || !METHOD.test(piece.toString('latin1', 0, 1))) return void socket.destroy();
  closeGently(socket.resume(), PLAIN);
}

/** How long clients may take, in ms. */
export interface Timeouts {
  /** For the head of a request, from its first byte on. */
  readonly headMs: number;
  /** Between two pieces of a body. */
  readonly bodyMs: number;
  /** Until something comes on a new connection. */
  readonly silentMs: number;
  /** Time between two looks. */
  readonly lookMs: number;
}

/** A body under way. */
interface Body {
  readonly response: ServerResponse;
  bytes: number;
  movedAt: number;
}

/** Watches what comes on the connections of a server. */
export class TimeoutGuard {
  readonly #timeouts: Timeouts;
  readonly #bodies = new Map<IncomingMessage, Body>();
  readonly #silent = new Map<Socket, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(timeouts: Timeouts) {
    this.#timeouts = timeouts;
    this.#timer = setInterval(() => this.#look(), timeouts.lookMs).unref();
  }

  /** A connection was opened. */
  opened(socket: Socket): void {
    this.#silent.set(socket, performance.now());
  }

  /** A request has come whose body may not be there yet. */
  began(request: IncomingMessage, response: ServerResponse): void {
    this.#silent.delete(request.socket);
    if (request.complete) return;
    this.#bodies.set(request, { response, bytes: request.socket.bytesRead, movedAt: performance.now() });
    const end = (): void => void this.#bodies.delete(request);
    request.once('end', end).once('close', end);
  }

  /** Watches no more. */
  end(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const { bodyMs, silentMs } = this.#timeouts;
    const now = performance.now();
    for (const [socket, since] of this.#silent) {
      if (socket.bytesRead > 0 || socket.destroyed) this.#silent.delete(socket);
      else if (now - since >= silentMs) socket.destroy();
    }
    for (const [request, body] of this.#bodies) {
      const { bytesRead } = request.socket;
      // Where pieces of it wait to be read, it is not the client that waits.
      if (request.complete || bytesRead > body.bytes || request.readableLength > 0) {
        body.bytes = bytesRead;
        body.movedAt = now;
      } else if (now - body.movedAt >= bodyMs) this.#giveUp(request, body);
    }
  }

  #giveUp(request: IncomingMessage, { response }: Body): void {
    this.#bodies.delete(request);
    if (!response.headersSent && response.socket !== null) {
      response.socket.write(lastAnswer('408 Request Timeout: the body of the request did not come'));
    }
    request.socket.destroySoon();
    request.destroy();
  }
}
