/** Reads the authority that a request asks for: a host and a port, and nothing that could pass for more. */
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
export function readAuthority(text: string, scheme: Scheme): Authority | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const known = read[scheme];
  let found = known.get(text);
  if (found === undefined) {
    found = parse(text, scheme);
    known.set(text, found);
  }
  return found === false ? undefined : found;
}
