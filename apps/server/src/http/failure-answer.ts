/** Answers a request that no operation answers with the problem that it has come to. */
import type { ProblemKinds } from '../call/api.js';
import { type Answer, JSON_TYPE } from './answer.js';
import { problemAnswer } from './problems.js';
import type { RequestContext } from './request-context.js';
import { problemBehind, problemBody } from './to-problem.js';
import { trpcError } from './trpc-code.js';

/** A path of tRPC, in a sandbox or not. */
const TRPC = /^(?:\/sandboxes\/[^/]*)?\/trpc(?:\/|$)/;

/** Whether a client of tRPC asks, which reads no bare problem. A request that could not be located has no path but the whole. */
function isTrpc({ path, fullPath, rootUrl, origin }: RequestContext): boolean {
  return TRPC.test(path === '' ? fullPath.slice(rootUrl.length - origin.length) : path);
}

/** The answer for what was thrown. */
export function failureAnswer(ctx: RequestContext, error: unknown, kinds: ProblemKinds): Answer {
  const behind = problemBehind(error, { input: undefined, locate: () => ({ pointer: '#' }) });
  const accept = ctx.request.header('accept');
  const occurrence = { rootUrl: ctx.rootUrl, instance: ctx.fullPath, trace: ctx.trace?.trace };
  const answer = { ...problemAnswer(behind, { ...occurrence, accept }, kinds), cause: error };
  if (!isTrpc(ctx)) return answer;
  return { ...answer, type: JSON_TYPE, body: JSON.stringify(trpcError(problemBody(behind, occurrence, kinds))) };
}
