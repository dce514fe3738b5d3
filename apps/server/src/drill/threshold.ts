/** The bar that a plan must pass: what of a run is a failure. */
import { type Severity, severities, type Verdict } from '@understudy/contract/sandboxes';
import type { Observed } from './observed.js';
import { calm } from './plan.js';
import type { CommandEnd } from './process/run-command.js';

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

function verdictsFailure({ fresh }: Run, bar: Threshold): string | undefined {
  const over = fresh.filter((verdict) => isOver(verdict, bar));
  if (over.length === 0) return undefined;
  const rules = [...new Set(over.map(({ rule }) => rule))];
  return `the client broke ${rules.join(', ')}`;
}

/** Everything that is wrong with the run of a plan. */
export function failuresOf(run: Run, bar: Threshold): readonly Failure[] {
  const found = [
    ['command', commandFailure(run, bar)],
    ['requests', requestsFailure(run)],
    ['verdicts', verdictsFailure(run, bar)],
  ] as const;
  return found.flatMap(([kind, message]) => (message === undefined ? [] : [{ kind, message }]));
}
