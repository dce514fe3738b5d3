/** Stops a write that has not met the fault rules of its sandbox, since this process learnt of them only at the commit. */
import type { State } from '../store/model/state.js';

/** Thrown before anything is written: the call is to meet the rules, and to be made again. */
class RulesUnmet extends Error {
  override readonly name = 'RulesUnmet';
}

/** What becomes of a write that was made where no rule was known, and the store was not asked for any. */
export class LateRules {
  #isChecked = false;

  /** Whether a commit has looked for rules; until then nothing can have been written. */
  get isChecked(): boolean {
    return this.#isChecked;
  }

  /**
   * Looks for rules in the state that a commit decides on.
   *
   * @throws RulesUnmet where there are some
   */
  check({ rules }: Pick<State, 'rules'>): void {
    this.#isChecked = true;
    if (rules.length > 0) throw new RulesUnmet('rules were set that the call has not met');
  }
}

/** Whether a call failed for that; what it throws may be wrapped on its way. */
export function isLateRules(error: unknown): boolean {
  return error instanceof RulesUnmet || (error instanceof Error && error.cause instanceof RulesUnmet);
}
