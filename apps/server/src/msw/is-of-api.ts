/** Which requests of an app are for the API. */

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
