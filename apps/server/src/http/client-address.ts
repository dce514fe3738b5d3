/** The network address of a client. */
import type { Incoming } from './incoming.js';

/** The address of a client: what the proxies in front say, where they are trusted (X-Forwarded-For, the first is the client). */
export function clientAddress({ header, address }: Incoming, trustProxy: boolean): string {
  if (!trustProxy) return address() ?? '';
  const [forwarded = ''] = header('x-forwarded-for')?.split(',', 1) ?? [];
  return forwarded.trim() || (address() ?? '');
}
