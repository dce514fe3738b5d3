/** Finds out which sandbox a request is for, and the URL that its clients know it by. */
import { badRequest, ProblemError } from '../kit/problem-error.js';
import { parseSandboxPath } from '../kit/sandbox-address.js';
import type { HostRule } from './host-rule.js';
import type { Incoming } from './incoming.js';
import { publicAddress } from './public-address.js';
import type { Settings } from '../options/options.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import type { Sandboxes } from '../store/registry/sandboxes.js';

/** Where a request goes. */
export interface Location {
  readonly sandbox: Sandbox;
  /** Path below the base URL. */
  readonly path: string;
  /** Path as the client sees it. */
  readonly fullPath: string;
  readonly query: string;
  readonly origin: string;
  /** Origin and prefix, without a slash at the end. */
  readonly rootUrl: string;
  readonly baseUrl: string;
}

/** Longest request target, in characters of its URL. */
const MAX_TARGET = 8192;

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

/** What a client did that asks for something beside the prefix. */
function outside(rootUrl: string, { basePath }: Settings): ProblemError {
  return new ProblemError('not_found', {
    detail: `this server is served below ${basePath} (--base-path), with all of its addresses; its start page is ${rootUrl}/`,
  });
}

/**
 * Locates a request. Its sandbox is named by the path, and is `default` where none is. The store has to be asked only
 * for one that this process does not know yet.
 */
function locate(request: Incoming, sandboxes: Sandboxes, settings: Settings): Location | Promise<Location> {
  const sent = split(request.url);
  const { query } = sent;
  checkTarget(sent.path, query);
  const { origin, rootUrl, path: below, fullPath } = publicAddress(request, sent, settings);
  if (below === undefined) throw outside(rootUrl, settings);
  const named = parseSandboxPath(below);
  const common = { fullPath, query, origin, rootUrl };
  if (named === undefined) return { sandbox: sandboxes.default, path: below, baseUrl: rootUrl, ...common };
  const { name, path, base } = named;
  const within = (sandbox: Sandbox): Location => ({ sandbox, path, baseUrl: rootUrl + base, ...common });
  const opened = sandboxes.open(name);
  return opened instanceof Promise ? opened.then(within) : within(opened);
}

/** Where a request stands that could not be located: its problem is the default sandbox's, outside any route. */
function nowhere(request: Incoming, sandboxes: Sandboxes, settings: Settings): Location {
  const sent = split(request.url);
  const { origin, rootUrl, fullPath } = publicAddress(request, sent, settings);
  const target = { path: '', fullPath: fullPath.slice(0, MAX_TARGET), query: sent.query.slice(0, MAX_TARGET) };
  return { sandbox: sandboxes.default, ...target, origin, rootUrl, baseUrl: rootUrl };
}

/** The path below the base URL, also of a request that could not be located: who asked there reads what is wrong in one form. */
export function askedPath({
  path,
  fullPath,
  rootUrl,
  origin,
}: Omit<Location, 'sandbox' | 'query' | 'baseUrl'>): string {
  if (path !== '') return path;
  return fullPath.slice(rootUrl.length - origin.length).replace(/^\/sandboxes\/[^/]*(?=\/)/, '');
}

/** Where a request goes, or why it goes nowhere. */
export interface Located {
  readonly location: Location;
  readonly failure?: unknown;
}

/** Builds what locates the requests of a server, for the hosts that it answers as; it never throws. */
export function locator(sandboxes: Sandboxes, settings: Settings, checkHost: HostRule) {
  return (request: Incoming, refusal?: ProblemError): Located | Promise<Located> => {
    const lost = (failure: unknown): Located => ({ location: nowhere(request, sandboxes, settings), failure });
    if (refusal !== undefined) return lost(refusal);
    try {
      checkHost(request);
      const found = locate(request, sandboxes, settings);
      return found instanceof Promise ? found.then((location) => ({ location }), lost) : { location: found };
    } catch (failure) {
      return lost(failure);
    }
  };
}
