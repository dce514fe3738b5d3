/** Verdicts of one plan, gathered by their rule. */
import { type ConductRule, type Severity, severities } from '@understudy/contract/sandboxes';
import type { JudgedVerdict } from '../result.js';

/** The verdicts of a rule. */
export interface RuleVerdicts {
  readonly rule: ConductRule;
  readonly severity: Severity;
  readonly verdicts: readonly [JudgedVerdict, ...JudgedVerdict[]];
}

/** Gathers verdicts by their rule: the heaviest first, then in the order in which they came. */
export function byRule(verdicts: readonly JudgedVerdict[]): readonly RuleVerdicts[] {
  const rules = new Map<string, [JudgedVerdict, ...JudgedVerdict[]]>();
  for (const verdict of verdicts) {
    const key = `${verdict.severity} ${verdict.rule}`;
    const found = rules.get(key);
    if (found === undefined) rules.set(key, [verdict]);
    else found.push(verdict);
  }
  return [...rules.values()]
    .map((group) => ({ rule: group[0].rule, severity: group[0].severity, verdicts: group }))
    .toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity));
}
