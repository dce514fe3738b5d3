/** Strikes requests that no operation answers: those without a route, and preflights. */
import type { ProblemKinds } from '../call/api.js';
import type { FaultApplier } from '../call/apply-faults.js';
import type { FaultOutcome } from '../faults/outcome.js';
import type { Answer } from './answer.js';
import { failureAnswer } from './failure-answer.js';
import { forcedAnswer } from './forced-answer.js';
import { isRedirected } from './forced-redirect.js';
import { withOutcome } from './with-outcome.js';
import type { RequestContext } from './request-context.js';

/** Finds out what a request meets; a promise where a store has to be asked. */
export type MetOf = (ctx: RequestContext) => FaultOutcome | undefined | Promise<FaultOutcome | undefined>;

/** What such requests are struck with. */
export interface OutsideParts {
  readonly kinds: ProblemKinds;
  readonly faultApplier: FaultApplier;
  readonly metOf: MetOf;
}

/** Builds what answers such a request with what strikes it, or else as it would be answered. */
export function faultUnrouted({ kinds, faultApplier, metOf }: OutsideParts) {
  return async (ctx: RequestContext, otherwise: () => Answer): Promise<Answer> => {
    const met = await metOf(ctx);
    if (met === undefined) return otherwise();
    const { sandbox, rootUrl, allow, request } = ctx;
    const struck = { controls: {}, met, isRedirected: isRedirected(ctx.search) };
    const authorization = request.header('authorization') ?? '';
    const target = { ...struck, sandbox, rootUrl, authorization, allow, signal: request.signal };
    const before = await faultApplier.before(target);
    const own = before.error === undefined && before.instead === undefined ? otherwise() : undefined;
    const after = own !== undefined && own.status < 400 ? await faultApplier.after(target) : { waitedMs: 0 };
    const { error, instead } = own === undefined ? before : after;
    const delayedMs = before.waitedMs + after.waitedMs;
    const forced = (answer: Answer): Answer => withOutcome({ ...answer, delayedMs }, struck, 'forced');
    if (instead !== undefined) return forced(forcedAnswer(instead, ctx));
    if (error !== undefined || own === undefined) return forced(failureAnswer(ctx, error, kinds));
    return withOutcome({ ...own, delayedMs }, struck, own.status < 400 ? 'true' : 'failed');
  };
}
