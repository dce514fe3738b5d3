/** A request of Node's http as the edge reads it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Incoming } from '../http/incoming.js';
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

/** A request as the edge reads it. */
export function fromNode(request: IncomingMessage, response: ServerResponse, { url, host }: Target): Incoming {
  const { method = 'GET' } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  let signal: AbortSignal | undefined;
  return {
    method,
    url,
    host,
    address: () => request.socket.remoteAddress ?? null,
    header: (name) => headerOf(request, name),
    // Whoever stops reading a body that is too large still wants to answer on its connection.
    body: hasBody ? request.iterator({ destroyOnReturn: false }) : null,
    signal: () => (signal ??= hangUp(response)),
  };
}
