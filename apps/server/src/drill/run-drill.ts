/** Runs the plans of a drill, one after the other. */
import { type Threshold, failuresOf, isOver } from './threshold.js';
import { type Baseline, type Known, knownAs } from './baseline.js';
import type { DrillServer } from './drill-server.js';
import { calm, type Plan } from './plan.js';
import { type RunOptions, runCommand } from './process/run-command.js';
import type { DrillResult, PlanResult } from './result.js';

/** A drill to run. */
export interface Drill {
  readonly command: readonly string[];
  readonly plans: readonly Plan[];
  readonly seed: string;
  readonly bar: Threshold;
  readonly baseline: Baseline;
  /** The environment of the command, without the address. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The variables that the command finds the address in. */
  readonly variables: readonly string[];
  /** How long the command may run under a plan, in ms. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
  readonly onOutput?: RunOptions['onOutput'];
  readonly onPlan: (result: PlanResult) => void;
}

/** What came of a drill, and what a baseline of it has. */
export interface DrillRun {
  readonly result: DrillResult;
  readonly met: readonly Known[];
}

/** The environment of the command under a plan. */
function environmentOf({ environment, variables }: Drill, baseUrl: string) {
  return { ...environment, ...Object.fromEntries(variables.map((name) => [name, baseUrl])) };
}

async function runPlan(plan: Plan, server: DrillServer, drill: Drill) {
  const { bar, baseline, limitMs } = drill;
  const { baseUrl, observe } = await server.open(plan);
  const beganAt = Date.now();
  const end = await runCommand(drill.command, {
    environment: environmentOf(drill, baseUrl),
    limitMs,
    signal: drill.signal,
    onOutput: drill.onOutput,
  });
  const observed = await observe();
  const judged = observed.verdicts.map((verdict) => {
    const known = knownAs(plan.name, verdict, observed);
    const isKnown = baseline.has(known);
    return { known, verdict: { ...verdict, isKnown, isOver: !isKnown && isOver(verdict, bar) } };
  });
  const verdicts = judged.map(({ verdict }) => verdict);
  const fresh = verdicts.filter(({ isKnown }) => !isKnown);
  const failures = failuresOf({ plan: plan.name, end, observed, fresh, limitMs }, bar);
  const result: PlanResult = { plan, beganAt, end, requests: observed.requests, verdicts, failures };
  return { result, met: judged.map(({ known }) => known) };
}

/** Whether the other plans would say nothing: what fails in the calm run does so without any fault. */
const isBroken = ({ plan, failures }: PlanResult): boolean =>
  plan.name === calm.name && failures.some(({ kind }) => kind !== 'verdicts');

/**
 * Runs the plans of a drill, one after the other.
 *
 * @throws {@link CommandNotRun} where the command is not there or not executable
 */
export async function runDrill(server: DrillServer, drill: Drill): Promise<DrillRun> {
  const { command, plans, seed, signal } = drill;
  const began = performance.now();
  const results: PlanResult[] = [];
  const met: Known[] = [];
  for (const plan of plans) {
    if (signal.aborted || results.some(isBroken)) break;
    const run = await runPlan(plan, server, drill);
    // Of a run that somebody stopped nothing can be said.
    if (signal.aborted) break;
    results.push(run.result);
    met.push(...run.met);
    drill.onPlan(run.result);
  }
  return {
    result: {
      command,
      seed,
      plans: results,
      skipped: plans.slice(results.length),
      stoppedBy: signal.aborted ? (signal.reason as NodeJS.Signals) : undefined,
      ms: performance.now() - began,
    },
    met,
  };
}
