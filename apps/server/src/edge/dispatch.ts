/** Answers a located request: preflight, route, or the problem that there is none. */
import { ProblemError } from '../kit/problem-error.js';
import type { Answer } from './answer.js';
import { type AllowedOrigins, type HeaderRecord, preflight } from './cors.js';
import { problemAnswer } from './problems.js';
import type { RequestFacts } from './request-facts.js';
import type { Match } from './router.js';
import { problemBehind } from './to-problem.js';

function allowHeader(methods: readonly string[]): string {
  const withHead = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...withHead, 'OPTIONS'].join(', ');
}

function noRoute(facts: RequestFacts, methods: readonly string[]): ProblemError {
  if (methods.length === 0) {
    return new ProblemError('not_found', {
      detail: `no route has the path ${JSON.stringify(facts.path.slice(0, 200))}; ${facts.baseUrl}/docs lists those there are`,
    });
  }
  const allow = allowHeader(methods);
  return new ProblemError('method_not_allowed', {
    detail: `${facts.path} does not take ${facts.method}, but ${allow}`,
    headers: { allow },
  });
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

/** Answers a request by what it met; whatever a route throws is told as a problem. */
export async function dispatch(facts: RequestFacts, match: Match, allowed: AllowedOrigins): Promise<Answer> {
  if (facts.method === 'OPTIONS') return preflightAnswer(facts, match, allowed);
  try {
    if ('route' in match) return await match.route.answer(facts, match.parameters);
    throw noRoute(facts, match.methods);
  } catch (error) {
    return failureAnswer(facts, error);
  }
}
