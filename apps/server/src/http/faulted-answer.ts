/** Answers a REST call that is over: with its own answer, or with what strikes it. */
import type { Admission } from '../call/admission.js';
import { backlog } from '../call/sandbox-events.js';
import { wholeText } from '../call/lines.js';
import { bodyFaultOf } from '../call/apply-faults.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Answer } from './answer.js';
import { type AnswerRules, callAnswer, type FinishedCall } from './call-answer.js';
import { forcedAnswer } from './forced-answer.js';
import { withOutcome } from './with-outcome.js';
import type { RestResult } from './rest.js';

/** A call that is over, with how it was admitted. */
export interface AdmittedCall extends Omit<FinishedCall, 'delayedMs'> {
  readonly admission: Admission;
}

/** Whether an error is one that was asked for. */
export function isForced(error: unknown): boolean {
  return error instanceof ProblemError && error.details.simulated === true;
}

/** The result of a call with the backlog of its stream, where a fault is to spoil what there is of it. */
async function toSpoil(result: RestResult, { call }: Pick<AdmittedCall, 'call'>): Promise<RestResult> {
  if ('error' in result || result.found.stream === undefined || bodyFaultOf(call) === undefined) return result;
  try {
    const { data } = await backlog(result.found.stream);
    return { ...result, found: { ...result.found, stream: undefined, events: data } };
  } catch (error) {
    return { error };
  }
}

/** The result of a call with all of its lines, where a fault is to spoil them as a whole. */
async function linesToSpoil(result: RestResult, call: AdmittedCall['call']): Promise<RestResult> {
  if ('error' in result || result.found.lines === undefined || bodyFaultOf(call) === undefined) return result;
  try {
    const { lines } = result.found;
    return { ...result, found: { ...result.found, lines: { ...lines, text: await wholeText(lines) } } };
  } catch (error) {
    return { error };
  }
}

/** The answer of a call, once it has left: what strikes after its commit comes in the place of its success. */
export async function faultedAnswer(
  result: RestResult,
  { admission, ctx, call, read }: AdmittedCall,
  rules: AnswerRules,
): Promise<Answer> {
  const isDone = admission.instead === undefined && !('error' in result);
  const made = 'error' in result ? undefined : result.found.made;
  const late = isDone ? await admission.strike() : undefined;
  const delayedMs = admission.delayedMs + (late?.waitedMs ?? 0);
  const instead = admission.instead ?? late?.instead;
  if (instead !== undefined) {
    const answer = { delayedMs, unknown: read.unknown, made, ...forcedAnswer(instead, ctx) };
    return withOutcome(answer, call, 'forced');
  }
  const spoilt = late?.error === undefined ? await toSpoil(result, { call }) : { error: late.error };
  const final = await linesToSpoil(spoilt, call);
  const own = callAnswer(final, { ctx, call, read, delayedMs }, rules);
  const answer = made === undefined ? own : { made, ...own };
  if (!('error' in final)) return withOutcome(answer, call, 'true');
  return withOutcome(answer, call, isForced(final.error) ? 'forced' : 'failed');
}
