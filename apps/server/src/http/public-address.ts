/** Finds out where clients see the server: its origin, and the prefix that all of it lies below. */
import type { Settings } from '../options/options.js';
import { forwarded, forwardedPrefix } from './forwarded.js';
import type { Incoming } from './incoming.js';

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
export function publicAddress(
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
