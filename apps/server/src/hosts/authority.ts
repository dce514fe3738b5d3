/** Reads the authority that a request asks for: a host and a port, and nothing that could pass for more. */
import { LRUCache } from 'lru-cache';

/** Host and port of a URL. */
export interface Authority {
  /** As it stands in a URL: in lower case, without the port where that is 80. */
  readonly text: string;
  /** The host alone; an IPv6 address in brackets. */
  readonly host: string;
}

/** `uri-host [ ":" port ]` (RFC 9110 §7.2, RFC 3986 §3.2.2): no user, no path, no space. */
const AUTHORITY = /^(?:\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})+)(?::\d*)?$/i;

/** A name in the DNS has at most 253 characters. */
const MAX_LENGTH = 300;

/** What was read lately: clients name one host again and again. False stands for none. */
const read = new LRUCache<string, Authority | false>({ max: 256 });

function parse(text: string): Authority | false {
  if (!AUTHORITY.test(text) || !URL.canParse(`http://${text}`)) return false;
  const { host, hostname } = new URL(`http://${text}`);
  return { text: host, host: hostname };
}

/** The authority in a text; undefined where it is none. */
export function readAuthority(text: string): Authority | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  let found = read.get(text);
  if (found === undefined) {
    found = parse(text);
    read.set(text, found);
  }
  return found === false ? undefined : found;
}
