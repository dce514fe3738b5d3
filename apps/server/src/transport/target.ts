/** Finds out which URL a request is for (RFC 9112 §3.3, RFC 9113 §8.3.1). */
import type { IncomingMessage } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http2';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';

/** How a connection is spoken on: with TLS, or without. */
export type Scheme = 'http' | 'https';

/** Host and port of a URL. */
export interface Authority {
  /** As it stands in a URL: in lower case, without the port where that is the one of the scheme. */
  readonly text: string;
  /** The host alone; an IPv6 address in brackets. */
  readonly host: string;
}

/** `uri-host [ ":" port ]` (RFC 9110 §7.2, RFC 3986 §3.2.2): no user, no path, no space. */
const AUTHORITY = /^(?:\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})+)(?::\d*)?$/i;

/** A name in the DNS has at most 253 characters. */
const MAX_LENGTH = 300;

/** What was read lately: clients name one host again and again. False stands for none. */
const recent = (): LRUCache<string, Authority | false> => new LRUCache({ max: 256 });
const read: Readonly<Record<Scheme, ReturnType<typeof recent>>> = { http: recent(), https: recent() };

function parse(text: string, scheme: Scheme): Authority | false {
  const url = `${scheme}://${text}`;
  if (!AUTHORITY.test(text) || !URL.canParse(url)) return false;
  const { host, hostname } = new URL(url);
  return { text: host, host: hostname };
}

/** The authority in a text, for a scheme; undefined where it is none. */
function readAuthority(text: string, scheme: Scheme): Authority | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const known = read[scheme];
  let found = known.get(text);
  if (found === undefined) {
    found = parse(text, scheme);
    known.set(text, found);
  }
  return found === false ? undefined : found;
}

/** What a request asks for. */
export interface Target {
  readonly url: string;
  /** The host that the client named, in lower case and without its port; null where it named none. */
  readonly host: string | null;
}

/** A target that is a whole URL (RFC 9112 §3.2.2). One of https has no business on a connection without TLS, and the other way round. */
const WHOLE: Readonly<Record<Scheme, RegExp>> = {
  http: /^http:\/\/(?<authority>[^/?#]*)(?<path>\/[^#]*)?(?<query>\?[^#]*)?/i,
  https: /^https:\/\/(?<authority>[^/?#]*)(?<path>\/[^#]*)?(?<query>\?[^#]*)?/i,
};

/** Whether there are several lines of Host, of which Node shows the first alone. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}

/** The address that a request came in by, for a client that names none, as HTTP/1.0 allows. */
function boundTo({ localAddress = '127.0.0.1', localPort = 80 }: Pick<Socket, 'localAddress' | 'localPort'>): string {
  // An IPv4 client of an IPv6 socket, and the zone of a link-local address.
  const address = localAddress.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}

/** The target of a request of HTTP/1; undefined where it is none that a route could have, or its host is none. */
export function targetOf(request: IncomingMessage, scheme: Scheme): Target | undefined {
  const { url = '' } = request;
  // RFC 9112 §3.2: a second Host is a 400, since others on the way may have believed it.
  if (hasSeveralHosts(request)) return undefined;
  const whole = url.startsWith('/') ? undefined : WHOLE[scheme].exec(url)?.groups;
  if (whole === undefined && !url.startsWith('/')) return undefined;
  const named = whole?.['authority'] ?? request.headers.host ?? '';
  const path = whole === undefined ? url : `${whole['path'] ?? '/'}${whole['query'] ?? ''}`;
  // A whole URL has a host (RFC 9110 §4.2.1); of a path, it stands beside it.
  const isNamed = named !== '' || whole !== undefined;
  const authority = readAuthority(isNamed ? named : boundTo(request.socket), scheme);
  return authority && { url: `${scheme}://${authority.text}${path}`, host: isNamed ? authority.host : null };
}

/**
 * The target of a request of HTTP/2 over TLS; undefined as above. The scheme is that of the connection, whatever a proxy
 * has copied there.
 */
export function targetOfStream(
  { ':path': path = '', ':authority': authority, host }: IncomingHttpHeaders,
  socket: Pick<Socket, 'localAddress' | 'localPort'>,
): Target | undefined {
  // Of two names, others on the way may have believed the other one.
  const isOne = authority === undefined || host === undefined || authority === host;
  if (!isOne || !path.startsWith('/')) return undefined;
  const named = authority ?? host ?? '';
  const found = readAuthority(named === '' ? boundTo(socket) : named, 'https');
  return found && { url: `https://${found.text}${path}`, host: named === '' ? null : found.host };
}
