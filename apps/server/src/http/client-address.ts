/** The network address of a client. */
import { isAddress } from '#platform/runtime';
import { forwarded } from './locate.js';
import type { Incoming } from './incoming.js';

/**
 * The address of a client: where so many proxies in front are trusted, the one that the first of them saw
 * (X-Forwarded-For, or Forwarded). What stands before it the client may have made up.
 */
export function clientAddress({ header, head }: Pick<Incoming, 'header' | 'head'>, hops: number): string {
  const said = forwarded('for', header, hops);
  return said !== undefined && isAddress(said) ? said : (head.address ?? '');
}
