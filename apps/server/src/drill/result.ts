/** What came of a drill. */
import type { Verdict } from '@understudy/contract/sandboxes';
import type { Failure } from './threshold.js';
import type { Observed } from './observed.js';
import type { Plan } from './plan.js';
import type { CommandEnd } from './process/run-command.js';

/** A verdict, and whether it fails the plan. */
export interface JudgedVerdict extends Verdict {
  /** Whether the baseline has it. */
  readonly isKnown: boolean;
  /** Whether it fails the plan. */
  readonly isOver: boolean;
}

/** What came of a plan. */
export interface PlanResult {
  readonly plan: Plan;
  /** When the command was started, in ms since 1970. */
  readonly beganAt: number;
  readonly end: CommandEnd;
  readonly requests: Observed['requests'];
  readonly verdicts: readonly JudgedVerdict[];
  /** Empty where it passed. */
  readonly failures: readonly Failure[];
}

/** What came of a drill. */
export interface DrillResult {
  readonly command: readonly string[];
  readonly seed: string;
  readonly plans: readonly PlanResult[];
  /** Plans that were not run, since the calm run failed or somebody stopped the drill. */
  readonly skipped: readonly Plan[];
  /** The signal that stopped it. */
  readonly stoppedBy: NodeJS.Signals | undefined;
  readonly ms: number;
}

/** Whether a drill passed. */
export function hasPassed({ plans, skipped }: Pick<DrillResult, 'plans' | 'skipped'>): boolean {
  return skipped.length === 0 && plans.every(({ failures }) => failures.length === 0);
}

/** How many requests met a fault. */
export function faultsMet({ requests }: Pick<PlanResult, 'requests'>): number {
  return requests.filter(({ fault }) => fault !== null).length;
}
