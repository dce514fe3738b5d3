/** The address that a server is asked at from this machine. */

/** Hosts that a server may listen on, and that nobody asks it by. */
const ANY: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The address of a server that listens on a host and a port. */
export function addressOf({ host, port }: { readonly host: string; readonly port: number }): string {
  const asked = ANY[host] ?? host;
  return `http://${asked.includes(':') ? `[${asked}]` : asked}:${port}`;
}
