/** Finds out which URL a request of Node's http is for (RFC 9112 §3.3). */
import type { IncomingMessage } from 'node:http';
import { readAuthority } from './authority.js';

/** What a request asks for. */
export interface Target {
  readonly url: string;
  /** The host that the client named, in lower case and without its port; null where it named none. */
  readonly host: string | null;
}

/** A target that is a whole URL (RFC 9112 §3.2.2). One of https has no business on a connection without TLS. */
const WHOLE = /^http:\/\/(?<authority>[^/?#]*)(?<path>\/[^#]*)?(?<query>\?[^#]*)?/i;

/** Whether there are several lines of Host, of which Node shows the first alone. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}

/** The address that the request came in by, for a client that names none, as HTTP/1.0 allows. */
function boundTo({ socket }: IncomingMessage): string {
  const { localAddress = '127.0.0.1', localPort = 80 } = socket;
  // An IPv4 client of an IPv6 socket, and the zone of a link-local address.
  const address = localAddress.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}

/** The target of a request; undefined where it is none that a route could have, or its host is none. */
export function targetOf(request: IncomingMessage): Target | undefined {
  const { url = '' } = request;
  // RFC 9112 §3.2: a second Host is a 400, since others on the way may have believed it.
  if (hasSeveralHosts(request)) return undefined;
  const whole = url.startsWith('/') ? undefined : WHOLE.exec(url)?.groups;
  if (whole === undefined && !url.startsWith('/')) return undefined;
  const named = whole?.['authority'] ?? request.headers.host ?? '';
  const path = whole === undefined ? url : `${whole['path'] ?? '/'}${whole['query'] ?? ''}`;
  // A whole URL has a host (RFC 9110 §4.2.1); of a path, it stands beside it.
  const isNamed = named !== '' || whole !== undefined;
  const authority = readAuthority(isNamed ? named : boundTo(request));
  return authority && { url: `http://${authority.text}${path}`, host: isNamed ? authority.host : null };
}
