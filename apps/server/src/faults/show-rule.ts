/** Shows a rule as the control API does. */
import type { KeptRule, ShownRule } from '@understudy/contract/sandboxes';
import { NO_TALLY, type Tally } from './tally.js';
import { writeFaults } from './write-fault.js';

/** Rules as the control API shows them, each with its counts, which stand under its serial. */
export function shownRules(rules: readonly KeptRule[], tallies: ReadonlyMap<string, Tally>): ShownRule[] {
  return rules.map(({ serial, id, fault, answer, ...counting }, index) => {
    const { matched, struck } = tallies.get(serial) ?? NO_TALLY;
    const text = fault === null ? null : writeFaults(fault);
    return { id, order: index + 1, ...counting, fault: text, answer, matched, struck };
  });
}
