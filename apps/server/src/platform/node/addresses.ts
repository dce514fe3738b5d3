/** Ranges of network addresses. */
import ipaddr from 'ipaddr.js';

/** Whether a text is a range of addresses, such as 10.0.0.0/8 (RFC 4632 §3.1). */
export function isRange(text: string): boolean {
  return ipaddr.isValidCIDR(text);
}
