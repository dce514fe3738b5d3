/** Serves an app over Node's http, and stops without cutting off anyone. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import type { Edge } from '../http/edge.js';
import { FreshConnections } from './fresh-connections.js';
import { fromNode, hasBody } from './node-request.js';
import { sendAnswer } from './node-sending.js';
import { NodeTransfers } from './node-transfer.js';
import { peerOf } from './peer.js';
import { Stalled, type Timeouts } from './stalled.js';
import { targetOf } from './target.js';

/** Where to listen. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** What answers the requests. */
export type Answering = Pick<Edge, 'begin' | 'pauses'>;

/** A listening server. */
export interface Listening {
  /** Port it listens on. */
  readonly port: number;
  /** How many connections are open. */
  readonly connections: () => Promise<number>;
  /** Stops listening, and ends when no connection is left. */
  readonly close: (patience: Patience) => Promise<void>;
}

/** Whom to wait for when stopping, in ms. */
export interface Patience {
  /** How long requests may come on connections that are open; no time by default. */
  readonly lingerMs?: number;
  /** How long those may take that are being answered then, before they are cut off. */
  readonly graceMs: number;
}

/**
 * How long an idle connection stays open, in ms. Longer than clients and load balancers keep theirs (Chromium 300 s,
 * Caddy 120 s, Go 90 s), so that they close it. A server that closes first, as Node does after 5 s, at times does so
 * under a request that is already on its way, and a client may not repeat a POST by itself.
 */
export const KEEP_ALIVE_MS = 305_000;

/** Answers what is no request that a route could have, such as `OPTIONS *` or an impossible Host. */
function refuse(response: ServerResponse): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' };
  response.writeHead(400, headers).end('400 Bad Request: the request target or the Host header is not valid\n');
}

/** What a server answers with. */
interface Parts {
  readonly edge: Answering;
  readonly server: Server;
  /** Connections on which no request has come yet. */
  readonly fresh: FreshConnections;
  readonly transfers: NodeTransfers;
}

/** Says that an answer is out: at once, or where it is a stream, when that is over. */
function leaveAfter(response: ServerResponse, leave: () => void): void {
  if (response.writableEnded || response.closed) leave();
  else response.once('close', leave);
}

async function answer(
  { edge, server, transfers }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = targetOf(request);
  if (target === undefined) {
    refuse(response);
    return;
  }
  const peer = peerOf(request.socket);
  const incoming = fromNode(request, { response, target, peer });
  const { finished: answered, leave } = edge.begin(incoming);
  try {
    const finished = answered instanceof Promise ? await answered : answered;
    if (finished.wire === undefined) {
      // The last answer on its connection: who sent it is not to send more to a server that stops.
      if (!server.listening && !response.closed) response.setHeader('connection', 'close');
      sendAnswer({ response, peer }, finished);
    } else await transfers.send({ request, response, peer, server }, finished);
  } finally {
    if (leave !== undefined) leaveAfter(response, leave);
  }
  // What was not read of a body stands before the next request on its connection.
  if (!request.complete) request.resume();
}

/** Whoever is slow to send a head, or sends a byte of a body now and then, keeps a connection from others. */
const TIMEOUTS: Timeouts = { headMs: 10_000, bodyMs: 30_000, silentMs: KEEP_ALIVE_MS, lookMs: 1000 };

/** How much clients may take of the connections of a server. */
export interface ServeLimits {
  /** Connections that may be open at once; others are closed as they come. */
  readonly maxConnections?: number | undefined;
  readonly timeouts?: Timeouts;
  /** Learns of a connection that was closed so. */
  readonly dropped?: (() => void) | undefined;
}

/** Answers what is no HTTP, or came too slowly, on a connection on which nothing was answered yet. */
const STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Ends a connection whose client sends no request that could be read. */
function refuseClient(error: Error & { readonly code?: string }, socket: Socket): void {
  // A client may open a connection ahead of need: one that is silent is not slow.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) return;
  if (socket.writable && socket.bytesWritten === 0) {
    socket.write(`HTTP/1.1 ${STATUSES[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
  }
  socket.destroy(error);
}

function listen(server: Server, { host, port }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function stop({ server, fresh }: Parts, { lingerMs = 0, graceMs }: Patience): Promise<void> {
  const closeIdle = (): void => {
    server.close();
    // Clients open connections ahead of need; Node takes one on which nothing has come yet for busy.
    fresh.close();
    // Who was being answered when it began to stop is not waited for either.
    server.keepAliveTimeout = 1;
  };
  return new Promise((resolve) => {
    const linger = setTimeout(closeIdle, lingerMs);
    const grace = setTimeout(() => server.closeAllConnections(), lingerMs + graceMs);
    server.once('close', () => {
      clearTimeout(linger);
      clearTimeout(grace);
      resolve();
    });
    // That of HTTP would close idle connections too, at times under a request that is on its way.
    TcpServer.prototype.close.call(server);
  });
}

/** Serves an edge over HTTP. */
export async function serve(edge: Answering, address: Address, limits: ServeLimits = {}): Promise<Listening> {
  const { timeouts = TIMEOUTS, maxConnections, dropped } = limits;
  const transfers = new NodeTransfers(edge);
  const stalled = new Stalled(timeouts);
  const fresh = new FreshConnections();
  const options = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: timeouts.headMs,
    connectionsCheckingInterval: timeouts.lookMs,
  };
  const server = createServer(options, (request, response) => {
    fresh.delete(request.socket);
    if (!request.complete && hasBody(request)) stalled.began(request, response);
    if (transfers.isEnding(request.socket)) {
      request.resume();
      return;
    }
    // The edge turns every failure into an answer; what is left is a connection that broke.
    answer(parts, request, response).catch(() => response.destroy());
  });
  server.on('clientError', refuseClient);
  server.on('connection', (socket) => {
    fresh.add(socket);
    stalled.opened(socket);
  });
  if (maxConnections !== undefined) server.maxConnections = maxConnections;
  if (dropped !== undefined) server.on('drop', dropped);
  const parts: Parts = { edge, server, fresh, transfers };
  const port = await listen(server, address);
  const close = (patience: Patience): Promise<void> => {
    // Waits of faults are no reason to wait: a hang or stall ends its connection at once, what drips comes all at once.
    edge.pauses.end();
    return stop(parts, patience).finally(() => stalled.end());
  };
  const connections = promisify(server.getConnections.bind(server));
  return { port, connections, close };
}
