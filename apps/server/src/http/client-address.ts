/** The network address of a client. */
import { isAddress } from '#platform/addresses';
import type { Incoming } from './incoming.js';

/** What a proxy in front has added last is at the end of a list: of several, each has added one. */
export function forwardedBy(value: string | null, hops: number): string | undefined {
  if (value === null || hops === 0) return undefined;
  const values = value.split(',');
  const found = values[Math.max(0, values.length - hops)]?.trim();
  return found === '' ? undefined : found;
}

/**
 * The address of a client: where so many proxies in front are trusted, the one that the first of them saw
 * (X-Forwarded-For). What stands before it the client may have made up.
 */
export function clientAddress({ header, address }: Incoming, hops: number): string {
  const forwarded = forwardedBy(header('x-forwarded-for'), hops);
  return forwarded !== undefined && isAddress(forwarded) ? forwarded : (address() ?? '');
}
