/** Finds out what a request meets of the faults that are set: those that it asks for itself, then the rules of its sandbox. */
import type { Call } from '../call/call.js';
import { askedRules } from '../faults/asked-rules.js';
import { candidateOf } from '../faults/candidate.js';
import { evaluation } from '../faults/evaluate.js';
import type { Met } from '../faults/met.js';
import { NO_TALLY } from '../faults/tally.js';
import type { RequestContext } from './request-context.js';
import { type Addressed, subjectOf } from './subject-of.js';

/** What a request meets; undefined where it is nothing. */
export function meet(
  ctx: RequestContext,
  call: Pick<Call, 'controls' | 'fault'>,
  addressed: Addressed,
): Met | undefined {
  const { sandbox } = ctx;
  const { faults, simulate_error: kind } = call.controls;
  if (faults === undefined) return undefined;
  const subject = subjectOf(ctx, addressed);
  const candidates = askedRules(faults).map((rule) => candidateOf(rule, subject));
  const isRefused = call.fault !== undefined;
  const at = { seed: sandbox.config.seed, now: sandbox.now(), isForced: kind !== undefined, isRefused };
  const keys = candidates.flatMap((candidate) => candidate.keys);
  return evaluation(candidates, at)(keys.map(() => NO_TALLY)).result;
}
