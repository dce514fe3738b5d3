/**
 * Makes a call wait, and applies faults to it: before anything else is done of it, after its commit, and to what its
 * answer says.
 */
import { checkWanted } from '../kit/problem-error.js';
import type { Call } from './call.js';
import type { FaultTarget, ProblemFault } from './forced-problem.js';
import type { Services } from './services.js';
import { type SimulatedError, simulatedErrors } from '@understudy/contract/kit';
import { loadedLater } from '../kit/made-once.js';
import {
  type AppliedFault,
  type BodyFault,
  bodyFaultNames,
  type FaultEffect,
  type FaultOf,
  type ContentEffect,
  type ContentFault,
} from '../faults/outcome.js';
import type { PagingEffect } from '../faults/content/paging.js';
import { pagingFaults } from '@understudy/contract/sandboxes';
import type { ShowPage } from '../kit/pages.js';
import { ViewAt } from '../store/model/view.js';

/** Loaded only where a fault asks for it. */
const forcing = loadedLater(() => import('./forced-problem.js'));

const problems: ReadonlySet<string> = new Set(['status', ...simulatedErrors.filter((name) => name !== 'malformed')]);

/** Whether a fault is answered as a problem. */
export function isProblemFault(fault: { readonly fault: string }): fault is ProblemFault {
  return problems.has(fault.fault);
}

/** What takes the place of an answer, or is done to it. */
export type CallEffect = FaultEffect | { readonly fault: FaultOf<'hang'> };

/** What of a call its strikes follow from. */
export type FaultedCall = Pick<Call, 'controls' | 'faultOutcome' | 'isRedirected'> & Partial<Pick<Call, 'altered'>>;

/** The fault that a value of simulate_error is the short form of. */
function shortForm(name: SimulatedError): FaultEffect {
  if (name === 'malformed') return { fault: { fault: name, at: 0.5, commit: 'before' }, isFirst: false };
  return { fault: { fault: name, commit: 'before' }, isFirst: false };
}

/** Whether a strike sends a request elsewhere that comes from there, and is to pass. */
function isOver(effect: FaultEffect, { isRedirected }: FaultedCall): boolean {
  if (!isRedirected || 'answer' in effect || effect.fault.fault !== 'redirect') return false;
  return effect.fault.to !== 'loop';
}

