/** Finds the route of a request: Hono's router, static paths before those with parameters, and routes that are loaded when they are first asked for. */
import { TrieRouter } from 'hono/router/trie-router';
import { LRUCache } from '#platform/runtime';
import { andThen, type Eventual, detachString } from '../kit/made-once.js';
import type { Answer } from './answer.js';
import type { Location } from './locate.js';
import type { Exchange, OauthErrors } from './exchange.js';

/** Parameters of a path, decoded. */
export type PathParameters = Readonly<Record<string, string>>;

/** Something that answers requests to a path. */
export interface Route {
  readonly method: string;
  /** Path with `{name}` for a parameter, with or without text around it in its segment, or a `*` at its end for whatever follows. */
  readonly path: string;
  /** Name of the operation that it serves at a path; undefined where that is none, or several. */
  readonly operationOf?: (path: string) => string | undefined;
  /** Whether a path that it takes is one of the control API; none is, where left out. */
  readonly isControl?: (path: string) => boolean;
  /** How its failures speak OAuth; undefined where they do not. */
  readonly oauth?: OauthErrors | undefined;
  /** Names of the headers that its operation reads, where that speaks HTTP of its own, and may lie anywhere. */
  readonly rawHeaders?: readonly string[];
  /** Whether it answers as json-server does, for which a method that a path does not have is a 404. */
  readonly isBare?: boolean;
  readonly answer: (ctx: Exchange, parameters: PathParameters) => Eventual<Answer>;
}

/** The part of a location that rules rewrite. */
export type Target = Pick<Location, 'path' | 'query' | 'linkPath'>;

/** What is served beside the API. */
export interface Site {
  /** The path of an operation that a path stands for, below the path of the API; the same where it stands for none. */
  readonly rewrite?: ((target: Target, base: string) => Target) | undefined;
  /** The file at a path; undefined where there is none. */
  readonly fileAt?: ((path: string) => Promise<Answer | undefined>) | undefined;
  /** Routes that show what there is. */
  readonly routes: readonly Route[];
}

/** A route with what its parameters are in a path. */
interface Found {
  readonly route: Route;
  readonly parameters: PathParameters;
}

/** What a request met: a route, or the methods that its path has instead. */
export type Match = (Found | { readonly methods: readonly string[] }) & {
  /** Whether the path is one of the control API. */
  readonly isControl: boolean;
  /** How failures at the path speak OAuth, whoever finds them; undefined where they do not. */
  readonly oauth?: OauthErrors | undefined;
  /** Whether what its path has instead answers as json-server does. */
  readonly isBare?: boolean;
  /** An operation that its path has instead. */
  readonly operation?: string | undefined;
};

/** What a request meets whose path leads nowhere. */
export const NO_MATCH: Match = { methods: [], isControl: false };

/** Whether a path leads nowhere: no route has it, with whichever method. */
export function leadsNowhere(match: Match): boolean {
  return 'methods' in match && match.methods.length === 0;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The value of Allow for a path that has these methods (RFC 9110 §10.2.1). */
export function allowHeader(methods: readonly string[]): string {
  const withHead = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...withHead, 'OPTIONS'].join(', ');
}

/** Paths that are remembered: clients ask for few, and again and again. */
const MAX_SEEN = 1000;

/** Longest of them with its method, in characters. */
const MAX_SEEN_LENGTH = 200;

/** How little a path says: one with text in a segment wins over one without. */
function looseness(path: string): number {
  const segments = path.split('/').filter((segment) => segment.includes('{'));
  return segments.length - segments.filter(isMixed).length / 2 + (path.endsWith('*') ? 100 : 0);
}

/** A segment of a path in which text stands around parameters, such as `{id}.json` and `{id}:cancel`. */
const isMixed = (segment: string): boolean => segment.includes('{') && !/^\{[^{}]+\}$/.test(segment);

const VALUE = '([^/]+)';

