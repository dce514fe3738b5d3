/** The headers in which the head of an answer is written. */
import type { Found } from '../call/beside.js';
import { API_PATH } from '../kit/api-path.js';
import type { HeaderRecord } from './cors.js';
import type { RequestContext } from './request-context.js';

/** Addresses of the sandbox, and of the API in it. */
type Addresses = Pick<RequestContext, 'baseUrl' | 'apiUrl'>;

/** The URL of a path as it is declared. It may hold what a header must not: it is written as URLs have it. */
function absolute(location: string, { baseUrl, apiUrl }: Addresses): string {
  const isOfApi = location.startsWith(`${API_PATH}/`);
  return new URL(isOfApi ? apiUrl + location.slice(API_PATH.length) : baseUrl + location).href;
}

/** Adds Location and Retry-After (RFC 9110 §10.2.2 and §10.2.3). */
export function addHead(headers: HeaderRecord, { location, retryAfter }: Found, addresses: Addresses): void {
  if (location !== undefined) headers['location'] = absolute(location, addresses);
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
}
