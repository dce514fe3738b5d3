/** The call that a request makes, over REST and tRPC alike. */
import type { Call, CallControls } from '../call/call.js';
import { ProblemError } from '../kit/problem-error.js';
import { depthOf } from '../webhooks/loop.js';
import { isRedirected } from './forced-redirect.js';
import type { RequestContext } from './request-context.js';

/** What only a browser that navigates says of itself. */
type Asker = Pick<Call, 'cookie' | 'prefers' | 'posted'>;

/** Makes a call of what is known of its request, before its input is read. */
export function callOf(ctx: RequestContext, controls: CallControls | ProblemError, asker: Asker): Call {
  const { header, signal } = ctx.request;
  const isFaulty = controls instanceof ProblemError;
  return {
    sandbox: ctx.sandbox,
    rootUrl: ctx.rootUrl,
    baseUrl: ctx.baseUrl,
    apiUrl: ctx.apiUrl,
    issuer: ctx.issuer,
    controls: isFaulty ? {} : controls,
    fault: isFaulty ? controls : undefined,
    authorization: header('authorization') ?? '',
    proof: { header: header('dpop'), method: ctx.method, url: ctx.origin + ctx.fullPath },
    cookie: asker.cookie,
    prefers: asker.prefers,
    posted: asker.posted,
    isForeign: ctx.isForeign,
    // Forms of tools send the header empty where nobody filled it in.
    idempotencyKey: header('idempotency-key') || undefined,
    allow: ctx.allow,
    isRedirected: isRedirected(ctx.search),
    depth: depthOf(header('cdn-loop')),
    trace: ctx.trace,
    // Asked for only where something waits: making one costs as much as a small answer.
    signal,
  };
}
