/** Makes a call with what it meets; once more where the rules that it should have met were learnt of on the way. */
import type { Call } from '../call/call.js';
import { isRulesUnmet, UnmetRules } from '../call/rules-unmet.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Sandbox } from '../state/registry/sandbox.js';
import type { Incoming } from './incoming.js';
import { meet, type Meeting, meetsNothing, type ToMeet } from './meet.js';
import type { RequestContext } from './request-context.js';

/** What came of making a call. */
export interface Attempt<Result> {
  /** Gives what it came to, or throws what it failed with. */
  readonly settle: () => Result | Promise<Result>;
  /** What it failed with; undefined where it did not. */
  readonly error?: unknown;
}

/** Makes a call; its request is the one whose body is to be read. */
export type MakeCall<Result> = (call: Call, request: Incoming) => Promise<Attempt<Result>>;

/** Whether rules turn up once the store is asked; one that cannot be asked shows none. */
async function showsRules(sandbox: Sandbox): Promise<boolean> {
  try {
    await sandbox.refresh();
  } catch {
    return false;
  }
  return sandbox.state.rules.length > 0;
}

/** Whether a call has to be made again: it failed before it could meet the rules that there are. Nothing was written then. */
async function isToMeetMore(unmet: UnmetRules, error: unknown, sandbox: Sandbox): Promise<boolean> {
  if (error === undefined) return false;
  // A store that cannot be reached is not asked again: whoever waits has waited for it once.
  const isUnavailable = error instanceof ProblemError && error.kind === 'service_unavailable';
  return isRulesUnmet(error) || (!unmet.isChecked && !isUnavailable && (await showsRules(sandbox)));
}

/** What a call meets; that it cannot be said is what is wrong with the call. */
async function meeting(ctx: RequestContext, to: ToMeet): Promise<Meeting & { readonly fault?: unknown }> {
  try {
    return await meet(ctx, to);
  } catch (fault) {
    return { body: to.body, isSure: true, isFresh: false, fault };
  }
}

/** A call that meets faults. */
export type CallToMeet = Omit<ToMeet, 'call'> & { readonly call: Call };

/** Makes a call with what it meets. */
export async function withMeeting<Result>(
  ctx: RequestContext,
  to: CallToMeet,
  make: MakeCall<Result>,
): Promise<Result> {
  const { call } = to;
  // Most calls are spared an object.
  if (ctx.waitedMs !== undefined || meetsNothing(ctx, call)) return (await make(call, ctx.request)).settle();
  const { met, isSure, isFresh, body, fault = call.fault } = await meeting(ctx, to);
  const request = body?.request ?? ctx.request;
  const unmet = isSure ? undefined : new UnmetRules();
  const { settle, error } = await make({ ...call, met, isFresh, unmet, fault }, request);
  if (unmet === undefined || !(await isToMeetMore(unmet, error, ctx.sandbox))) return settle();
  const again = await meeting(ctx, { ...to, body });
  return (await make({ ...call, met: again.met, fault: again.fault ?? call.fault }, request)).settle();
}
