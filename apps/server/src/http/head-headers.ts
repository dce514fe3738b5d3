/** The headers in which the head of an answer is written. */
import type { Found } from '../call/beside.js';
import type { HeaderRecord } from './cors.js';

/** Location and Retry-After (RFC 9110 §10.2.2 and §10.2.3); the location is made absolute with the base URL of the sandbox. */
export function headHeaders({ location, retryAfter }: Found, baseUrl: string): HeaderRecord {
  return {
    // A path may hold what a header must not: it is written as URLs have it.
    ...(location === undefined ? {} : { location: new URL(`${baseUrl}${location}`).href }),
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  };
}
