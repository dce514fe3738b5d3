/** Tells a problem as an answer, in the media type the client can read. */
import { type OperationMeta, problemKinds } from '@understudy/contract';
import type { ProblemError } from '../kit/problem-error.js';
import { type Answer, JSON_TYPE } from './answer.js';
import { oauthErrorBody } from './oauth-error-body.js';
import { problemBody, type ProblemPlace } from './to-problem.js';

const PROBLEM_TYPE = 'application/problem+json';

/** Whether an Accept names plain JSON. */
export function namesJson(accept: string | null): boolean {
  return accept !== null && /\bapplication\/json\b/i.test(accept);
}

/** Some clients refuse whatever they have not named: who names JSON gets it under that name. */
function mediaType(accept: string | null): string {
  return namesJson(accept) ? JSON_TYPE : PROBLEM_TYPE;
}

/** The answer that tells a problem. */
export function problemAnswer(problem: ProblemError, place: ProblemPlace & { readonly accept: string | null }): Answer {
  return {
    status: problemKinds[problem.kind].status,
    type: mediaType(place.accept),
    body: JSON.stringify(problemBody(problem, place)),
    caching: 'none',
    kind: problem.kind,
    ...(problem.details.headers === undefined ? {} : { headers: { ...problem.details.headers } }),
  };
}

/** The answer of an OAuth endpoint: always plain JSON, with the members that OAuth clients look for. */
export function oauthProblemAnswer(
  problem: ProblemError,
  place: ProblemPlace & { accept: string | null },
  meta: OperationMeta,
): Answer {
  const body = oauthErrorBody(problem, problemBody(problem, place), meta);
  return { ...problemAnswer(problem, place), type: JSON_TYPE, body: JSON.stringify(body) };
}
