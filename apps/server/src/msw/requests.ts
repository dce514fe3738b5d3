/** The requests of an app that are for the API, and the answers that it gets. */

/** Where an app expects the API. */
export interface Whereabouts {
  /** Origin that the app asks, such as `https://api.example.com`; the page's own where it is left out. */
  readonly baseUrl?: string | undefined;
  /**
   * Paths that the API has there, each with all that lies below. By default everything at an origin of its own; at that
   * of the page `/api`, `/trpc`, `/sandboxes` and `/.well-known`, so that the page's own files pass.
   */
  readonly paths?: readonly string[] | undefined;
}

const BESIDE_FILES = ['/api', '/trpc', '/sandboxes', '/.well-known'];

/** The origin of the page or worker; undefined where there is none, as in Node without a DOM. */
function ownOrigin(): string | undefined {
  const { location }: { readonly location?: { readonly origin: string } } = globalThis as never;
  return location?.origin;
}

function originOf(baseUrl: string): string {
  const { origin, pathname, search, hash } = new URL(baseUrl);
  if (pathname !== '/' || search !== '' || hash !== '') {
    throw new TypeError(
      `baseUrl is ${baseUrl}, but must be an origin such as ${origin}; for a path give createUnderstudy its option base`,
    );
  }
  return origin;
}

/**
 * Tells which requests are for the API.
 *
 * @throws TypeError where the base URL is no origin
 */
export function isOfApi({ baseUrl, paths }: Whereabouts): (url: URL) => boolean {
  const own = ownOrigin();
  const wanted = baseUrl === undefined ? (own ?? 'http://localhost') : originOf(baseUrl);
  const prefixes = (paths ?? (wanted === own ? BESIDE_FILES : ['/'])).map((path) => path.replace(/\/+$/, ''));
  return ({ origin, pathname }) =>
    origin === wanted && prefixes.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`));
}

/** Undoes the coding that an answer names: a browser does so only with what comes from a network, Node with everything. */
function decoded(response: Response): Response {
  const { body, status, statusText } = response;
  if (body === null || !('ServiceWorkerContainer' in globalThis)) return response;
  if (response.headers.get('content-encoding') !== 'gzip') return response;
  const headers = new Headers(response.headers);
  headers.delete('content-encoding');
  return new Response(body.pipeThrough(new DecompressionStream('gzip')), { status, statusText, headers });
}

/**
 * What an app gets.
 *
 * @returns undefined where no answer came, as when a connection breaks
 */
export async function toApp(answering: Promise<Response>): Promise<Response | undefined> {
  try {
    return decoded(await answering);
  } catch (error) {
    // The server answers its own faults; what it throws is what fetch throws.
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'AbortError')) return undefined;
    throw error;
  }
}

/** A request that was caught on its way. */
export interface Caught {
  readonly request: Request;
  /** The cookies that go with it, by name. */
  readonly cookies: Readonly<Record<string, string>>;
  /** Address that it is answered at. */
  readonly url: URL;
}

/** Headers as they would be on the network: of those that a page may not set, the cookies. */
function headersOf({ request, cookies }: Caught): Headers {
  const headers = new Headers(request.headers);
  // Nothing between the server and the app would undo a coding.
  headers.delete('accept-encoding');
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  if (!headers.has('cookie') && pairs.length > 0) headers.set('cookie', pairs.join('; '));
  return headers;
}

/** The request that the server is asked. */
export async function toServer(caught: Caught): Promise<Request> {
  const { request, url } = caught;
  const { method, signal } = request;
  const headers = headersOf(caught);
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
  const asked = new Request(url, { method, headers, signal, body: body?.byteLength === 0 ? null : body });
  // Browsers drop cookies from what a script makes a request of.
  return Object.defineProperty(asked, 'headers', { value: headers });
}
