/** What came of one check. */
import type { Finding } from './finding.js';

/** What came of one check. */
export interface CheckResult {
  readonly name: string;
  /** What it proves, in one sentence. */
  readonly proves: string;
  /** How many operations, collections or domains it ran for. */
  readonly subjects: number;
  readonly findings: readonly Finding[];
}
