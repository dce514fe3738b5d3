/** Answers requests of HTTP/1. */
import { type IncomingMessage, type Server, type ServerResponse, createServer, maxHeaderSize } from 'node:http';
import type { Socket } from 'node:net';
import { type Carrier, closeGently, Connections } from './connection.js';
import { answer, type Answering, beginSoon, type ResponseWriter } from './send.js';
import { type ClientConnection, type Scheme, clientConnectionOf, fromNode, hasBody, targetOf } from './node-request.js';
import { once } from 'node:events';
import type { Finished } from '../http/finish.js';

/** Whose answers go out. */
interface Sender {
  /** Whether it takes further connections: one that stops tells its clients to send no more. */
  readonly isOpen: () => boolean;
  /** What carries the answers of a connection. */
  readonly carrierOf: (response: ServerResponse) => Carrier;
}

/** Where an answer goes over HTTP/1. */
class Http1ResponseWriter implements ResponseWriter {
  readonly response: ServerResponse;
  readonly client: ClientConnection;
  readonly sender: Sender;

  constructor(response: ServerResponse, client: ClientConnection, sender: Sender) {
    this.response = response;
    this.client = client;
    this.sender = sender;
  }

  get isQueued(): boolean {
    return this.response.socket === null;
  }

  get isSent(): boolean {
    return this.response.writableFinished;
  }

  async turn(gone: AbortSignal): Promise<void> {
    if (this.isQueued) await once(this.response, 'socket', { signal: gone });
    gone.throwIfAborted();
  }

  writeHead(status: number, headers: Finished['headers'], isLast = false): void {
    if (isLast || !this.sender.isOpen()) this.response.setHeader('connection', 'close');
    this.response.writeHead(status, headers);
  }

  flushHead(): void {
    this.response.flushHeaders();
  }

  fail(): void {
    this.response.destroy();
  }

  discard(): void {
    const { req } = this.response;
    if (!req.complete) req.resume();
  }

  carrier(): Carrier {
    return this.sender.carrierOf(this.response);
  }

  isWhole(asPromised: boolean): boolean {
    return asPromised;
  }
}

/** So many may be gone unseen before they are looked for. */
const FEW = 100;

/** The fresh connections of a server. It listens to none of them: that would stay with each as long as it is open. */
class FreshConnections {
  readonly #fresh = new Set<Socket>();
  #full = FEW;

  /** Takes in one that was opened. */
  add(socket: Socket): void {
    if (this.#fresh.size >= this.#full) {
      for (const one of this.#fresh) if (one.destroyed) this.#fresh.delete(one);
      this.#full = Math.max(FEW, 2 * this.#fresh.size);
    }
    this.#fresh.add(socket);
  }

  /** Lets go of one on which a request has come. */
  delete(socket: Socket): void {
    this.#fresh.delete(socket);
  }

  /** Closes all, but those on which a request is coming. */
  close(): void {
    for (const socket of this.#fresh) if (socket.bytesRead === 0) socket.destroy();
  }
}

/**
 * How long an idle connection stays open, in ms. Longer than clients and load balancers keep theirs (Chromium 300 s,
 * Caddy 120 s, Go 90 s), so that they close it. A server that closes first, as Node does after 5 s, at times does so
 * under a request that is already on its way, and a client may not repeat a POST by itself.
 */
export const KEEP_ALIVE_MS = 305_000;

/** What is said of what is no request that a route could have, such as `OPTIONS *` or an impossible Host. */
export const REFUSAL = {
  status: 400,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: '400 Bad Request: the request target or the Host header is not valid\n',
} as const;

function refuseTarget(response: ServerResponse): void {
  response.writeHead(REFUSAL.status, { ...REFUSAL.headers, connection: 'close' }).end(REFUSAL.body);
}

/** How the connections are that requests come by. */
interface Speaking {
  readonly scheme: Scheme;
  readonly timeouts: Timeouts;
  /** Whether further connections are taken. */
  readonly isOpen: () => boolean;
  /** The connection of TCP that a socket writes to, by itself or by TLS. */
  readonly wireOf: (socket: Socket) => Socket;
}

/** A server of HTTP/1. */
export interface Http1 {
  readonly server: Server;
  /** Watches a connection of TCP on which nothing has come yet. */
  readonly watch: (socket: Socket) => void;
  /** Watches it no more. */
  readonly began: (socket: Socket) => void;
  /** Closes the connections on which nothing is under way, and each other one once that is over. */
  readonly leave: () => void;
  /** Lets go of what watches. */
  readonly end: () => void;
}

/** Makes a server of HTTP/1 that answers as a pipeline says. */
export function openHttp1(pipeline: Answering, { scheme, timeouts, isOpen, wireOf }: Speaking): Http1 {
  const connections = new Connections(wireOf);
  const timeoutGuard = new TimeoutGuard(timeouts);
  const fresh = new FreshConnections();
  // Nobody asks for it before the request has come.
  const sender: Sender = { isOpen, carrierOf: ({ req }) => connections.of(req.socket) };
  const respond = (request: IncomingMessage, response: ServerResponse, client: ClientConnection): void => {
    if (connections.isEnding(request.socket)) {
      request.resume();
      return;
    }
    const head = client.headOf(request);
    const target = (head.target ??= targetOf(request, scheme));
    if (target === undefined) return refuseTarget(response);
    const incoming = fromNode(request, { response, target, client, head });
    answer(pipeline, incoming, new Http1ResponseWriter(response, client, sender));
  };
  const options = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: timeouts.headMs,
    connectionsCheckingInterval: timeouts.lookMs,
  };
  const server = createServer(options, (request, response) => {
    fresh.delete(request.socket);
    if (!request.complete && hasBody(request)) timeoutGuard.began(request, response);
    const client = clientConnectionOf(request.socket);
    client.last = response;
    beginSoon(() => respond(request, response, client));
  });
  const watch = (socket: Socket): void => {
    fresh.add(socket);
    timeoutGuard.opened(socket);
  };
  server.on('clientError', (error: Unreadable, socket: Socket) => {
    refuseUnreadable(error, socket, clientConnectionOf(socket).last);
  });
  server.on('connect', ({ socket }) => refuseConnect(socket, clientConnectionOf(socket).last));
  server.on('connection', watch);
  return {
    server,
    watch,
    began: (socket) => fresh.delete(socket),
    leave: () => {
      server.close();
      // Clients open connections ahead of need; Node takes one on which nothing has come yet for busy.
      fresh.close();
      // Who was being answered when it began to stop is not waited for either.
      server.keepAliveTimeout = 1;
    },
    end: () => timeoutGuard.end(),
  };
}

/** What Node says of a request that it could not read. */
interface Unreadable extends Error {
  readonly code?: string;
  /** What its parser found wrong. */
  readonly reason?: string;
}

const PROBLEMS: Readonly<Record<string, string>> = {
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
  return PROBLEMS[code] ?? `400 Bad Request: the request is not valid HTTP/1.1${why}`;
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
function refuseUnreadable(error: Unreadable, socket: Socket, last: ServerResponse | undefined): void {
  // A client may open a connection ahead of need: one that is silent is not slow.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) return;
  if (refused.has(socket)) return;
  refused.add(socket);
  refuseSocket(textFor(error), socket, last);
}

/** Refuses to be a proxy. Node leaves the connection to whoever answers this, without anything that listens to it. */
function refuseConnect(socket: Socket, last: ServerResponse | undefined): void {
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
class TimeoutGuard {
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
