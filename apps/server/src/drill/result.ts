/** Plans of a drill, what was observed under each, and what the drill comes to. */
import {
  type FaultRuleSettings,
  type JournalEntry,
  presetNames,
  presets,
  severities,
  type Severity,
  type Verdict,
} from '@understudy/contract/sandboxes';
import type { CommandEnd } from './process/run-command.js';

/** A request as the reports show it. */
export type SeenRequest = Pick<
  JournalEntry,
  'sequence' | 'received_at' | 'duration_ms' | 'operation' | 'method' | 'path' | 'query' | 'status' | 'fault' | 'ended'
>;

/** What the server saw of a client while a plan ran. */
export interface Observed {
  /** In the order in which they ended. */
  readonly requests: readonly SeenRequest[];
  readonly verdicts: readonly Verdict[];
  /** Whether requests are missing, so that verdicts may be missing too. */
  readonly isIncomplete: boolean;
}

/** A sandbox in which one plan is run. */
export interface Trial {
  /** Its base URL, which the command is given. */
  readonly baseUrl: string;
  /** What it has seen, once the command has ended. */
  readonly observe: () => Promise<Observed>;
}

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

/** What fails a plan. */
export interface Threshold {
  /** The least severity that fails a plan; `never` where no verdict does. */
  readonly failOn: Severity | 'never';
  /** Whether the command must succeed under every plan, or in the calm run alone. */
  readonly expectExit: 'any' | '0';
}

/** What is wrong with the run of a plan. */
export interface Failure {
  readonly kind: 'command' | 'requests' | 'verdicts';
  readonly message: string;
}

/** Whether a verdict is as severe as the bar says. */
export function isOver({ severity }: Pick<Verdict, 'severity'>, { failOn }: Pick<Threshold, 'failOn'>): boolean {
  return failOn !== 'never' && severities.indexOf(severity) <= severities.indexOf(failOn);
}

/** How a command ended, in words. */
export function endingText({ code, signal, isTimedOut }: Pick<CommandEnd, 'code' | 'signal' | 'isTimedOut'>): string {
  if (isTimedOut) return 'timed out';
  return signal ?? String(code);
}

/** What is judged. */
export interface Run {
  readonly plan: string;
  readonly end: Pick<CommandEnd, 'code' | 'signal' | 'isTimedOut'>;
  readonly observed: Pick<Observed, 'requests' | 'isIncomplete'>;
  /** The verdicts that the baseline does not have. */
  readonly fresh: readonly Verdict[];
  readonly limitMs: number;
}

function commandFailure({ plan, end, limitMs }: Run, { expectExit }: Threshold): string | undefined {
  if (end.isTimedOut) return `the command did not end within ${limitMs / 1000} s, and was ended`;
  if (end.code === 0 || (expectExit === 'any' && plan !== calm.name)) return undefined;
  return end.signal === null
    ? `the command ended with exit code ${end.code}`
    : `the command was ended by ${end.signal}`;
}

function requestsFailure({ plan, end, observed }: Run): string | undefined {
  if (observed.isIncomplete)
    return 'the journal is incomplete: more requests came than it holds, so verdicts may be missing';
  if (observed.requests.length > 0 || plan !== calm.name || end.code !== 0) return undefined;
  return 'no request came: the command must send its requests to the address in UNDERSTUDY_URL';
}

function verdictsFailure({ fresh }: Run, threshold: Threshold): string | undefined {
  const over = fresh.filter((verdict) => isOver(verdict, threshold));
  if (over.length === 0) return undefined;
  const rules = [...new Set(over.map(({ rule }) => rule))];
  return `the client broke ${rules.join(', ')}`;
}

/** Everything that is wrong with the run of a plan. */
export function failuresOf(run: Run, threshold: Threshold): readonly Failure[] {
  const found = [
    ['command', commandFailure(run, threshold)],
    ['requests', requestsFailure(run)],
    ['verdicts', verdictsFailure(run, threshold)],
  ] as const;
  return found.flatMap(([kind, message]) => (message === undefined ? [] : [{ kind, message }]));
}

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
export function faultsApplied({ requests }: Pick<PlanResult, 'requests'>): number {
  return requests.filter(({ fault }) => fault !== null).length;
}
