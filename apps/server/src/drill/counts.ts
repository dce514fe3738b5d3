/** Counts of verdicts. */
import type { Severity, Verdict } from '@understudy/contract/sandboxes';

/** Verdicts by severity. */
export type Counts = Readonly<Record<Severity, number>>;

/** Counts verdicts by severity. */
export function countVerdicts(verdicts: readonly Pick<Verdict, 'severity'>[]): Counts {
  const count = (severity: Severity): number => verdicts.filter((verdict) => verdict.severity === severity).length;
  return { error: count('error'), warning: count('warning'), advice: count('advice') };
}
