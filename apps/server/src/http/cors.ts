/** Cross-origin headers (Fetch standard, "HTTP-network-or-cache" CORS protocol), and who asks from another origin. */
import type { Settings } from '../options/options.js';
import type { Incoming } from './incoming.js';
import type { Exchange } from './exchange.js';
import type { Access } from '../call/access.js';
import { isLoopback } from '../kit/sandbox-address.js';

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

/** Which origins a server lets in, and how far. */
export interface CorsRules {
  /** Origins that cors=restrict lets in. */
  readonly allowed: ReadonlySet<string>;
  /** Origins whose pages may send cookies and read what comes of it, without any control. */
  readonly credentialed: ReadonlySet<string>;
}

/** The rules of a server: the example is let in where that is asked for, the configured origins with their cookies too. */
export function corsRules({ corsAllow, corsCredentials }: Pick<Settings, 'corsAllow' | 'corsCredentials'>): CorsRules {
  return {
    allowed: new Set([EXAMPLE_ORIGIN, ...corsAllow]),
    credentialed: new Set(corsCredentials ? corsAllow : []),
  };
}

/** The origin of a page that may send cookies; undefined for any other, whose answers are all the same. */
export function credentialedOrigin(header: Incoming['header'], { credentialed }: CorsRules): string | undefined {
  // Nearly always there is none, and nobody has to read a header.
  if (credentialed.size === 0) return undefined;
  const origin = header('origin');
  return origin !== null && credentialed.has(origin) ? origin : undefined;
}

function credentialHeaders(origin: string): HeaderRecord {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': EXPOSED,
    vary: 'Origin',
  };
}

/** What of a request its CORS headers follow from. */
type CorsRequest = Pick<Exchange, 'cors' | 'isControl' | 'isForeign' | 'request'>;

/** The control API is open to some pages only, and takes part in no simulation. */
function controlHeaders(origin: string | null, { isForeign }: CorsRequest): HeaderRecord {
  if (origin === null || isForeign()) return { vary: 'Origin' };
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED, vary: 'Origin' };
}

/** CORS headers of an answer; `cors=preflight` changes only what a preflight gets. */
export function corsHeaders(asked: CorsRequest, rules: CorsRules): HeaderRecord {
  const origin = asked.request.header('origin');
  if (asked.isControl) return controlHeaders(origin, asked);
  if (asked.cors !== 'restrict') {
    const credentialed = credentialedOrigin(asked.request.header, rules);
    if (credentialed !== undefined) return credentialHeaders(credentialed);
    // What others get must not be kept for a page that sends cookies, which could not read it.
    return rules.credentialed.size === 0 ? open : { ...open, vary: 'Origin' };
  }
  if (origin === null) return { ...open, vary: 'Origin' };
  if (!rules.allowed.has(origin)) return { vary: 'Origin' };
  return credentialHeaders(origin);
}

/** Status and headers of the answer to OPTIONS. */
export function preflight(asked: CorsRequest, rules: CorsRules): { status: 204 | 403; headers: HeaderRecord } {
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
    : mode === 'restrict' && origin !== null && !rules.allowed.has(origin);
  if (isRefused) {
    return { status: 403, headers: { vary } };
  }
  const requested = header('access-control-request-headers');
  return {
    status: 204,
    headers: {
      ...corsHeaders(asked, rules),
      'access-control-allow-methods': METHODS,
      // Echoed, since the wildcard never covers Authorization (Fetch §3.3.5).
      ...(requested === null ? {} : { 'access-control-allow-headers': requested }),
      'access-control-max-age': '600',
      vary,
    },
  };
}

/** A request, and the origins that are its server's own or let in. */
interface Visit {
  readonly request: Incoming;
  /** Origin of the server, as clients see it. */
  readonly own: string;
  readonly allowed: ReadonlySet<string>;
}

/** Whether an origin is a page's of this machine, such as a developer's server on another port. */
function isLocal(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: same, hostname } = new URL(origin);
  return same === origin && isLoopback(hostname);
}

/**
 * Whether a page of a foreign origin is asking: by Origin (Fetch §3.2), or, where a browser sends none, by
 * Sec-Fetch-Site (Fetch Metadata §2.4). What is no browser sends neither. `Origin: null` is that of nobody's page.
 */
function isForeignPage({ request, own, allowed }: Visit): boolean {
  const site = request.header('sec-fetch-site');
  // Behind a proxy the server may not know its own origin; the browser does.
  if (site === 'same-origin') return false;
  const origin = request.header('origin');
  if (origin !== null) {
    const isOwn = origin === own || request.url.startsWith(`${origin}/`);
    return !isOwn && !isLocal(origin) && !allowed.has(origin);
  }
  // Only this machine is of the same site as this machine.
  if (site === 'same-site') return !isLoopback(new URL(request.url).hostname);
  return site === 'cross-site';
}

/** Whether a request brings the admin token; a preflight can only say that its request will bring a token. */
function bringsAdminToken({ method, header }: Incoming, access: Access): boolean {
  if (method !== 'OPTIONS') return access.knows(header('authorization') ?? '');
  const names = (header('access-control-request-headers') ?? '').toLowerCase().split(',');
  return access.hasToken && names.some((name) => name.trim() === 'authorization');
}

/** Whether a page of a foreign origin is asking a server of this origin, without the admin token. */
export type ForeignRule = (request: Incoming, own: string) => boolean;

/** The rule of a server that lets some origins in, beside its own and those of this machine. */
export function foreignRule(configured: readonly string[], access: Access): ForeignRule {
  const allowed = new Set(configured);
  return (request, own) => isForeignPage({ request, own, allowed }) && !bringsAdminToken(request, access);
}
