/** Answers a request that no operation answers with the problem that it has come to. */
import type { ProblemKinds } from '../call/api.js';
import type { Answer } from './answer.js';
import { problemAnswer } from './problems.js';
import type { RequestContext } from './request-context.js';
import { problemBehind } from './to-problem.js';

/** The answer for what was thrown. */
export function failureAnswer(ctx: RequestContext, error: unknown, kinds: ProblemKinds): Answer {
  const behind = problemBehind(error, { input: undefined, locate: () => ({ pointer: '#' }) });
  const accept = ctx.request.header('accept');
  const occurrence = { rootUrl: ctx.rootUrl, instance: ctx.fullPath, trace: ctx.trace?.trace };
  return { ...problemAnswer(behind, { ...occurrence, accept }, kinds), cause: error };
}
