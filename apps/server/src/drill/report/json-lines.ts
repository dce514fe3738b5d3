/** The report of a drill for programs: a line of JSON for each verdict and plan, and one for the drill. */
import { conductTexts } from '@understudy/contract/sandboxes';
import { type DrillResult, faultsMet, hasPassed, type PlanResult } from '../result.js';
import { countVerdicts } from './words.js';

/** How many lines of the output of a command that failed are shown. */
export const OUTPUT_LINES = 40;

const line = (value: object): string => `${JSON.stringify(value)}\n`;

/** The lines of a plan: its verdicts, then itself. */
export function planLines({ plan, end, requests, verdicts, failures }: PlanResult): string {
  const hasFailed = failures.some(({ kind }) => kind === 'command');
  return [
    ...verdicts.map(({ isKnown, isOver, ...verdict }) =>
      line({
        type: 'verdict',
        plan: plan.name,
        ...verdict,
        advice: conductTexts[verdict.rule].advice,
        known: isKnown,
        fails: isOver,
      }),
    ),
    line({
      type: 'plan',
      plan: plan.name,
      passed: failures.length === 0,
      exit_code: end.code,
      signal: end.signal,
      timed_out: end.isTimedOut,
      requests: requests.length,
      faults: faultsMet({ requests }),
      verdicts: countVerdicts(verdicts),
      left_running: end.left,
      duration_ms: Math.round(end.ms),
      failures: failures.map(({ message }) => message),
      ...(hasFailed ? { output: end.output.lines(OUTPUT_LINES) } : {}),
    }),
  ].join('');
}

/** The line of the whole drill. */
export function drillLine({ command, seed, plans, skipped, stoppedBy, ms }: DrillResult): string {
  return line({
    type: 'drill',
    passed: hasPassed({ plans, skipped }),
    command,
    seed,
    plans: plans.map(({ plan }) => plan.name),
    failed: plans.filter(({ failures }) => failures.length > 0).map(({ plan }) => plan.name),
    not_run: skipped.map(({ name }) => name),
    stopped_by: stoppedBy ?? null,
    duration_ms: Math.round(ms),
  });
}

/** The whole report. */
export function jsonLines(result: DrillResult): string {
  return result.plans.map((plan) => planLines(plan)).join('') + drillLine(result);
}
