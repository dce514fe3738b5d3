/** Finds out which sandbox a request is for, and the URL that its clients know it by. */
import { badRequest, ProblemError } from '../kit/problem-error.js';
import type { Incoming } from './incoming.js';
import type { Settings } from '../options/options.js';
import type { Sandbox } from '../state/registry/sandbox.js';
import type { Sandboxes } from '../state/registry/sandboxes.js';

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

/** Where RFC 8414 §3.1 puts the metadata of an issuer that has a path: before it. */
const WELL_KNOWN = /^(?<document>\/\.well-known\/[\w-]+)\/sandboxes\/(?<name>[^/]+)(?<path>\/.*)$/;

/** What follows a sandbox's name where the control API is meant, not the sandbox's own. */
const CONTROL = /^\/(?:reset|clock|snapshot|requests)\/?$/;

/** Longest request target, in characters of its URL. */
const MAX_TARGET = 8192;

function publicOrigin(request: Incoming, own: string, settings: Settings): string {
  if (settings.publicUrl !== undefined) return settings.publicUrl;
  if (!settings.trustProxy) return own;
  const first = (name: string) => request.header(name)?.split(',', 1)[0]?.trim();
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

/** Name of the sandbox in a path, and the path below its base URL; undefined where the path names none. */
function sandboxIn(fullPath: string): { readonly name: string; readonly path: string } | undefined {
  const { document, name, path: below } = WELL_KNOWN.exec(fullPath)?.groups ?? {};
  if (document !== undefined && name !== undefined) return { name, path: `${document}${below}` };
  if (!fullPath.startsWith(PREFIX)) return undefined;
  const end = fullPath.indexOf('/', PREFIX.length);
  if (end < 0) return undefined;
  const path = fullPath.slice(end);
  return CONTROL.test(path) ? undefined : { name: fullPath.slice(PREFIX.length, end), path };
}

/** Refuses what no route could read: a target that is too long, or a broken percent escape. */
function checkTarget(path: string, query: string): void {
  if (path.length + query.length + 1 > MAX_TARGET) {
    throw new ProblemError('uri_too_long', {
      detail: `the request target has more than the ${MAX_TARGET} characters this server reads`,
    });
  }
  if (!path.includes('%')) return;
  try {
    decodeURIComponent(path);
  } catch {
    throw badRequest([{ parameter: 'path', code: 'invalid_encoding', detail: 'must be percent-encoded UTF-8' }]);
  }
}

/**
 * Locates a request. Its sandbox is named by the path, and is `default` where none is. The store has to be asked only
 * for one that this process does not know yet.
 */
export function locate(request: Incoming, sandboxes: Sandboxes, settings: Settings): Location | Promise<Location> {
  const { origin: own, path: fullPath, query } = split(request.url);
  checkTarget(fullPath, query);
  const origin = publicOrigin(request, own, settings);
  const named = sandboxIn(fullPath);
  if (named === undefined)
    return { sandbox: sandboxes.default, path: fullPath, fullPath, query, origin, baseUrl: origin };
  const baseUrl = `${origin}${PREFIX}${named.name}`;
  const within = (sandbox: Sandbox): Location => ({ sandbox, path: named.path, fullPath, query, origin, baseUrl });
  const opened = sandboxes.open(decodeURIComponent(named.name));
  return opened instanceof Promise ? opened.then(within) : within(opened);
}

/** The place of a request that could not be located: its problem is told as by the default sandbox, outside any route. */
export function nowhere(request: Incoming, sandboxes: Sandboxes, settings: Settings): Location {
  const { origin: own, path, query } = split(request.url);
  const origin = publicOrigin(request, own, settings);
  const place = { path: '', fullPath: path.slice(0, MAX_TARGET), query: query.slice(0, MAX_TARGET) };
  return { sandbox: sandboxes.default, ...place, origin, baseUrl: origin };
}
