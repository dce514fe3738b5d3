/** Finds out what a request meets of the faults that are set: those that it asks for itself, then the rules of its sandbox. */
import type { Call } from '../call/call.js';
import { requestRules } from '../faults/request-rules.js';
import { type CompiledRule, type RequestView, RuleBook } from '../faults/rule-book.js';
import type { FaultOutcome } from '../faults/outcome.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import { HashedBody } from './body-hash.js';
import { countRequest } from './count-request.js';
import type { Exchange } from './exchange.js';
import { type Addressed, requestViewOf } from './request-view-of.js';

/** What a request meets, and of whom it is known. */
export interface FaultEvaluation {
  readonly met?: FaultOutcome | undefined;
  /** Whether that is all there is; where others may have set more, the commit finds out. */
  readonly isSure: boolean;
  /** Whether the store was asked what others have written. */
  readonly isFresh: boolean;
  /** The body, where it was read, or may have to be told apart from others later. */
  readonly body?: HashedBody | undefined;
}

/** A request that is to meet faults. */
export interface EvaluatedRequest extends Omit<Addressed, 'body'> {
  /** Its call; left out where it has none, and meets rules alone. */
  readonly call?: Pick<Call, 'controls' | 'fault'> | undefined;
  /** Whether its commit learns of rules that others have set; not where left out. */
  readonly commits?: boolean;
  /** Whether the store was asked for them already. */
  readonly isLearnt?: boolean;
  /** Its body, where it is hashed already. */
  readonly body?: HashedBody | undefined;
  /** Bytes of a body that are told apart from others. */
  readonly maxBody: number;
}

/** What is known of a meeting. */
type Known = Pick<FaultEvaluation, 'met' | 'body'>;

function matching(sandbox: Sandbox, subject: RequestView, { call }: EvaluatedRequest): readonly CompiledRule[] {
  const { rules } = sandbox.state;
  const own = rules.length === 0 ? [] : RuleBook.of(rules).matching(subject, () => sandbox.now());
  const faults = call?.controls.faults;
  return faults === undefined ? own : [...requestRules(faults), ...own];
}

/** What a request meets, where a rule tells bodies apart. */
async function meetWithBody(ctx: Exchange, to: EvaluatedRequest, rules: readonly CompiledRule[]): Promise<Known> {
  const { body = new HashedBody(ctx.request), maxBody, operation, hasPath, call } = to;
  const subject = requestViewOf(ctx, { operation, hasPath, body: await body.digest(maxBody) });
  return { met: await countRequest(ctx.sandbox, { subject, rules, call }), body };
}

/** What a request meets of the faults that this process knows of. */
function meetKnown(ctx: Exchange, to: EvaluatedRequest): Known | Promise<Known> {
  const { sandbox, request } = ctx;
  const { operation, hasPath, call, body } = to;
  if (sandbox.state.rules.length === 0 && call?.controls.faults === undefined) return { body };
  const subject = requestViewOf(ctx, { operation, hasPath });
  const rules = matching(sandbox, subject, to);
  if (request.body !== null && rules.some(({ per }) => per === 'url')) return meetWithBody(ctx, to, rules);
  const met = countRequest(sandbox, { subject, rules, call });
  return met instanceof Promise ? met.then((one) => ({ met: one, body })) : { met, body };
}

/**
 * Finds out what a request meets, and counts it.
 *
 * @throws ProblemError 503 where the store cannot be reached
 */
export async function evaluateFaults(ctx: Exchange, to: EvaluatedRequest): Promise<FaultEvaluation> {
  const { sandbox, counted, request } = ctx;
  if (counted !== undefined) return { met: counted, isSure: true, isFresh: false };
  if (to.isLearnt === true || sandbox.fresh) return { ...(await meetKnown(ctx, to)), isSure: true, isFresh: false };
  const hasFaults = sandbox.state.rules.length > 0 || to.call?.controls.faults !== undefined;
  if (to.commits === true && !hasFaults) {
    const body = to.body ?? (request.body === null ? undefined : new HashedBody(request));
    return { body, isSure: false, isFresh: false };
  }
  await sandbox.refresh();
  return { ...(await meetKnown(ctx, to)), isSure: true, isFresh: true };
}

/** Whether a request meets nothing, as most do: nobody has set a fault, and nobody else can have. */
export function meetsNothing({ sandbox, counted }: Exchange, call: EvaluatedRequest['call']): boolean {
  const hasFaults = call?.controls.faults !== undefined || counted !== undefined;
  return !hasFaults && sandbox.fresh && sandbox.state.rules.length === 0;
}
