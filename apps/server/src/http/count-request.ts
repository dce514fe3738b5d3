/** Counts a request for the rules that match it, and says what it meets of them. */
import type { Call } from '../call/call.js';
import { candidateOf, type CompiledRule, type RequestView } from '../faults/rule-book.js';
import { evaluation } from '../faults/evaluate.js';
import type { FaultOutcome } from '../faults/outcome.js';
import type { Sandbox } from '../store/registry/sandbox.js';

/** A request with the rules that match it. */
interface Matched {
  readonly subject: RequestView;
  readonly rules: readonly CompiledRule[];
  readonly call?: Pick<Call, 'controls' | 'fault'> | undefined;
}

/** What a request meets; a promise where other processes count as well. */
export function countRequest(
  sandbox: Sandbox,
  { subject, rules, call }: Matched,
): FaultOutcome | undefined | Promise<FaultOutcome | undefined> {
  if (rules.length === 0) return undefined;
  const candidates = rules.map((rule) => candidateOf(rule, subject));
  const step = evaluation(candidates, {
    seed: sandbox.config.seed,
    now: sandbox.now(),
    isForced: call?.controls.simulate_error !== undefined,
    isRefused: call?.fault !== undefined,
  });
  const keys: string[] = [];
  for (const candidate of candidates) keys.push(...candidate.keys);
  // What a request asks for itself is not counted where it always strikes alike.
  return keys.length === 0 ? step([]).result : sandbox.tally(keys, step);
}
