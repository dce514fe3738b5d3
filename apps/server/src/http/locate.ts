/** Finds out where a request comes from and goes to: its client, the URL that the server is known by, and the sandbox. */
import { isAddress } from '#platform/runtime';
import { isLoopback, isPlainPath, parseSandboxPath } from '../kit/sandbox-address.js';
import type { Incoming } from './incoming.js';
import type { Settings } from '../options/options.js';
import { badRequest, ProblemError } from '../kit/problem-error.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import type { Sandboxes } from '../store/registry/sandboxes.js';

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

/**
 * The address of a client: where so many proxies in front are trusted, the one that the first of them saw
 * (X-Forwarded-For, or Forwarded). What stands before it the client may have made up.
 */
export function clientAddress({ header, head }: Pick<Incoming, 'header' | 'head'>, hops: number): string {
  const said = forwarded('for', header, hops);
  return said !== undefined && isAddress(said) ? said : (head.address ?? '');
}

/** The path that the proxies in front have taken away (X-Forwarded-Prefix): of several, each may have taken one. */
export function forwardedPrefix(header: Header, hops: number): string | undefined {
  const value = hops === 0 ? null : header('x-forwarded-prefix');
  if (value === null) return undefined;
  const parts = value.split(',').slice(-hops);
  const prefix = parts.map((part) => part.trim().replace(/\/$/, '')).join('');
  return isPlainPath(prefix) && prefix.length <= MAX_PREFIX ? prefix : undefined;
}

/** Where a client sees the server, and what it asks for there. */
export interface PublicAddress {
  readonly origin: string;
  /** The origin and the prefix, without a slash at the end: all of the server lies below. */
  readonly rootUrl: string;
  /** The path that was asked for, below the prefix; undefined where it does not lie there. */
  readonly path: string | undefined;
  /** The same as the client sees it. */
  readonly fullPath: string;
}

/** What it follows from. */
export type AddressSettings = Pick<Settings, 'publicUrl' | 'basePath' | 'trustProxy'>;

/** Where RFC 8414 §3.1 puts the metadata of an issuer that has a path: before it. */
const WELL_KNOWN = /^(?<document>\/\.well-known\/[\w-]+)(?<issuer>\/.*)$/;

/** The rest of a path that lies below a prefix; undefined where it does not. */
export function pathBelow(path: string, prefix: string): string | undefined {
  if (path === prefix) return '/';
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
}

/** The well-known document about an issuer below a prefix, as it is without the prefix. */
function documentBelow(path: string, prefix: string): string | undefined {
  const { document, issuer = '' } = WELL_KNOWN.exec(path)?.groups ?? {};
  const below = document === undefined ? undefined : pathBelow(issuer, prefix);
  return below === undefined ? undefined : `${document}${below}`;
}

