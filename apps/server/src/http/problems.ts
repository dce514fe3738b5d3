/** Answers with a problem, in the media type the client can read. */
import type { ProblemKinds } from '../call/api.js';
import { type ProblemError, usualKind } from '../kit/problem-error.js';
import { type Answer, JSON_TYPE } from './answer.js';
import { oauthErrorBody, type OauthErrors } from './oauth-error-body.js';
import { type Occurrence, problemBody, statusOf } from './to-problem.js';

const PROBLEM_TYPE = 'application/problem+json';

/** Whether an Accept names plain JSON. */
export function namesJson(accept: string | null): boolean {
  return accept !== null && /\bapplication\/json\b/i.test(accept);
}

/** Some clients refuse whatever they have not named: who names JSON gets it under that name. */
function mediaType(accept: string | null): string {
  return namesJson(accept) ? JSON_TYPE : PROBLEM_TYPE;
}

/** Where a problem has occurred, and what the client accepts. */
export interface Asked extends Occurrence {
  /** Value of the Accept header. */
  readonly accept: string | null;
}

/** The answer for a problem. */
export function problemAnswer(problem: ProblemError, asked: Asked, kinds: ProblemKinds): Answer {
  return {
    status: statusOf(problem, kinds),
    type: mediaType(asked.accept),
    body: JSON.stringify(problemBody(problem, asked, kinds)),
    caching: 'none',
    kind: problem.kind,
    ...(problem.details.headers === undefined ? {} : { headers: { ...problem.details.headers } }),
  };
}

/** The answer of an OAuth endpoint: always plain JSON, with the members that OAuth clients look for. */
export function oauthProblemAnswer(
  problem: ProblemError,
  { credential, inputError, ...asked }: Asked & OauthErrors,
  kinds: ProblemKinds,
): Answer {
  const { oauth } = kinds[usualKind(problem)];
  const body = oauthErrorBody(problem, problemBody(problem, asked, kinds), { credential, inputError, oauth });
  return { ...problemAnswer(problem, asked, kinds), type: JSON_TYPE, body: JSON.stringify(body) };
}
