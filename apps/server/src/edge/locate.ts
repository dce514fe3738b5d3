/** Finds out which sandbox a request is for, and the URL that its clients know it by. */
import { ProblemError } from '../kit/problem-error.js';
import type { Settings } from '../options/options.js';
import { DEFAULT_SANDBOX, type Sandboxes } from '../state/sandboxes.js';
import type { Sandbox } from '../state/sandbox.js';

/** Where a request goes. */
export interface Location {
  readonly sandbox: Sandbox;
  /** Path below the base URL. */
  readonly path: string;
  readonly fullPath: string;
  readonly query: string;
  readonly origin: string;
  readonly baseUrl: string;
}

const PREFIX = '/sandboxes/';

/** Longest request target, in characters of its URL. */
const MAX_TARGET = 8192;

function publicOrigin(request: Request, own: string, settings: Settings): string {
  if (settings.publicUrl !== undefined) return settings.publicUrl;
  if (!settings.trustProxy) return own;
  const first = (name: string) => request.headers.get(name)?.split(',', 1)[0]?.trim();
  const proto = first('x-forwarded-proto');
  const host = first('x-forwarded-host');
  if (proto === undefined && host === undefined) return own;
  const [ownProto = 'http', ownHost = 'localhost'] = own.split('://');
  const forwarded = `${proto ?? ownProto}://${host ?? ownHost}`;
  const usable = /^https?:\/\/[^/?#@\\\s]+$/i.test(forwarded) && URL.canParse(forwarded);
  return usable ? new URL(forwarded).origin : own;
}

/** Splits a URL into origin, path and query, without decoding anything. */
function split(url: string): { origin: string; path: string; query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const end = url.indexOf('#', start);
  const target = start < 0 ? '/' : url.slice(start, end < 0 ? undefined : end);
  const mark = target.indexOf('?');
  return {
    origin: start < 0 ? url : url.slice(0, start),
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
  };
}

/** Locates a request. Its sandbox is named by the path, and is `default` where none is. */
export function locate(request: Request, sandboxes: Sandboxes, settings: Settings): Location {
  const { origin: own, path: fullPath, query } = split(request.url);
  const origin = publicOrigin(request, own, settings);
  let name = DEFAULT_SANDBOX;
  let path = fullPath;
  if (fullPath.startsWith(PREFIX)) {
    const end = fullPath.indexOf('/', PREFIX.length);
    if (end > 0) {
      name = fullPath.slice(PREFIX.length, end);
      path = fullPath.slice(end);
    }
  }
  const sandbox = sandboxes.get(name);
  if (sandbox === undefined) {
    throw new ProblemError('not_found', { detail: `there is no sandbox ${JSON.stringify(name)}` });
  }
  const base = path === fullPath ? '' : `${PREFIX}${name}`;
  return { sandbox, path, fullPath, query, origin, baseUrl: `${origin}${base}` };
}

/** Refuses what no route could read: a target that is too long, or a broken percent escape. */
export function checkTarget({ fullPath, query }: Location): void {
  if (fullPath.length + query.length + 1 > MAX_TARGET) {
    throw new ProblemError('uri_too_long', {
      detail: `the request target has more than the ${MAX_TARGET} characters this server reads`,
    });
  }
  if (!fullPath.includes('%')) return;
  try {
    decodeURIComponent(fullPath);
  } catch {
    throw new ProblemError('bad_request', {
      detail: 'the path has a percent sign that is not followed by the hex digits of UTF-8 text',
      errors: [{ parameter: 'path', code: 'invalid_encoding', detail: 'must be percent-encoded UTF-8' }],
    });
  }
}
