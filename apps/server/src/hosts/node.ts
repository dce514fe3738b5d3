/** Serves an app over Node's http, and stops without cutting off anyone. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Edge } from '../edge/edge.js';

/** Where to listen. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A listening server. */
export interface Listening {
  /** Port it listens on. */
  readonly port: number;
  /** Stops listening, lets running requests finish, and cuts off those that take longer than `graceMs`. */
  readonly close: (graceMs: number) => Promise<void>;
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Sends an answer that the edge has kept, without making a Request of it; false where it has none. */
function sendKept(edge: Edge, request: IncomingMessage, response: ServerResponse): boolean {
  const kept = edge.kept({
    method: request.method ?? 'GET',
    url: `http://${request.headers.host ?? ''}${request.url ?? ''}`,
    header: (name) => header(request, name),
  });
  if (kept === undefined || kept.body instanceof ReadableStream) return false;
  response.writeHead(kept.status, kept.headers);
  response.end(kept.body ?? undefined);
  return true;
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

function stop(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Serves an edge over HTTP. */
export async function serve(edge: Edge, address: Address): Promise<Listening> {
  const listener = getRequestListener((request) => edge.answer(request));
  const server = createServer((request, response) => {
    if (!sendKept(edge, request, response)) void listener(request, response);
  });
  const port = await listen(server, address);
  return { port, close: (graceMs) => stop(server, graceMs) };
}
