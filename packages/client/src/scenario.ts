/** Counts through what the attempts of a call are to meet. */
import type { SimulatedError } from './generated/types.js';
import type { CallControls } from './controls.js';

/** The steps of a call, taken one per attempt; nothing is kept on the server. */
export class Scenario {
  readonly #controls: CallControls;
  #taken = 0;
  #failure: SimulatedError | undefined;

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

  /** The failure that the attempt just made asked for. */
  get failure(): SimulatedError | undefined {
    return this.#failure;
  }

  /** The failure that the next attempt meets, if any. */
  next(): SimulatedError | undefined {
    const { scenario, simulateError } = this.#controls;
    const step = scenario === undefined ? simulateError : scenario[this.#taken];
    if (scenario !== undefined) this.#taken += 1;
    this.#failure = step === 'ok' ? undefined : step;
    return this.#failure;
  }
}
