/** What strikes a call: the failure that its controls force, else what it meets; and whether that comes before its commit or after. */
import type { SimulatedError } from '@understudy/contract/kit';
import {
  type BodyFault,
  bodyFaultNames,
  type FaultOf,
  type FaultEffect,
  type AppliedFault,
} from '../faults/outcome.js';
import type { Call } from './call.js';

/** What takes the place of an answer, or is done to it. */
export type CallEffect = FaultEffect | { readonly fault: FaultOf<'hang'> };

/** What of a call its strikes follow from. */
export type FaultedCall = Pick<Call, 'controls' | 'met' | 'isRedirected'>;

/** The fault that a value of simulate_error is the short form of. */
function shortForm(name: SimulatedError): FaultEffect {
  if (name === 'malformed') return { fault: { fault: name, at: 0.5, commit: 'before' }, isFirst: false };
  return { fault: { fault: name, commit: 'before' }, isFirst: false };
}

/** Whether a strike sends a request elsewhere that comes from there, and is to pass. */
function isOver(strike: FaultEffect, { isRedirected }: FaultedCall): boolean {
  if (!isRedirected || 'answer' in strike || strike.fault.fault !== 'redirect') return false;
  return strike.fault.to !== 'loop';
}

/** What strikes a call; a hang beats all, quota and outage come before what the call itself asks for. */
export function effectOf(call: FaultedCall): CallEffect | undefined {
  const { controls, met } = call;
  if (met?.hang !== undefined) return { fault: met.hang };
  const strike = met?.effect;
  const isFirst = strike !== undefined && 'fault' in strike && strike.isFirst;
  if (controls.simulate_error !== undefined && !isFirst) return shortForm(controls.simulate_error);
  return strike === undefined || isOver(strike, call) ? undefined : strike;
}

/** When an effect strikes: a fixed answer is given before anything is done. */
function commitOf(effect: CallEffect): 'before' | 'after' {
  return 'answer' in effect ? 'before' : effect.fault.commit;
}

const bodyFaults: ReadonlySet<string> = new Set(bodyFaultNames);

function isBodyFault(fault: { readonly fault: string }): fault is BodyFault {
  return bodyFaults.has(fault.fault);
}

/** A fault that ends the connection of an answer before it does. */
export type EndFault = FaultOf<'reset' | 'close' | 'garbage'>;

function isEndFault(fault: { readonly fault: string }): fault is EndFault {
  return fault.fault === 'reset' || fault.fault === 'close' || fault.fault === 'garbage';
}

/** The fault that strikes a call; undefined where none does, and for a fixed answer. */
function faultOf(call: FaultedCall): Exclude<CallEffect, { readonly answer: unknown }>['fault'] | undefined {
  const effect = effectOf(call);
  return effect === undefined || 'answer' in effect ? undefined : effect.fault;
}

/** The fault that the bytes of an answer meet. */
export function bodyFaultOf(call: FaultedCall): BodyFault | undefined {
  const fault = faultOf(call);
  return fault !== undefined && isBodyFault(fault) ? fault : undefined;
}

/** How the connection of an answer ends before it does. */
export function endOf(call: FaultedCall): EndFault | undefined {
  const fault = faultOf(call);
  return fault !== undefined && isEndFault(fault) ? fault : undefined;
}

/** Whether an effect is an answer itself; else something is done to the true one, or to its connection. */
function isAnswer(effect: CallEffect): boolean {
  if ('answer' in effect) return true;
  const { fault } = effect;
  return fault.fault !== 'hang' && !isEndFault(fault) && !isBodyFault(fault);
}

/** Whether an effect ends a call before anything of it is done: nothing of a true answer would be seen. */
export function endsBefore(effect: CallEffect): boolean {
  if (commitOf(effect) === 'after') return false;
  if ('answer' in effect || isAnswer(effect)) return true;
  const { fault } = effect;
  return fault.fault === 'hang' || (isEndFault(fault) && fault.at === 'start');
}

/** Whether an effect takes the place of the answer of a call that has succeeded. */
export function comesAfter(effect: CallEffect): boolean {
  return commitOf(effect) === 'after' && isAnswer(effect);
}

/** Whether a write is made for show only: what spoils its answer is to leave nothing written. */
export function isDryRun(call: FaultedCall): boolean {
  const { met } = call;
  const effect = effectOf(call);
  if (effect !== undefined && commitOf(effect) === 'before') return true;
  return [met?.stall, met?.drip].some((fault) => fault?.commit === 'before');
}

/** What struck a call, for the journal: what decided its answer, then what only slowed it. */
export function appliedFaults(call: FaultedCall): readonly AppliedFault[] {
  const { met, controls } = call;
  const { simulate_error: name } = controls;
  const asked = name === undefined || met?.hang !== undefined ? [] : [{ rule: null, fault: name }];
  const by = met?.effect?.by;
  const others = [...asked, ...(met?.applied ?? []).filter((one) => one !== by)];
  // One that is passed over did not strike.
  const isPassed = met?.effect !== undefined && isOver(met.effect, call);
  return by === undefined || isPassed ? others : [by, ...others];
}
