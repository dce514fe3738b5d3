/** A request of Node's http as the edge reads it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Incoming } from '../http/incoming.js';
import type { Peer } from './peer.js';
import type { Target } from './target.js';

/** The header, where it may have come more than once; Node joins all but a few itself. */
function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  if (value === undefined) return null;
  return Array.isArray(value) ? value.join(', ') : value;
}

/** A signal that is aborted when the client hangs up before its answer is complete. */
function hangUp(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const end = (): void => {
    if (!response.writableFinished) controller.abort(new DOMException('the client hung up', 'AbortError'));
  };
  // Whoever asks late may find it gone.
  if (response.closed) end();
  else response.once('close', end);
  return controller.signal;
}

/** Whether a head announces a body (RFC 9112 §6). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
}

/** Gives what nobody has read of a body: at once what is there, and the rest as it comes. */
function drain(request: IncomingMessage, peer: Peer, take: (piece: Uint8Array) => void): boolean | Promise<boolean> {
  if (!hasBody(request)) return true;
  const next = (): Buffer | null => request.read() as Buffer | null;
  for (let piece = next(); piece !== null; piece = next()) take(piece);
  if (request.complete || request.destroyed) return request.complete;
  return new Promise((resolve) => {
    const end = (): void => {
      peer.offGone(end);
      resolve(request.complete);
    };
    request.on('data', take).once('end', end).once('close', end).resume();
    // Node tells this to no request that is answered already.
    peer.onGone(end);
  });
}

/** What a request came with beside itself. */
export interface Received {
  readonly response: ServerResponse;
  readonly target: Target;
  readonly peer: Peer;
}

/** A request as the edge reads it. */
export function fromNode(request: IncomingMessage, { response, target, peer }: Received): Incoming {
  const { method = 'GET' } = request;
  const isRead = method !== 'GET' && method !== 'HEAD';
  let signal: AbortSignal | undefined;
  return {
    method,
    url: target.url,
    host: target.host,
    address: () => peer.address,
    connection: () => peer.name,
    rawHeaders: () => peer.headersOf(request.rawHeaders),
    header: (name) => headerOf(request, name),
    // Whoever stops reading a body that is too large still wants to answer on its connection.
    body: isRead ? request.iterator({ destroyOnReturn: false }) : null,
    hasBody: () => hasBody(request),
    drain: (take) => drain(request, peer, take),
    signal: () => (signal ??= hangUp(response)),
  };
}
