/** Makes a call wait, and strikes it: before anything else is done of it, or after its commit. */
import { checkWanted } from '../kit/client-disconnect.js';
import type { Call } from './call.js';
import { type Asked, forcedProblem, isProblemFault } from './forced-problem.js';
import type { Services } from './services.js';
import { type CallEffect, effectOf, comesAfter, endsBefore, type FaultedCall } from './effect.js';

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
  async before(call: Target, operation?: Asked): Promise<Moment> {
    const effect = effectOf(call);
    const now = effect !== undefined && endsBefore(effect) ? effect : undefined;
    const hold = holdOf(call, now);
    const latency = (call.controls.delay ?? 0) * 1000 + (call.met?.delayMs ?? 0);
    const waitedMs = await this.#wait(call, now !== undefined && isFirst(now) ? hold : latency + hold);
    return now === undefined ? { waitedMs } : { waitedMs, ...this.#strike(call, now, operation) };
  }

  /** Gives what strikes a call that has succeeded, and takes the place of its answer; never throws. */
  async after(call: Target, operation?: Asked): Promise<Moment> {
    const effect = effectOf(call);
    if (effect === undefined || !comesAfter(effect)) return { waitedMs: 0 };
    try {
      const waitedMs = await this.#wait(call, holdOf(call, effect));
      return { waitedMs, ...this.#strike(call, effect, operation) };
    } catch (error) {
      return { waitedMs: 0, error };
    }
  }

  #strike(call: Target, effect: CallEffect, operation: Asked | undefined): Omit<Moment, 'waitedMs'> {
    if ('answer' in effect || !isProblemFault(effect.fault)) return { instead: effect };
    const { sandbox, rootUrl, authorization, allow } = call;
    const headers = 'headers' in effect ? effect.headers : undefined;
    const { machineNow } = this.#parts;
    const at = { now: sandbox.now(), machineNow: machineNow(), rootUrl, allow, authorization, headers };
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
