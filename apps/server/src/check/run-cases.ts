/** Runs the checks over what is tested, one case after the other, and reports what they found. */
import { type CheckResult, Fault, type Finding, shown } from './finding.js';
import type { Bench } from './bench.js';
import type { Case, Check, Tested } from './check.js';
import { thrownText } from './thrown.js';
import { watch } from './watched.js';

/** A case with the check that it belongs to. */
export interface Row extends Case {
  readonly check: Check;
}

/** All cases of some checks, in the order in which they run. */
export const rowsOf = (checks: readonly Check[], tested: Tested): Row[] =>
  checks.flatMap((check) => check.cases(tested).map((row) => ({ ...row, check })));

/** Runs one case, and lets go of what it alone used. */
export async function runCase({ check, subject, run }: Row, bench: Bench): Promise<Finding | undefined> {
  const unwatch = watch();
  try {
    await run(bench);
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return { check: check.name, subject, ...error.difference };
    const actual = shown(error instanceof Error ? `${error.name}: ${error.message}` : error);
    return { check: check.name, subject, expected: check.proves, actual, thrown: thrownText(error, [subject]) };
  } finally {
    unwatch();
    await bench.release();
  }
}

/** The results of checks, from the findings of their rows. */
export function resultsOf(checks: readonly Check[], rows: readonly Row[], findings: readonly Finding[]): CheckResult[] {
  return checks.map(({ name, proves }) => ({
    name,
    proves,
    subjects: rows.filter(({ check }) => check.name === name).length,
    findings: findings.filter((finding) => finding.check === name),
  }));
}
