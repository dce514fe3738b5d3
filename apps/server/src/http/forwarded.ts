/** What the proxies in front say of a request: in X-Forwarded-*, or in Forwarded (RFC 7239) where none of those came. */
import { isPlainPath } from '../kit/api-path.js';
import type { Incoming } from './incoming.js';

type Header = Incoming['header'];

/** The headers that say who asks, and for what. */
const HEADERS = { for: 'x-forwarded-for', proto: 'x-forwarded-proto', host: 'x-forwarded-host' } as const;

/** What a proxy says of a request. */
export type ForwardedPart = keyof typeof HEADERS;

/** Longest Forwarded that is read, in characters. */
const MAX_FORWARDED = 1000;

/** Longest prefix, in characters. */
const MAX_PREFIX = 200;

/** What stands between commas outside of quotes. */
const ELEMENTS = /(?:[^,"]|"(?:[^"\\]|\\.)*")+/g;

/** One parameter of an element (RFC 7239 §4). */
const PARAMETER = /(?<name>[a-z]+)=(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<token>[^\s;,"]*))/gi;

/** What a proxy in front has added last is at the end of a list: of several, each has added one. */
function addedBy(values: readonly string[], hops: number): string | undefined {
  const found = values[Math.max(0, values.length - hops)]?.trim();
  return found === '' ? undefined : found;
}

/** An address without its port, and an IPv6 one without its brackets (RFC 7239 §6). */
function withoutPort(node: string): string {
  const bracketed = /^\[(?<inside>[^\]]*)\](?::\d+)?$/.exec(node)?.groups?.['inside'];
  return bracketed ?? node.replace(/^([\d.]+):\d+$/, '$1');
}

function inForwarded(part: ForwardedPart, header: Header, hops: number): string | undefined {
  const text = header('forwarded');
  if (text === null || text.length > MAX_FORWARDED) return undefined;
  // A proxy that writes one kind passes the other on as its client made it up.
  if (Object.values(HEADERS).some((name) => header(name) !== null)) return undefined;
  const element = addedBy(text.match(ELEMENTS) ?? [], hops) ?? '';
  for (const { groups = {} } of element.matchAll(PARAMETER)) {
    const { name = '', quoted, token = '' } = groups;
    if (name.toLowerCase() !== part) continue;
    const value = quoted?.replace(/\\(.)/g, '$1') ?? token;
    return part === 'for' ? withoutPort(value) : value;
  }
  return undefined;
}

/** What so many proxies in front say of a request; undefined where they do not say it. */
export function forwarded(part: ForwardedPart, header: Header, hops: number): string | undefined {
  if (hops === 0) return undefined;
  const value = header(HEADERS[part]);
  return value === null ? inForwarded(part, header, hops) : addedBy(value.split(','), hops);
}

/** The path that the proxies in front have taken away (X-Forwarded-Prefix): of several, each may have taken one. */
export function forwardedPrefix(header: Header, hops: number): string | undefined {
  const value = hops === 0 ? null : header('x-forwarded-prefix');
  if (value === null) return undefined;
  const parts = value.split(',').slice(-hops);
  const prefix = parts.map((part) => part.trim().replace(/\/$/, '')).join('');
  return isPlainPath(prefix) && prefix.length <= MAX_PREFIX ? prefix : undefined;
}
