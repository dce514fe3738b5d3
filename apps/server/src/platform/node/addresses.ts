/** Network addresses, and ranges of them. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that name a network: whoever has one has all addresses in it (RFC 6177 §2). */
const NETWORK_GROUPS = 4;

/** Whether a text is a range of addresses, such as 10.0.0.0/8 (RFC 4632 §3.1). */
export function isRange(text: string): boolean {
  return ipaddr.isValidCIDR(text);
}

/** Whether a text is an address, such as 10.0.0.1. */
export function isAddress(text: string): boolean {
  return isIP(text) > 0;
}

/** Ranges of IPv4 and IPv6 that are no public ones (RFC 1918, RFC 4193, RFC 3927, RFC 4291 §2.5.6). */
const LOCAL: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal']);

/** Whether an address is of this machine or of a network at its place: it may be a proxy's, and stand for many clients. */
export function isLocal(address: string): boolean {
  return isIP(address) > 0 && LOCAL.has(ipaddr.process(address).range());
}

/** The network of one client: its address, of IPv6 the first 64 bits. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
