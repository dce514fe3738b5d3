/** How reports say numbers, times, commands and requests, and count verdicts. */
import {
  type ConductRule,
  conductTexts,
  severities,
  type Severity,
  type Verdict,
} from '@understudy/contract/sandboxes';
import {
  type DrillResult,
  endingText,
  faultsApplied,
  hasPassed,
  type JudgedVerdict,
  type PlanResult,
  type SeenRequest,
} from '../result.js';

/** A number of things. */
export const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** A time in seconds, given in ms. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** A command as a shell takes it. */
export function commandText(command: readonly string[]): string {
  return command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

/** The requests that a verdict is about, by their numbers. */
export function requestsText(sequences: readonly number[]): string {
  const [shown, more] = [sequences.slice(0, 6), sequences.length - 6];
  return shown.map((sequence) => `#${sequence}`).join(' ') + (more > 0 ? ` and ${more} more` : '');
}

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

/** Verdicts by severity. */
export type Counts = Readonly<Record<Severity, number>>;

/** Counts verdicts by severity. */
function countVerdicts(verdicts: readonly Pick<Verdict, 'severity'>[]): Counts {
  const count = (severity: Severity): number => verdicts.filter((verdict) => verdict.severity === severity).length;
  return { error: count('error'), warning: count('warning'), advice: count('advice') };
}

/** What the tables of plans have beside the name. */
export const planTitles = ['exit', 'requests', 'faults', 'errors', 'warnings', 'advice', 'time'] as const;

/** The same of a plan. */
export function planCells({ end, requests, verdicts }: PlanResult): readonly string[] {
  const { error, warning, advice } = countVerdicts(verdicts);
  const counts = [requests.length, faultsApplied({ requests }), error, warning, advice].map(String);
  return [endingText(end), ...counts, seconds(end.ms)];
}

/** When a request came, in seconds since the command was started. */
export const sinceBegin = ({ received_at }: Pick<SeenRequest, 'received_at'>, beganAt: number): string =>
  `${((Date.parse(received_at) - beganAt) / 1000).toFixed(3)} s`;

/** What a request was answered with. */
export function answerText({ status, ended, fault }: SeenRequest): string {
  const answer = status === null ? 'no answer' : String(status);
  const cut = ended === 'complete' ? '' : ended === 'cut' ? ', cut off' : ', the client left';
  return `${answer}${cut}${fault === null ? '' : ` (fault ${fault.fault})`}`;
}

/** A request in one line. */
export function requestText(request: SeenRequest, beganAt: number): string {
  const { sequence, method, path, query, duration_ms } = request;
  const url = query === '' ? path : `${path}?${query}`;
  const took = `${Math.round(duration_ms)} ms`;
  return `#${sequence} at ${sinceBegin(request, beganAt)}: ${method} ${url} → ${answerText(request)}, ${took}`;
}

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
      faults: faultsApplied({ requests }),
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
