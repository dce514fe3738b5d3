/** Counts through what the attempts of a call are to meet. */
import type { SimulatedError } from './generated/types.js';
import type { CallControls } from './controls.js';

/**
 * What an attempt meets: a forced failure, or an untouched answer.
 *
 * @example
 * ```ts
 * import type { Step } from '@understudy/client';
 *
 * const steps: Step[] = ['rate_limit', 'server_error', 'ok'];
 * ```
 */
export type Step = SimulatedError | 'ok';

/** The steps of a call, taken one per attempt; nothing is kept on the server. */
export class Scenario {
  readonly #controls: CallControls;
  #taken = 0;

  constructor(controls: CallControls) {
    this.#controls = controls;
  }

  /** Whether no step is left, or there never was one. */
  get isOver(): boolean {
    return this.#taken >= (this.#controls.scenario?.length ?? 0);
  }

  /** Whether the attempt just made had a step, so that another one may follow. */
  get goesOn(): boolean {
    return this.#taken <= (this.#controls.scenario?.length ?? 0);
  }

  /** The failure that the next attempt meets, if any. */
  next(): SimulatedError | undefined {
    const { scenario, simulateError } = this.#controls;
    if (scenario === undefined) return simulateError;
    const step = scenario[this.#taken];
    this.#taken += 1;
    return step === 'ok' ? undefined : step;
  }
}
