/** Answers a located request: preflight, route, or the problem that there is none. */
import type { ProblemKinds } from '../call/api.js';
import type { FaultApplier } from '../call/apply-faults.js';
import { maskPath } from '../journal/mask.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Answer } from './answer.js';
import { preference } from './browser.js';
import { type CorsRules, type HeaderRecord, preflight } from './cors.js';
import { failureAnswer } from './failure-answer.js';
import { type MetOf, faultUnrouted } from './unrouted-faults.js';
import { namesJson } from './problems.js';
import type { RequestContext } from './request-context.js';
import { allowHeader, type Match, type Route } from './router.js';
import { nearness } from '@understudy/contract/kit';

/** Most paths that are named. */
const MOST = 3;

/** Longest path that is compared: the work grows with its square. */
const MAX_LENGTH = 200;

/** Changes that make a slip in a path, for each of its characters. */
const TOLERANCE = 0.34;

const isParameter = (segment: string): boolean => segment.startsWith('{');

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/** How far segments are from a template's, but for its parameters, where anything is right. */
function share(given: readonly string[], template: readonly string[]): number | undefined {
  const isFixed = (_: string, index: number): boolean => !isParameter(template[index] ?? '');
  const fixed = template.filter(isFixed);
  return fixed.length === 0 ? undefined : nearness(given.filter(isFixed).join('/'), fixed.join('/'), TOLERANCE);
}

/** The same for a path that lacks what its template begins with: `/courses`, `/api/courses`. */
function shareOfEnd(given: readonly string[], template: readonly string[]): number | undefined {
  const end = given[0] === 'api' ? given.slice(1) : given;
  const isShort = end.length > 0 && given.length < template.length;
  const found = isShort ? share(end, template.slice(-end.length)) : undefined;
  // A path that is whole wins over the end of another.
  return found === undefined ? undefined : found + 0.01;
}

/** A template with the parameters that the path has in their positions. */
function filled(given: readonly string[], template: readonly string[]): string {
  const isWhole = given.length === template.length;
  const segments = template.map((segment, index) => (isWhole && isParameter(segment) ? given[index] : segment));
  return `/${segments.join('/')}`;
}

/** The segments of the paths of routes, by the routes, which do not change while they are served. */
const templates = new WeakMap<readonly Route[], readonly (readonly string[])[]>();

function templatesOf(routes: readonly Route[]): readonly (readonly string[])[] {
  const known = templates.get(routes);
  if (known !== undefined) return known;
  const paths = new Set(routes.map((route) => route.path).filter((template) => !template.endsWith('*')));
  const made = Array.from(paths, segmentsOf);
  templates.set(routes, made);
  return made;
}

/** The paths of the routes nearest to a path, the nearest first; parameters stand as `{name}`. */
function nearestPaths(path: string, routes: readonly Route[]): string[] {
  if (path.length > MAX_LENGTH) return [];
  const given = segmentsOf(path);
  const found = templatesOf(routes).flatMap((segments) => {
    const near = share(given, segments) ?? shareOfEnd(given, segments);
    return near === undefined ? [] : [{ path: filled(given, segments), near }];
  });
  return found
    .toSorted((a, b) => a.near - b.near)
    .slice(0, MOST)
    .map((one) => one.path);
}

/** Shows a browser that a path has no route, and the paths it may have meant. */
export type NotFoundPage = (ctx: RequestContext, nearest: readonly string[]) => Answer;

function wrongMethod(ctx: RequestContext, methods: readonly string[]): ProblemError {
  const allow = allowHeader(methods);
  return new ProblemError('method_not_allowed', {
    detail: `${ctx.path} does not accept ${ctx.method}; it accepts ${allow}`,
    headers: { allow },
  });
}

function noRoute({ path, baseUrl }: RequestContext, nearest: readonly string[]): ProblemError {
  const meant = nearest.length === 0 ? '' : ` did you mean ${nearest.join(' or ')}?`;
  const detail = `no route has the path ${JSON.stringify(maskPath(path).slice(0, 200))};${meant} ${baseUrl}/docs lists all routes`;
  return new ProblemError('not_found', { detail });
}

function preflightAnswer(ctx: RequestContext, match: Match, cors: CorsRules): Answer {
  const { status, headers } = preflight(ctx, cors);
  const methods = 'methods' in match ? match.methods : [];
  const allow: HeaderRecord = methods.length === 0 ? {} : { allow: allowHeader(methods) };
  return { status, type: '', body: null, caching: 'none', headers: { ...headers, ...allow } };
}

/** What requests are answered with. */
export interface DispatchParts {
  readonly routes: readonly Route[];
  readonly cors: CorsRules;
  /** Undefined where no browser can be shown one. */
  readonly notFoundPage: NotFoundPage | undefined;
  readonly kinds: ProblemKinds;
  readonly faultApplier: FaultApplier;
  /** What a request meets that no operation answers: one without a route, or a preflight. */
  readonly metOf: MetOf;
}

/** Answers requests by what they met; whatever a route throws becomes a problem. */
export function createDispatch({ routes, cors, notFoundPage, kinds, faultApplier, metOf }: DispatchParts) {
  const outside = faultUnrouted({ kinds, faultApplier, metOf });

  function notFound(ctx: RequestContext): Answer {
    const { method, request } = ctx;
    const nearest = nearestPaths(ctx.path, routes);
    // Who names JSON among others is a program.
    const isBrowser = preference(request.header) === 'html' && !namesJson(request.header('accept'));
    const page = isBrowser && (method === 'GET' || method === 'HEAD') ? notFoundPage : undefined;
    const answer = page?.(ctx, nearest) ?? failureAnswer(ctx, noRoute(ctx, nearest), kinds);
    return { ...answer, headers: { ...answer.headers, vary: 'Accept' } };
  }

  return async (ctx: RequestContext, match: Match): Promise<Answer> => {
    try {
      if (ctx.method === 'OPTIONS') return await outside(ctx, () => preflightAnswer(ctx, match, cors));
      if ('route' in match) return await match.route.answer(ctx, match.parameters);
      const { methods } = match;
      if (methods.length === 0) return await outside(ctx, () => notFound(ctx));
      return await outside(ctx, () => failureAnswer(ctx, wrongMethod(ctx, methods), kinds));
    } catch (error) {
      return failureAnswer(ctx, error, kinds);
    }
  };
}
