/** Adds to an answer what its request met: how it goes out, what is done to its bytes, headers of a quota. */
import { bodyFaultOf, endOf, type FaultedCall, appliedFaults } from '../call/apply-faults.js';
import type { Answer } from './answer.js';
import type { Transmission } from './transmission.js';

/** A fault that strikes a write before it is made, or after. */
type Timed = { readonly commit: 'before' | 'after' };

const ms = (seconds: number): number => seconds * 1000;

/**
 * How the answer goes out. What strikes after a commit strikes only where there was one.
 */
function wireOf(call: FaultedCall, outcome: AnswerKind): Transmission | undefined {
  const { met } = call;
  const now = <Fault extends Timed>(fault: Fault | undefined): Fault | undefined =>
    fault !== undefined && (outcome !== 'failed' || fault.commit === 'before') ? fault : undefined;
  const [hang, stall, end] = [now(met?.hang), now(met?.stall), now(endOf(call))];
  const wire: Transmission = {
    ...(hang && { hangMs: ms(hang.seconds) }),
    ...(met?.drip && { drip: { bytes: met.drip.bytes, everyMs: met.drip.every } }),
    ...(met?.bandwidth && { bytesPerSecond: met.bandwidth.bytes_per_second }),
    ...(stall && { stall: { afterBytes: stall.after_bytes, ms: ms(stall.seconds) } }),
    ...(end && { end: { by: end.fault, at: end.at } }),
  };
  return Object.keys(wire).length === 0 ? undefined : wire;
}

/** Whether it ends otherwise than the true answer would; one that only comes slowly does not. */
function isCutOff({ hangMs, stall, end }: Transmission): boolean {
  return hangMs !== undefined || stall !== undefined || end !== undefined;
}

/** Whether a request meets anything at all. */
export function hasOutcome({ met, controls }: FaultedCall): boolean {
  return met !== undefined || controls.simulate_error !== undefined;
}

/** What a call is answered: what is true of a success, what it failed with by itself, or what is forced on it. */
export type AnswerKind = 'true' | 'failed' | 'forced';

/** The answer of a call, with what its request met. */
export function withOutcome(answer: Answer, call: FaultedCall, outcome: AnswerKind): Answer {
  if (!hasOutcome(call)) return answer;
  const wire = wireOf(call, outcome);
  const distortion = outcome === 'true' ? bodyFaultOf(call) : undefined;
  const headers = call.met?.headers;
  return {
    ...answer,
    ...(headers === undefined ? {} : { headers: { ...headers, ...answer.headers } }),
    controlled: true,
    distortion,
    wire,
    isSpoiled: outcome === 'forced' || distortion !== undefined || (wire !== undefined && isCutOff(wire)),
    struck: appliedFaults(call),
  };
}
