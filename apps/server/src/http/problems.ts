/** Makes an answer of a problem, in the media type the client can read. */
import { type OperationMeta, problemKinds } from '@understudy/contract';
import type { ProblemError } from '../kit/problem-error.js';
import { type Answer, JSON_TYPE } from './answer.js';
import { oauthErrorBody } from './oauth-error-body.js';
import { problemBody, type Occurrence } from './to-problem.js';

const PROBLEM_TYPE = 'application/problem+json';

/** Whether an Accept names plain JSON. */
export function namesJson(accept: string | null): boolean {
  return accept !== null && /\bapplication\/json\b/i.test(accept);
}

/** Some clients refuse whatever they have not named: who names JSON gets it under that name. */
function mediaType(accept: string | null): string {
  return namesJson(accept) ? JSON_TYPE : PROBLEM_TYPE;
}

/** The answer for a problem. */
export function problemAnswer(
  problem: ProblemError,
  occurrence: Occurrence & { readonly accept: string | null },
): Answer {
  return {
    status: problemKinds[problem.kind].status,
    type: mediaType(occurrence.accept),
    body: JSON.stringify(problemBody(problem, occurrence)),
    caching: 'none',
    kind: problem.kind,
    ...(problem.details.headers === undefined ? {} : { headers: { ...problem.details.headers } }),
  };
}

/** The answer of an OAuth endpoint: always plain JSON, with the members that OAuth clients look for. */
export function oauthProblemAnswer(
  problem: ProblemError,
  occurrence: Occurrence & { accept: string | null },
  meta: OperationMeta,
): Answer {
  const body = oauthErrorBody(problem, problemBody(problem, occurrence), meta);
  return { ...problemAnswer(problem, occurrence), type: JSON_TYPE, body: JSON.stringify(body) };
}
