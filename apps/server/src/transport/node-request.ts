/** A request of Node's http as the pipeline reads it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import type { Incoming } from '../http/incoming.js';
import type { KnownHead, ClientConnection } from './client-connection.js';
import type { Target } from './target.js';

/** The header, where it may have come more than once; Node joins all but a few itself. */
function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  if (value === undefined) return null;
  return Array.isArray(value) ? value.join(', ') : value;
}

/** A signal that is aborted when the client hangs up before its answer is complete. */
export function hangUp(response: Writable, isSent: () => boolean = () => response.writableFinished): AbortSignal {
  const controller = new AbortController();
  const end = (): void => {
    if (!isSent()) controller.abort(new DOMException('the client hung up', 'AbortError'));
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

/** A request whose body comes, whichever version of HTTP it came by. */
export interface Source {
  readonly body: Readable;
  /** Whether all of it came. */
  readonly isComplete: () => boolean;
  readonly peer: ClientConnection;
}

/** Gives what nobody has read of a body: at once what is there, and the rest as it comes. */
export function drain(
  { body, isComplete, peer }: Source,
  take: (piece: Uint8Array) => void,
): boolean | Promise<boolean> {
  const next = (): Buffer | null => body.read() as Buffer | null;
  for (let piece = next(); piece !== null; piece = next()) take(piece);
  if (isComplete() || body.destroyed) return isComplete();
  return new Promise((resolve) => {
    const end = (): void => {
      peer.offGone(end);
      resolve(isComplete());
    };
    body.on('data', take).once('end', end).once('close', end).resume();
    // Node tells this to no request that is answered already.
    peer.onGone(end);
  });
}

/** The pieces of a body. One that came along with its head is there as a whole, so that none of it has to be waited for. */
async function* piecesOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  // Node's parser tells of the head before it goes on to the body.
  await Promise.resolve();
  let left = Number(request.headers['content-length']);
  const next = (): Buffer | null => request.read() as Buffer | null;
  for (let piece = next(); piece !== null; piece = next()) {
    left -= piece.byteLength;
    yield piece;
  }
  if (left === 0) {
    // The event `end` has yet to come, for those who listen for it.
    request.resume();
    return;
  }
  // Whoever stops reading a body that is too large still wants to answer on its connection.
  for await (const piece of request.iterator({ destroyOnReturn: false })) yield piece as Buffer;
}

/** What a request came with beside itself. */
export interface Received {
  readonly response: ServerResponse;
  readonly target: Target;
  readonly peer: ClientConnection;
  readonly head: KnownHead;
}

/** A request as the pipeline reads it. */
export function fromNode(request: IncomingMessage, { response, target, peer, head }: Received): Incoming {
  const { method = 'GET' } = request;
  const isRead = method !== 'GET' && method !== 'HEAD';
  let signal: AbortSignal | undefined;
  return {
    method,
    url: target.url,
    host: target.host,
    head,
    header: (name) => headerOf(request, name),
    body: isRead && hasBody(request) ? piecesOf(request) : null,
    hasBody: () => hasBody(request),
    drain: (take) => !hasBody(request) || drain({ body: request, isComplete: () => request.complete, peer }, take),
    signal: () => (signal ??= hangUp(response)),
  };
}
