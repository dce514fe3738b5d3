/** Answers a request that no operation answers with the problem that it has come to. */
import type { ProblemKinds } from '../call/api.js';
import { type Answer, JSON_TYPE } from './answer.js';
import { askedPath } from './locate.js';
import { oauthProblemAnswer, problemAnswer } from './problems.js';
import type { Exchange } from './exchange.js';
import { problemBehind, problemBody } from './to-problem.js';
import { trpcError } from './trpc-code.js';

/** A path of tRPC, whose clients read no bare problem. */
const TRPC = /^\/trpc(?:\/|$)/;

/** The answer for what was thrown. */
export function failureAnswer(ctx: Exchange, error: unknown, kinds: ProblemKinds): Answer {
  const behind = problemBehind(error, { input: undefined, locate: () => ({ pointer: '#' }) });
  const accept = ctx.request.header('accept');
  const occurrence = { rootUrl: ctx.rootUrl, instance: ctx.fullPath, trace: ctx.trace?.trace };
  const asked = { ...occurrence, accept };
  // A client reads one form at an address, whoever has found what is wrong.
  if (ctx.oauth !== undefined)
    return { ...oauthProblemAnswer(behind, { ...asked, ...ctx.oauth }, kinds), cause: error };
  const answer = { ...problemAnswer(behind, asked, kinds), cause: error };
  if (!TRPC.test(askedPath(ctx))) return answer;
  return { ...answer, type: JSON_TYPE, body: JSON.stringify(trpcError(problemBody(behind, occurrence, kinds))) };
}
