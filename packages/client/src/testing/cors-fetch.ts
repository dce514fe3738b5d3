/** A fetch that lets a program read what a page of some origin could read, and refuses the rest as a browser does. */
import type { WholeFetch } from '../client-options.js';

/** Methods that need no preflight. */
const safelistedMethods: readonly string[] = ['GET', 'HEAD', 'POST'];

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];
/** Bytes that no safelisted value has. */
// oxlint-disable-next-line eslint/no-control-regex -- these are the bytes that the standard lists
const unsafeByte = /[\u0000-\u0008\u000a-\u001f"():<>?@[\\\]{}\u007f]/;
const language = /^[0-9A-Za-z *,\-.;=]*$/;

const isSafe: Readonly<Record<string, (value: string) => boolean>> = {
  accept: (value) => !unsafeByte.test(value),
  'accept-language': (value) => language.test(value),
  'content-language': (value) => language.test(value),
  'content-type': (value) => {
    const [essence = ''] = value.split(';');
    return !unsafeByte.test(value) && formTypes.includes(essence.trim().toLowerCase());
  },
  range: (value) => /^bytes=\d+-\d*$/.test(value),
};

/** Headers that a page cannot set: a browser drops or sets them itself. */
const forbidden =
  /^(accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/;

/** The headers of a request that a page may set. */
function ownHeaders(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => !forbidden.test(name)));
}

/** Names of the headers that need a preflight, sorted. */
function unsafeHeaders(headers: Headers): string[] {
  const entries = [...headers];
  const isListed = ([name, value]: [string, string]) => value.length <= 128 && isSafe[name]?.(value) === true;
  const safe = entries.filter(isListed);
  const isTooLong = safe.reduce((sum, [, value]) => sum + value.length, 0) > 1024;
  return entries
    .filter((entry) => isTooLong || !isListed(entry))
    .map(([name]) => name)
    .toSorted();
}

/** What a browser asks about. */
interface CorsQuestion {
  readonly origin: string;
  readonly method: string;
  /** Names of the headers that are not safelisted. */
  readonly unsafe: readonly string[];
  /** Whether credentials go along. */
  readonly credentials: boolean;
}

/** Why an answer may not be read; undefined where it may. */
function refusal(response: Response, { origin, credentials }: CorsQuestion): string | undefined {
  const allowed = response.headers.get('access-control-allow-origin');
  if (allowed === null) return "it has no 'Access-Control-Allow-Origin' header";
  if (!credentials && allowed === '*') return undefined;
  if (allowed !== origin) return `its 'Access-Control-Allow-Origin' is '${allowed}'`;
  if (!credentials || response.headers.get('access-control-allow-credentials') === 'true') return undefined;
  return "credentials go along, and its 'Access-Control-Allow-Credentials' is not 'true'";
}

/** Why the answer to a preflight forbids the request; undefined where it does not. */
function preflightRefusal(response: Response, question: CorsQuestion): string | undefined {
  const { method, unsafe, credentials } = question;
  const refused = refusal(response, question);
  if (refused !== undefined) return refused;
  if (!response.ok) return `its status is ${response.status}`;
  const methods = members(response.headers, 'access-control-allow-methods');
  const isAny = (list: readonly string[]) => !credentials && list.includes('*');
  if (!safelistedMethods.includes(method) && !methods.includes(method) && !isAny(methods)) {
    return `its 'Access-Control-Allow-Methods' does not name ${method}`;
  }
  const headers = members(response.headers, 'access-control-allow-headers').map((name) => name.toLowerCase());
  // A star never covers Authorization.
  const missing = unsafe.find((name) => !headers.includes(name) && (name === 'authorization' || !isAny(headers)));
  return missing === undefined ? undefined : `its 'Access-Control-Allow-Headers' does not name ${missing}`;
}

const safelisted = [
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
];

/** The headers of an answer that a page can read. */
function readableHeaders(headers: Headers, credentials: boolean): Headers {
  const exposed = members(headers, 'access-control-expose-headers').map((name) => name.toLowerCase());
  const isAll = !credentials && exposed.includes('*');
  const isReadable = (name: string) =>
    !/^set-cookie2?$/.test(name) && (isAll || safelisted.includes(name) || exposed.includes(name));
  return new Headers([...headers].filter(([name]) => isReadable(name)));
}

function members(headers: Headers, name: string): string[] {
  return (headers.get(name) ?? '')
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
}

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
