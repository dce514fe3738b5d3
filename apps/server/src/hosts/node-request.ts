/** A request of Node's http as the edge reads it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Incoming } from '../edge/incoming.js';

/** The header, where it may have come more than once; Node joins all but a few itself. */
function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  if (value === undefined) return null;
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Whether a Host needs no parser to be trusted. */
function isPlainHost(host: string | undefined): boolean {
  return host !== undefined && /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(host);
}

/** URL of a request; undefined where its target or Host is none that a route could have. */
export function urlOf(request: IncomingMessage): string | undefined {
  const { url = '' } = request;
  // RFC 9112 §3.2: the target is a path, or a whole URL where a proxy is meant.
  const whole = url.startsWith('/') ? `http://${request.headers.host ?? ''}${url}` : url;
  if (url.startsWith('/') && isPlainHost(request.headers.host)) return whole;
  return /^https?:\/\//i.test(whole) && URL.canParse(whole) ? new URL(whole).href : undefined;
}

/** A signal that is aborted when the client hangs up before its answer is complete. */
function hangUp(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new DOMException('the client hung up', 'AbortError'));
  });
  return controller.signal;
}

/** A request as the edge reads it. */
export function fromNode(request: IncomingMessage, response: ServerResponse, url: string): Incoming {
  const { method = 'GET' } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  let signal: AbortSignal | undefined;
  return {
    method,
    url,
    header: (name) => headerOf(request, name),
    // Whoever stops reading a body that is too large still wants to answer on its connection.
    body: hasBody ? request.iterator({ destroyOnReturn: false }) : null,
    signal: () => (signal ??= hangUp(response)),
  };
}