/** The expression of such a segment: parameters are what stands between the texts. */
const mixedPattern = (segment: string): string =>
  segment
    .split(/\{[^{}]*\}/)
    .map((text) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
    .join(VALUE);

/** Finds the values of such a segment; of two parameters side by side, the second is an ending with its dot, where there is one. */
const valuePattern = (segment: string): RegExp =>
  new RegExp(
    `^${mixedPattern(segment).replaceAll(`${VALUE}${VALUE}`, String.raw`${VALUE}(\.[^/.]+|[^/](?<!\.[^/.]*))`)}$`,
  );

/** A path as the router reads it. Parameters go by their position: their names may have any characters. */
function patternOf(path: string): string {
  const segments = path.split('/').map((segment, index) => {
    if (!segment.includes('{')) return segment;
    // Its groups would be taken for the router's own.
    return isMixed(segment) ? `:p${index}{${mixedPattern(segment).replaceAll(VALUE, '[^/]+')}}` : `:p${index}`;
  });
  const pattern = segments.join('/');
  return pattern.length > 1 && pattern.endsWith('/') ? pattern.slice(0, -1) : pattern;
}

/** The parameters of a path, of what stands in the positions of its segments. */
function parametersIn(path: string, texts: Readonly<Record<string, unknown>>): PathParameters {
  const entries = path.split('/').flatMap((segment, index) => {
    if (!segment.includes('{')) return [];
    const names = Array.from(segment.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name);
    const text = String(texts[`p${index}`]);
    const values = isMixed(segment) ? (valuePattern(segment).exec(text)?.slice(1) ?? []) : [text];
    // A record may keep one, and must not keep all of the URL.
    return names.map((name, at) => [name, detachString(decodeURIComponent(values[at] ?? ''))] as const);
  });
  return Object.fromEntries(entries);
}

/** Builds the look-up of routes by method and path. */
export function createRouter(routes: readonly Route[]) {
  const router = new TrieRouter<Route>();
  const ranked = routes.map((route) => ({ route, rank: looseness(route.path) }));
  for (const { route } of ranked.toSorted((a, b) => a.rank - b.rank)) {
    router.add(route.method, patternOf(route.path), route);
  }

  function find(method: string, path: string): Found | undefined {
    const [first] = router.match(method, path)[0];
    if (first === undefined) return undefined;
    const [route, texts] = first;
    return { route, parameters: parametersIn(route.path, texts) };
  }

  function search(method: string, path: string): Match {
    const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    const isControl = ({ route }: Found): boolean => route.isControl?.(bare) ?? false;
    const found = find(method === 'HEAD' ? 'GET' : method, bare);
    if (found !== undefined) return { ...found, isControl: isControl(found), oauth: found.route.oauth };
    const others = METHODS.flatMap((other) => find(other, bare) ?? []);
    const [oauth] = others.flatMap(({ route }) => route.oauth ?? []);
    const isBare = others.some(({ route }) => route.isBare);
    const [operation] = others.flatMap(({ route }) => route.operationOf?.(bare) ?? []);
    const methods = others.map(({ route }) => route.method);
    return { methods, isControl: others.some(isControl), oauth, isBare, operation };
  }

  const seen = new LRUCache<string, Match>({ max: MAX_SEEN });

  /** Finds what a request meets; no method at all meets the methods that the path has. */
  return (method: string, path: string): Match => {
    const asked = `${method} ${path}`;
    const cached = seen.get(asked);
    if (cached !== undefined) return cached;
    const match = search(method, path);
    if (asked.length <= MAX_SEEN_LENGTH) seen.set(detachString(asked), match);
    return match;
  };
}

/** A route, without what it answers. */
export type RouteHead = Omit<Route, 'answer'>;

const keyOf = ({ method, path }: RouteHead): string => `${method} ${path}`;

/**
 * Routes that are loaded when one of them is first asked for, all of them at once. What fails to load is tried again with
 * the next request.
 */
export function deferredRoutes(heads: readonly RouteHead[], load: () => Promise<readonly Route[]>): Route[] {
  let there: ReadonlyMap<string, Route> | undefined;
  let loading: Promise<ReadonlyMap<string, Route>> | undefined;
  async function begin(): Promise<ReadonlyMap<string, Route>> {
    try {
      there = new Map((await load()).map((route) => [keyOf(route), route]));
      return there;
    } finally {
      loading = undefined;
    }
  }
  return heads.map((head): Route => {
    const key = keyOf(head);
    const routeIn = (routes: ReadonlyMap<string, Route>): Route => {
      const route = routes.get(key);
      if (route === undefined) throw new TypeError(`there is no ${key} among the routes that were loaded`);
      return route;
    };
    return {
      ...head,
      answer: (ctx, parameters) =>
        andThen(there ?? (loading ??= begin()), (routes) => routeIn(routes).answer(ctx, parameters)),
    };
  });
}
