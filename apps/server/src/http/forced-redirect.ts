/** Where a forced redirect leads: to its own address, or to the same server under another one. */
import type { FaultOf } from '../faults/outcome.js';
import { isLoopback } from '../kit/loopback.js';
import type { Exchange } from './exchange.js';

/**
 * Two empty pairs at the end of a query: no reader of queries sees them (URL standard §5.1), all clients keep them, and
 * hardly anybody writes them. So a server without a memory of it knows a request that it has sent elsewhere itself.
 */
const MARK = '&&';

/** Whether a request comes from a redirect that was forced, so that it is not sent on once more. */
export function isRedirected(search: string): boolean {
  return search.endsWith(MARK);
}

/** The origin under which the server is asked elsewhere; its own one where it has no other. */
function originOf(to: FaultOf<'redirect'>['to'], origin: string): string {
  const url = new URL(origin);
  const { hostname, protocol } = url;
  if (to === 'elsewhere' && isLoopback(hostname)) url.hostname = hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  if (to === 'downgrade' && protocol === 'https:') url.protocol = 'http:';
  return url.origin;
}

/** The Location of a forced redirect (RFC 9110 §10.2.2). */
export function redirectLocation(
  to: FaultOf<'redirect'>['to'],
  { origin, fullPath, search }: Pick<Exchange, 'origin' | 'fullPath' | 'search'>,
): string {
  const query = to === 'loop' ? search : search + MARK;
  return `${originOf(to, origin)}${fullPath}${query === '' ? '' : `?${query}`}`;
}
