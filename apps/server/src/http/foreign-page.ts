/** Tells pages of foreign origins from a server's own, and from those that are let in. */
import type { Access } from '../call/access.js';
import { isLoopback } from '../kit/loopback.js';
import type { Incoming } from './incoming.js';

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
