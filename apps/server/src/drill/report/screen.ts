/** What a drill prints while it runs: a table on a terminal, else lines of JSON; what the command said where it failed. */
import { writeWhole } from '../../command/terminal.js';
import type { KnownFailures } from '../baseline.js';
import { type DrillResult, hasPassed, type PlanResult } from '../result.js';
import {
  byRule,
  drillLine,
  OUTPUT_LINES,
  planCells,
  planLines,
  planTitles,
  plural,
  requestsText,
  type RuleVerdicts,
  seconds,
} from './words.js';
import { conductTexts } from '@understudy/contract/sandboxes';

const NAME_WIDTH = 17;

/** Widths of the columns after the name. */
const WIDTHS = [9, 10, 8, 8, 10, 8, 10];

function row(name: string, cells: readonly string[]): string {
  return `${name.padEnd(NAME_WIDTH)}${cells.map((cell, index) => cell.padStart(WIDTHS[index] ?? 0)).join('')}\n`;
}

/** The head of the table. */
export const tableHead = (): string => row('  plan', planTitles);

/** The line of a plan. */
export const planLine = (result: PlanResult): string =>
  row(`${result.failures.length === 0 ? '✓' : '✗'} ${result.plan.name}`, planCells(result));

function ruleLines({ rule, severity, verdicts }: RuleVerdicts): string[] {
  const [first] = verdicts;
  const count = verdicts.length === 1 ? '' : ` × ${verdicts.length}`;
  const known = verdicts.every(({ isKnown }) => isKnown) ? ', known' : '';
  const { advice, reference } = conductTexts[rule];
  return [
    `  ${severity}${known}  ${rule}${count}  ${requestsText(first.requests)}`.trimEnd(),
    `      ${first.detail}`,
    `      → ${advice}`,
    ...(reference === null ? [] : [`      ${reference.text}: ${reference.url}`]),
  ];
}

function planDetails({ plan, verdicts, failures, end }: PlanResult): string[] {
  const rules = byRule(verdicts.filter(({ severity, isOver }) => isOver || severity !== 'advice'));
  const messages = failures.filter(({ kind }) => kind !== 'verdicts').map(({ message }) => `  ${message}`);
  const left = end.left === 0 ? [] : [`  processes that the command left running were ended: ${end.left}`];
  const lines = [...messages, ...left, ...rules.flatMap((rule) => ruleLines(rule))];
  return lines.length === 0 ? [] : ['', `${plan.name}: ${plan.description}`, ...lines];
}

function summary({ plans, skipped, stoppedBy, ms }: DrillResult): string {
  const failed = plans.filter(({ failures }) => failures.length > 0).length;
  const result = hasPassed({ plans, skipped }) ? 'passed' : 'failed';
  const counts = [plural(plans.length, 'plan'), failed === 0 ? '' : `${failed} failed`];
  const left =
    skipped.length === 0
      ? ''
      : `${skipped.length} not run${stoppedBy === undefined ? '' : `, stopped by ${stoppedBy}`}`;
  return `The drill ${result}: ${[...counts, left].filter((text) => text !== '').join(', ')}, in ${seconds(ms)}`;
}

/** What was found, below the table. */
export function findings(result: DrillResult): string {
  return [...result.plans.flatMap((plan) => planDetails(plan)), '', summary(result), ''].join('\n');
}

/** Where it prints, and how. */
export interface ScreenOptions {
  readonly isTerminal: boolean;
  /** Writes bytes to standard output, and gives how many were taken. */
  readonly write: (bytes: Uint8Array) => number;
  /** Takes what the command has printed, and what is to be said beside the table. */
  readonly complain?: ((text: string) => void) | undefined;
}

type Complain = NonNullable<ScreenOptions['complain']>;

/** What a drill prints. */
export interface Screen {
  readonly begin: () => void;
  /** A plan has ended; what its command printed is shown where it failed, unless it was already. */
  readonly plan: (result: PlanResult, isShown: boolean) => void;
  /** Verdicts of the baseline did not come. */
  readonly unmet: (known: readonly KnownFailures[], file: string) => void;
  readonly end: (result: DrillResult) => void;
}

const toStandardError: Complain = (text) => void process.stderr.write(text);

/** Shows what a command said that failed. */
function showOutput({ plan, end, failures }: PlanResult, complain: Complain): void {
  if (!failures.some(({ kind }) => kind !== 'verdicts')) return;
  const output = end.output.lines(OUTPUT_LINES);
  const title = `understudy: in the plan ${plan.name} ${failures.map(({ message }) => message).join('; ')}`;
  complain(output === '' ? `${title}; it printed nothing\n` : `${title}. The last lines of its output:\n${output}\n`);
}

/** What a drill prints. */
export function screenOf({ isTerminal, write, complain = toStandardError }: ScreenOptions): Screen {
  const print = writeWhole(write);
  return {
    begin: () => {
      if (isTerminal) print(tableHead());
    },
    plan: (result, isShown) => {
      if (!isShown) showOutput(result, complain);
      print(isTerminal ? planLine(result) : planLines(result));
    },
    unmet: (known, file) => {
      if (known.length === 0) return;
      complain(
        `understudy: ${plural(known.length, 'verdict')} of ${file} did not come; --write-baseline writes it anew\n`,
      );
    },
    end: (result) => print(isTerminal ? findings(result) : drillLine(result)),
  };
}
