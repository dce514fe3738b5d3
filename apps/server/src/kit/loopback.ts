/** Tells which hosts are this machine itself. */

const ADDRESS = /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|\[?::ffff:(?:7f[0-9a-f]{2}:[0-9a-f]{1,4}|127(?:\.\d{1,3}){3})\]?)$/i;

/**
 * Whether a host is reached from this machine only: a loopback address (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3), or a name
 * that is always one (RFC 6761 §6.3).
 *
 * @param host a name or an address, without its port; an IPv6 one with or without its brackets
 */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || ADDRESS.test(name);
}