function publicOrigin(header: Incoming['header'], own: string, { publicUrl, trustProxy }: AddressSettings): string {
  if (publicUrl !== undefined) return publicUrl;
  const proto = forwarded('proto', header, trustProxy);
  const host = forwarded('host', header, trustProxy);
  if (proto === undefined && host === undefined) return own;
  const [ownProto = 'http', ownHost = 'localhost'] = own.split('://');
  const said = `${proto ?? ownProto}://${host ?? ownHost}`;
  const usable = /^https?:\/\/[^/?#@\\\s]+$/i.test(said) && URL.canParse(said);
  return usable ? new URL(said).origin : own;
}

/** Where the client of a request sees the server, of which the host knows an origin and the path that came. */
function publicAddress(
  { header }: Pick<Incoming, 'header'>,
  { origin: own, path: sent }: { readonly origin: string; readonly path: string },
  settings: AddressSettings,
): PublicAddress {
  const { basePath, trustProxy } = settings;
  const origin = publicOrigin(header, own, settings);
  const taken = forwardedPrefix(header, trustProxy);
  if (basePath === '' && taken === undefined) return { origin, rootUrl: origin, path: sent, fullPath: sent };
  const prefix = taken ?? basePath;
  const rootUrl = origin + prefix;
  const document = documentBelow(sent, prefix);
  if (document !== undefined) return { origin, rootUrl, path: document, fullPath: sent };
  const below = basePath === '' ? undefined : pathBelow(sent, basePath);
  // What a proxy has taken away, it says: a path without the prefix is else not the server's.
  const path = below ?? (taken === undefined ? undefined : sent);
  return { origin, rootUrl, path, fullPath: path === undefined ? sent : prefix + path };
}

/** What of a request, beside its URL, decides where its client sees the server; empty where nothing does. */
export function addressKey({ header }: Pick<Incoming, 'header'>, trustProxy: number): string {
  if (trustProxy === 0) return '';
  const [proto, host] = [forwarded('proto', header, trustProxy), forwarded('host', header, trustProxy)];
  return `${proto ?? ''}\n${host ?? ''}\n${forwardedPrefix(header, trustProxy) ?? ''}\n`;
}

/** Throws where a request is for another host (RFC 9110 §15.5.20). */
export type HostRule = (request: Pick<Incoming, 'host'>) => void;

/**
 * The rule of a server. Bound to loopback, it is reached by the names of this machine, that of its public URL, and those
 * that are allowed. Elsewhere it may have any name, unless some are allowed: then those are all.
 */
export function hostRule({ host: bound, publicUrl, allowHost }: Settings): HostRule {
  const isStrict = isLoopback(bound) || allowHost.length > 0;
  const known = new Set(allowHost);
  if (publicUrl !== undefined) known.add(new URL(publicUrl).hostname);
  return ({ host }) => {
    if (!isStrict || host === null || isLoopback(host) || known.has(host)) return;
    throw new ProblemError('misdirected_request', {
      detail: `this server does not answer as ${host}; start it with --allow-host ${host} if that is one of its names`,
    });
  };
}

/** Where a request goes. */
export interface Location {
  readonly sandbox: Sandbox;
  /** Path below the base URL. */
  readonly path: string;
  /** Path that links of its answer name in place of `path`; undefined for the same. */
  readonly linkPath?: string | undefined;
  /** Path as the client sees it. */
  readonly fullPath: string;
  readonly query: string;
  readonly origin: string;
  /** Origin and prefix, without a slash at the end. */
  readonly rootUrl: string;
  readonly baseUrl: string;
}

/** Longest request target, in characters of its URL. */
const MAX_TARGET = 8192;

/** Splits a URL into origin, path and query, without decoding anything. */
function split(url: string): { origin: string; path: string; query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const end = url.indexOf('#', start);
  const target = start < 0 ? '/' : url.slice(start, end < 0 ? undefined : end);
  const mark = target.indexOf('?');
  return {
    origin: start < 0 ? url : url.slice(0, start),
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
  };
}

/** Refuses what no route could read: a target that is too long, or a broken percent escape. */
function checkTarget(path: string, query: string): void {
  if (path.length + query.length + 1 > MAX_TARGET) {
    throw new ProblemError('uri_too_long', {
      detail: `the request target has more than the ${MAX_TARGET} characters this server reads`,
    });
  }
  if (!path.includes('%')) return;
  try {
    decodeURIComponent(path);
  } catch {
    throw badRequest([{ parameter: 'path', code: 'invalid_encoding', detail: 'must be percent-encoded UTF-8' }]);
  }
}

/** What a client did that asks for something beside the prefix. */
function outside(rootUrl: string, { basePath }: Settings): ProblemError {
  return new ProblemError('not_found', {
    detail: `this server is served below ${basePath} (--base-path), with all of its addresses; its start page is ${rootUrl}/`,
  });
}

/**
 * Locates a request. Its sandbox is named by the path, and is `default` where none is. The store has to be asked only
 * for one that this process does not know yet.
 */
function locate(request: Incoming, sandboxes: Sandboxes, settings: Settings): Location | Promise<Location> {
  const sent = split(request.url);
  const { query } = sent;
  checkTarget(sent.path, query);
  const { origin, rootUrl, path: below, fullPath } = publicAddress(request, sent, settings);
  if (below === undefined) throw outside(rootUrl, settings);
  const named = parseSandboxPath(below, request.method);
  const common = { fullPath, query, origin, rootUrl };
  if (named === undefined) return { sandbox: sandboxes.default, path: below, baseUrl: rootUrl, ...common };
  const { name, path, base } = named;
  const within = (sandbox: Sandbox): Location => ({ sandbox, path, baseUrl: rootUrl + base, ...common });
  const opened = sandboxes.open(name);
  return opened instanceof Promise ? opened.then(within) : within(opened);
}

/** Where a request stands that could not be located: its problem is the default sandbox's, outside any route. */
function nowhere(request: Incoming, sandboxes: Sandboxes, settings: Settings): Location {
  const sent = split(request.url);
  const { origin, rootUrl, fullPath } = publicAddress(request, sent, settings);
  const target = { path: '', fullPath: fullPath.slice(0, MAX_TARGET), query: sent.query.slice(0, MAX_TARGET) };
  return { sandbox: sandboxes.default, ...target, origin, rootUrl, baseUrl: rootUrl };
}

/** The path below the base URL, also of a request that could not be located: who asked there reads what is wrong in one form. */
export function requestPath({
  path,
  fullPath,
  rootUrl,
  origin,
}: Omit<Location, 'sandbox' | 'query' | 'baseUrl'>): string {
  if (path !== '') return path;
  return fullPath.slice(rootUrl.length - origin.length).replace(/^\/sandboxes\/[^/]*(?=\/)/, '');
}

/** Where a request goes, or why it goes nowhere. */
export interface Located {
  readonly location: Location;
  readonly failure?: unknown;
}

/** Builds what locates the requests of a server, for the hosts that it answers as; it never throws. */
export function locator(sandboxes: Sandboxes, settings: Settings, checkHost: HostRule) {
  return (request: Incoming, refusal?: ProblemError): Located | Promise<Located> => {
    const lost = (failure: unknown): Located => ({ location: nowhere(request, sandboxes, settings), failure });
    if (refusal !== undefined) return lost(refusal);
    try {
      checkHost(request);
      const found = locate(request, sandboxes, settings);
      return found instanceof Promise ? found.then((location) => ({ location }), lost) : { location: found };
    } catch (failure) {
      return lost(failure);
    }
  };
}
