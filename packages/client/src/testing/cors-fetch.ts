/** A fetch that lets a program read what a page of some origin could read, and refuses the rest as a browser does. */
import type { WholeFetch } from '../client-options.js';
import { type CorsQuestion, preflightRefusal, readableHeaders, refusal } from './cors-check.js';
import { ownHeaders, safelistedMethods, unsafeHeaders } from './cors-request.js';

/** What a page calls. */
type PageFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Makes a fetch that enforces CORS as a browser would for a page of an origin: it sends preflights, looks at the
 * answers' headers, hides those that are not exposed, and rejects with a TypeError, whose cause says why. A request
 * with `credentials: 'include'` is held to the stricter rules. Preflights are not cached, and redirects are left to the
 * fetch underneath.
 *
 * @param origin scheme, host and port of the page
 * @param fetch sends the requests; the global one by default
 *
 * @example
 * ```ts
 * import { createClient, isApiError } from '@understudy/client';
 * import { corsFetch } from '@understudy/client/testing';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010', fetch: corsFetch('https://shop.example') });
 * try {
 *   await api.education.listCourses({}, { cors: 'restrict' });
 * } catch (error) {
 *   if (!isApiError(error, 'network')) throw error;
 *   console.log('a page of shop.example could not read it:', error.message);
 * }
 * ```
 */
export function corsFetch(origin: string, fetch: WholeFetch = (url, init) => globalThis.fetch(url, init)): PageFetch {
  return async (input, init) => {
    const given = new Request(input, init);
    const headers = ownHeaders(given.headers);
    const { method, url } = given;
    const isForeign = new URL(url).origin !== origin;
    if (isForeign || !['GET', 'HEAD'].includes(method)) headers.set('origin', origin);
    const request = new Request(given, { headers });
    if (!isForeign) return fetch(url, request);
    if (given.mode === 'same-origin') throw blocked(request, 'its mode is same-origin');
    const unsafe = unsafeHeaders(ownHeaders(headers));
    const question = { origin, method, unsafe, credentials: given.credentials === 'include' };
    if (unsafe.length > 0 || !safelistedMethods.includes(method)) await preflight(request, question, fetch);
    const response = await fetch(url, request);
    const reason = refusal(response, question);
    if (reason !== undefined) throw blocked(request, `of the response: ${reason}`);
    return readable(response, question.credentials);
  };
}

async function preflight({ url, signal }: Request, question: CorsQuestion, fetch: WholeFetch): Promise<void> {
  const { origin, method, unsafe } = question;
  const headers = {
    accept: '*/*',
    origin,
    'access-control-request-method': method,
    ...(unsafe.length === 0 ? {} : { 'access-control-request-headers': unsafe.join(',') }),
  };
  const request = new Request(url, { method: 'OPTIONS', headers, signal });
  const response = await fetch(url, request);
  await response.body?.cancel();
  const reason = preflightRefusal(response, question);
  if (reason !== undefined) throw blocked(request, `of the response to the preflight: ${reason}`);
}

/** A page sees this message and no more; the cause is what the browser's console says. */
function blocked({ url }: Request, reason: string): TypeError {
  return new TypeError('Failed to fetch', { cause: new Error(`CORS forbids ${url} because ${reason}`) });
}

function readable(response: Response, credentials: boolean): Response {
  const { body, status, statusText, url, redirected } = response;
  const seen = new Response(body, { status, statusText, headers: readableHeaders(response.headers, credentials) });
  // The constructor takes none of these.
  for (const [name, value] of Object.entries({ url, redirected, type: 'cors' })) {
    Object.defineProperty(seen, name, { value });
  }
  return seen;
}
