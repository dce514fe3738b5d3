/** Answers a located request: preflight, route, or the problem that there is none. */
import type { ProblemKinds } from '../call/api.js';
import type { Striking } from '../call/striking.js';
import { maskPath } from '../journal/mask.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Answer } from './answer.js';
import { preference } from './browser.js';
import { type CorsRules, type HeaderRecord, preflight } from './cors.js';
import { nearestPaths } from './nearest-paths.js';
import { failureAnswer } from './failure-answer.js';
import { type MetOf, struckOutside } from './struck-outside.js';
import { namesJson } from './problems.js';
import type { RequestContext } from './request-context.js';
import { allowHeader, type Match, type Route } from './router.js';

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
  readonly striking: Striking;
  /** What a request meets that no operation answers: one without a route, or a preflight. */
  readonly metOf: MetOf;
}

/** Answers requests by what they met; whatever a route throws becomes a problem. */
export function createDispatch({ routes, cors, notFoundPage, kinds, striking, metOf }: DispatchParts) {
  const outside = struckOutside({ kinds, striking, metOf });

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
