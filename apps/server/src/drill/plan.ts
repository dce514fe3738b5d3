/** The plans of a drill: what goes wrong while the command runs. */
import { type FaultRuleSettings, presetNames, presets } from '@understudy/contract/sandboxes';

/** A plan. */
export interface Plan {
  readonly name: string;
  readonly description: string;
  /** The fault rules of its sandbox. */
  readonly rules: readonly FaultRuleSettings[];
}

/** The run in which nothing goes wrong. It comes first: what fails there says nothing about faults. */
export const calm: Plan = { name: 'calm', description: 'Nothing goes wrong.', rules: [] };

/** The calm run, and the plans with the given names in the order in which they are given; all where none is named. */
export function plansNamed(names: readonly string[]): readonly Plan[] {
  const wanted = names.length === 0 ? presetNames : presetNames.filter((name) => names.includes(name));
  const chosen = wanted.toSorted((one, other) => names.indexOf(one) - names.indexOf(other));
  return [calm, ...chosen.map((name) => ({ name, ...presets[name] }))];
}
