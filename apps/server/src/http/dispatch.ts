/** Answers a located request: preflight, route, or the problem that there is none. */
import { ProblemError } from '../kit/problem-error.js';
import type { Answer } from './answer.js';
import { preference } from './browser.js';
import { type AllowedOrigins, type HeaderRecord, preflight } from './cors.js';
import { nearestPaths } from './nearest-paths.js';
import { namesJson, problemAnswer } from './problems.js';
import type { RequestFacts } from './request-facts.js';
import type { Match, Route } from './router.js';
import { problemBehind } from './to-problem.js';

function allowHeader(methods: readonly string[]): string {
  const withHead = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...withHead, 'OPTIONS'].join(', ');
}

/** Shows a browser that a path has no route, and the paths it may have meant. */
export type NotFoundPage = (facts: RequestFacts, nearest: readonly string[]) => Answer;

function wrongMethod(facts: RequestFacts, methods: readonly string[]): ProblemError {
  const allow = allowHeader(methods);
  return new ProblemError('method_not_allowed', {
    detail: `${facts.path} does not take ${facts.method}, but ${allow}`,
    headers: { allow },
  });
}

function noRoute({ path, baseUrl }: RequestFacts, nearest: readonly string[]): ProblemError {
  const meant = nearest.length === 0 ? '' : ` did you mean ${nearest.join(' or ')}?`;
  const detail = `no route has the path ${JSON.stringify(path.slice(0, 200))};${meant} ${baseUrl}/docs lists those there are`;
  return new ProblemError('not_found', { detail });
}

function preflightAnswer(facts: RequestFacts, match: Match, allowed: AllowedOrigins): Answer {
  const { status, headers } = preflight(facts, allowed);
  const methods = 'methods' in match ? match.methods : [];
  const allow: HeaderRecord = methods.length === 0 ? {} : { allow: allowHeader(methods) };
  return { status, type: '', body: null, caching: 'none', headers: { ...headers, ...allow } };
}

/** The answer that tells what was thrown. */
export function failureAnswer(facts: RequestFacts, error: unknown): Answer {
  const behind = problemBehind(error, { input: undefined, locate: () => ({ pointer: '#' }) });
  const accept = facts.request.header('accept');
  const place = { origin: facts.origin, instance: facts.fullPath, accept };
  return { ...problemAnswer(behind, place), cause: error };
}

/** What requests are answered with. */
export interface DispatchParts {
  readonly routes: readonly Route[];
  readonly allowed: AllowedOrigins;
  readonly notFoundPage: NotFoundPage;
}

/** Answers requests by what they met; whatever a route throws is told as a problem. */
export function createDispatch({ routes, allowed, notFoundPage }: DispatchParts) {
  function notFound(facts: RequestFacts): Answer {
    const { method, request } = facts;
    const nearest = nearestPaths(facts.path, routes);
    // Who names JSON among others is a program.
    const isBrowser = preference(request.header) === 'html' && !namesJson(request.header('accept'));
    const isPage = isBrowser && (method === 'GET' || method === 'HEAD');
    const answer = isPage ? notFoundPage(facts, nearest) : failureAnswer(facts, noRoute(facts, nearest));
    return { ...answer, headers: { ...answer.headers, vary: 'Accept' } };
  }

  return async (facts: RequestFacts, match: Match): Promise<Answer> => {
    if (facts.method === 'OPTIONS') return preflightAnswer(facts, match, allowed);
    try {
      if ('route' in match) return await match.route.answer(facts, match.parameters);
      if (match.methods.length === 0) return notFound(facts);
      throw wrongMethod(facts, match.methods);
    } catch (error) {
      return failureAnswer(facts, error);
    }
  };
}
