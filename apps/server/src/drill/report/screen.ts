/** What a drill prints while it runs: a table on a terminal, else lines of JSON; what the command said where it failed. */
import { writeWhole } from '../../write-whole.js';
import type { Known } from '../baseline.js';
import type { DrillResult, PlanResult } from '../result.js';
import { drillLine, OUTPUT_LINES, planLines } from './json-lines.js';
import { findings, planLine, tableHead } from './terminal.js';
import { plural } from './words.js';

/** Where it prints, and how. */
export interface ScreenOptions {
  readonly isTerminal: boolean;
  /** Writes bytes to standard output, and gives how many were taken. */
  readonly write: (bytes: Uint8Array) => number;
}

/** What a drill prints. */
export interface Screen {
  readonly begin: () => void;
  /** A plan has ended; what its command printed is shown where it failed, unless it was already. */
  readonly plan: (result: PlanResult, isShown: boolean) => void;
  /** Verdicts of the baseline did not come. */
  readonly unmet: (known: readonly Known[], file: string) => void;
  readonly end: (result: DrillResult) => void;
}

function complain(text: string): void {
  process.stderr.write(text);
}

/** Shows what a command said that failed. */
function showOutput({ plan, end, failures }: PlanResult): void {
  if (!failures.some(({ kind }) => kind !== 'verdicts')) return;
  const output = end.output.lines(OUTPUT_LINES);
  const title = `understudy: in the plan ${plan.name} ${failures.map(({ message }) => message).join('; ')}`;
  complain(output === '' ? `${title}; it printed nothing\n` : `${title}. The last lines of its output:\n${output}\n`);
}

/** What a drill prints. */
export function screenOf({ isTerminal, write }: ScreenOptions): Screen {
  const print = writeWhole(write);
  return {
    begin: () => {
      if (isTerminal) print(tableHead());
    },
    plan: (result, isShown) => {
      if (!isShown) showOutput(result);
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