/** What strikes a call; a hang beats all, quota and outage come before what the call itself asks for. */
export function effectOf(call: FaultedCall): CallEffect | undefined {
  const { controls, faultOutcome } = call;
  if (faultOutcome?.hang !== undefined) return { fault: faultOutcome.hang };
  const effect = faultOutcome?.effect;
  const isFirstEffect = effect !== undefined && 'fault' in effect && effect.isFirst;
  if (controls.simulate_error !== undefined && !isFirstEffect) return shortForm(controls.simulate_error);
  return effect === undefined || isOver(effect, call) ? undefined : effect;
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
function endsBefore(effect: CallEffect): boolean {
  if (commitOf(effect) === 'after') return false;
  if ('answer' in effect || isAnswer(effect)) return true;
  const { fault } = effect;
  return fault.fault === 'hang' || (isEndFault(fault) && fault.at === 'start');
}

/** Whether an effect takes the place of the answer of a call that has succeeded. */
function comesAfter(effect: CallEffect): boolean {
  return commitOf(effect) === 'after' && isAnswer(effect);
}

/** Whether a write is made for show only: what spoils its answer is to leave nothing written. */
export function isDryRun(call: FaultedCall): boolean {
  const { faultOutcome } = call;
  const effect = effectOf(call);
  if (effect !== undefined && commitOf(effect) === 'before') return true;
  return [faultOutcome?.stall, faultOutcome?.drip].some((fault) => fault?.commit === 'before');
}

/** What struck a call, for the journal: what decided its answer, then what only slowed it. */
export function appliedFaults(call: FaultedCall): readonly AppliedFault[] {
  const { faultOutcome, controls } = call;
  const { simulate_error: name } = controls;
  const asked = name === undefined || faultOutcome?.hang !== undefined ? [] : [{ rule: null, fault: name }];
  const by = faultOutcome?.effect?.by;
  const others = [...asked, ...(faultOutcome?.applied ?? []).filter((one) => one !== by)];
  // One that is passed over did not strike.
  const isPassed = faultOutcome?.effect !== undefined && isOver(faultOutcome.effect, call);
  const all = [...others, ...(call.altered ?? [])];
  return by === undefined || isPassed ? all : [by, ...all];
}

/** What of a call is asked when it is struck; what has no operation is struck alike. */
export type Target = FaultedCall & Pick<Call, 'sandbox' | 'rootUrl' | 'authorization' | 'allow' | 'signal'>;

/** What came of a moment at which a call may be struck. */
export interface Moment {
  /** Time spent waiting, in ms. */
  readonly waitedMs: number;
  /** What it fails with: the problem that strikes it, or that its client has hung up. */
  readonly error?: unknown;
  /** What it is answered with, where that is no problem. */
  readonly instead?: CallEffect | undefined;
}

/** A hold this long, in ms, stands for a timeout when no delay says otherwise. */
const TIMEOUT_HOLD = 3000;

/** How long a call is held because it is to time out, in ms: its own delay, where it has one, is that hold. */
function holdOf({ controls }: Target, effect: CallEffect | undefined): number {
  if (effect === undefined || 'answer' in effect || effect.fault.fault !== 'timeout') return 0;
  return controls.delay === undefined ? TIMEOUT_HOLD : 0;
}

/** Whether an effect comes before all waits: quota and outage do, and nothing comes before a hang. */
function isFirst(effect: CallEffect): boolean {
  if ('answer' in effect) return false;
  return 'isFirst' in effect ? effect.isFirst : true;
}

type Parts = Pick<Services, 'sleep' | 'machineNow'>;

/** The strikes of a server. */
export class FaultApplier {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Waits as the call asks, and gives what strikes it before anything of it is done.
   *
   * @param operation left out where it has none
   */
  async before(call: Target, operation?: FaultTarget): Promise<Moment> {
    const effect = effectOf(call);
    const now = effect !== undefined && endsBefore(effect) ? effect : undefined;
    const hold = holdOf(call, now);
    const latency = (call.controls.delay ?? 0) * 1000 + (call.faultOutcome?.delayMs ?? 0);
    const waitedMs = await this.#wait(call, now !== undefined && isFirst(now) ? hold : latency + hold);
    return now === undefined ? { waitedMs } : { waitedMs, ...(await this.#applyEffect(call, now, operation)) };
  }

  /** Gives what strikes a call that has succeeded, and takes the place of its answer; never throws. */
  async after(call: Target, operation?: FaultTarget): Promise<Moment> {
    const effect = effectOf(call);
    if (effect === undefined || !comesAfter(effect)) return { waitedMs: 0 };
    try {
      const waitedMs = await this.#wait(call, holdOf(call, effect));
      return { waitedMs, ...(await this.#applyEffect(call, effect, operation)) };
    } catch (error) {
      return { waitedMs: 0, error };
    }
  }

  async #applyEffect(
    call: Target,
    effect: CallEffect,
    operation: FaultTarget | undefined,
  ): Promise<Omit<Moment, 'waitedMs'>> {
    if ('answer' in effect || !isProblemFault(effect.fault)) return { instead: effect };
    const { sandbox, rootUrl, authorization, allow } = call;
    const headers = 'headers' in effect ? effect.headers : undefined;
    const { machineNow } = this.#parts;
    const at = { now: sandbox.now(), machineNow: machineNow(), rootUrl, allow, authorization, headers };
    const { forcedProblem } = await forcing();
    return { error: forcedProblem(effect.fault, { ...at, meta: operation?.meta, operation }) };
  }

  /** Waits, and answers for how long, in ms. */
  async #wait(call: Target, ms: number): Promise<number> {
    if (ms <= 0) return 0;
    const signal = call.signal();
    const since = performance.now();
    try {
      await this.#parts.sleep(ms, signal);
    } catch (error) {
      checkWanted(signal);
      throw error;
    }
    return performance.now() - since;
  }
}

type ContentCall = Pick<Call, 'faultOutcome' | 'altered' | 'sandbox' | 'client'> & { view?: Call['view'] };

const pagingNames: ReadonlySet<string> = new Set(pagingFaults.map(({ shape }) => shape.fault.value));

const isPaging = (effect: ContentEffect): effect is PagingEffect => pagingNames.has(effect.fault.fault);

/** Loaded only where a fault asks for it. */
const paging = loadedLater(() => import('../faults/content/paging.js'));

/** What the pages of a list show; undefined where that is what they are. */
export async function shownPages({ faultOutcome, altered, sandbox }: ContentCall): Promise<ShowPage | undefined> {
  const effects = faultOutcome?.content?.filter(isPaging) ?? [];
  if (effects.length === 0) return undefined;
  const { lyingPages } = await paging();
  return lyingPages(effects, sandbox.config.seed, ({ by }) => altered.add(by));
}

/** The first fault of a name. */
function named<Name extends ContentFault['fault']>({ faultOutcome }: ContentCall, name: Name) {
  const found = faultOutcome?.content?.find(({ fault }) => fault.fault === name);
  // Each fault is the one of its name.
  return found as (ContentEffect & { readonly fault: Extract<ContentFault, { readonly fault: Name }> }) | undefined;
}

/** The records that a read is late for; undefined where it reads those of the present. */
export function lateView(call: ContentCall): ViewAt | undefined {
  const stale = named(call, 'stale');
  if (stale === undefined) return undefined;
  const { sandbox } = call;
  const { seconds, per } = stale.fault;
  const until = sandbox.now() - seconds * 1000;
  const past = sandbox.history.stateAt(sandbox.state, { until, client: per === 'client' ? call.client() : undefined });
  if (past === undefined) return undefined;
  call.altered.add(stale.by);
  call.view = past.view;
  return new ViewAt(past.view, until);
}

/** The fault that loses a write; undefined where none does. */
export const lostUpdate = (call: ContentCall): ContentEffect | undefined => named(call, 'lost_update');
