/** Cross-origin headers (Fetch standard, "HTTP-network-or-cache" CORS protocol): open by default, two hard cases on request. */
import type { RequestContext } from './request-context.js';

/** An origin that cors=restrict lets in without any configuration. */
const EXAMPLE_ORIGIN = 'https://allowed.example';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

const EXPOSED = [
  'Accept-Patch',
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Range',
  'DPoP-Nonce',
  'Date',
  'ETag',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Server-Timing',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Total-Count',
  'Idempotency-Replayed',
].join(', ');

/** Headers by name, in lower case. */
export type HeaderRecord = Record<string, string>;

const open: HeaderRecord = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
};

/** Origins that cors=restrict lets in. */
export type AllowedOrigins = ReadonlySet<string>;

/** The origins to let in: the example, and the configured ones. */
export function allowedOrigins(configured: readonly string[]): AllowedOrigins {
  return new Set([EXAMPLE_ORIGIN, ...configured]);
}

/** What of a request its CORS headers follow from. */
type Asked = Pick<RequestContext, 'cors' | 'isControl' | 'isForeign' | 'request'>;

/** The control API is open to some pages only, and takes part in no simulation. */
function controlHeaders(origin: string | null, { isForeign }: Asked): HeaderRecord {
  if (origin === null || isForeign()) return { vary: 'Origin' };
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED, vary: 'Origin' };
}

/** CORS headers of an answer; `cors=preflight` changes only what a preflight gets. */
export function corsHeaders(asked: Asked, allowed: AllowedOrigins): HeaderRecord {
  const origin = asked.request.header('origin');
  if (asked.isControl) return controlHeaders(origin, asked);
  if (asked.cors !== 'restrict') return open;
  if (origin === null) return { ...open, vary: 'Origin' };
  if (!allowed.has(origin)) return { vary: 'Origin' };
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': EXPOSED,
    vary: 'Origin',
  };
}

/** Status and headers of the answer to OPTIONS. */
export function preflight(asked: Asked, allowed: AllowedOrigins): { status: 204 | 403; headers: HeaderRecord } {
  const { header } = asked.request;
  const origin = header('origin');
  const mode = asked.isControl ? undefined : asked.cors;
  const vary = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers';
  if (mode === 'preflight' && origin !== null) {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET', vary };
    return { status: 204, headers };
  }
  const isRefused = asked.isControl
    ? asked.isForeign()
    : mode === 'restrict' && origin !== null && !allowed.has(origin);
  if (isRefused) {
    return { status: 403, headers: { vary } };
  }
  const requested = header('access-control-request-headers');
  return {
    status: 204,
    headers: {
      ...corsHeaders(asked, allowed),
      'access-control-allow-methods': METHODS,
      // Echoed, since the wildcard never covers Authorization (Fetch §3.3.5).
      ...(requested === null ? {} : { 'access-control-allow-headers': requested }),
      'access-control-max-age': '600',
      vary,
    },
  };
}
