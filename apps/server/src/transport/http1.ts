/** Answers requests of HTTP/1. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answer, type Answering, type Carrier, Connections, type ResponseWriter } from './connection.js';
import { type ClientConnection, clientConnectionOf, fromNode, hasBody, type Scheme, targetOf } from './node-request.js';
import { refuseConnect, refuseUnreadable, TimeoutGuard, type Timeouts, type Unreadable } from './timeouts.js';
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
class Http1Destination implements ResponseWriter {
  readonly response: ServerResponse;
  readonly peer: ClientConnection;
  readonly sender: Sender;

  constructor(response: ServerResponse, peer: ClientConnection, sender: Sender) {
    this.response = response;
    this.peer = peer;
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
export interface Speaking {
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

/** Makes a server of HTTP/1 that answers as an pipeline says. */
export function openHttp1(pipeline: Answering, { scheme, timeouts, isOpen, wireOf }: Speaking): Http1 {
  const connections = new Connections(wireOf);
  const stalled = new TimeoutGuard(timeouts);
  const fresh = new FreshConnections();
  // Nobody asks for it before the request has come.
  const sender: Sender = { isOpen, carrierOf: ({ req }) => connections.of(req.socket) };
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const peer = clientConnectionOf(request.socket);
    peer.last = response;
    const head = peer.headOf(request);
    const target = (head.target ??= targetOf(request, scheme));
    if (target === undefined) return refuseTarget(response);
    const incoming = fromNode(request, { response, target, peer, head });
    answer(pipeline, incoming, new Http1Destination(response, peer, sender));
  };
  const options = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: timeouts.headMs,
    connectionsCheckingInterval: timeouts.lookMs,
  };
  const server = createServer(options, (request, response) => {
    fresh.delete(request.socket);
    if (!request.complete && hasBody(request)) stalled.began(request, response);
    if (connections.isEnding(request.socket)) {
      request.resume();
      return;
    }
    respond(request, response);
  });
  const watch = (socket: Socket): void => {
    fresh.add(socket);
    stalled.opened(socket);
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
    end: () => stalled.end(),
  };
}
