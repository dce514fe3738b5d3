/** The deployments a client can find the server in: by itself, in a sandbox, and behind a public origin. */
import { overSocket } from '../support.js';
import { Browser } from './browser.js';

/** An origin that nothing is at: whoever gets there has been led by the URLs in the answers. */
export const PUBLIC_ORIGIN = 'https://api.example.test';

/** What the libraries hand to a `fetch` of one's own: forms at most. */
export interface Sent {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

/** A server as it is deployed. */
export interface Deployment {
  readonly close: () => Promise<void>;
  readonly issuer: string;
  readonly audience: string;
  /** Whether the origin is plain http, which clients take only when allowed to. */
  readonly isInsecure: boolean;
  /** Takes a public address to the socket. */
  readonly fetch: (url: string, init: Sent) => Promise<Response>;
  readonly browser: () => Browser;
}

async function open(base: string, publicUrl?: string): Promise<Deployment> {
  // Libraries hold tokens against the clock of the machine.
  const server = await overSocket({ clock: 'real', ...(publicUrl === undefined ? {} : { publicUrl }) });
  const origin = publicUrl ?? server.origin;
  const route = (url: URL) => new URL(url.href.replace(origin, server.origin));
  return {
    close: server.close,
    issuer: `${origin}${base}/api/oauth`,
    audience: `${origin}${base}/api`,
    isInsecure: publicUrl === undefined,
    fetch: (url, { body, ...init }) =>
      fetch(route(new URL(url)), { ...init, body: body instanceof URLSearchParams ? body : null }),
    browser: () => new Browser(route),
  };
}

/** The deployments, by name. */
export const deployments = [
  ['at the origin', () => open('')],
  ['in a sandbox', () => open('/sandboxes/x')],
  ['behind a public origin', () => open('', PUBLIC_ORIGIN)],
  ['in a sandbox behind a public origin', () => open('/sandboxes/x', PUBLIC_ORIGIN)],
] as const;
