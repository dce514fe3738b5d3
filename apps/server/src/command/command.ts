/** What a subcommand of `understudy` is. */
import type { OptionTable } from '../options/option.js';
import type { Given } from '../options/options.js';

/** What the program is run with. */
export interface Invocation {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
  /** Writes bytes to the standard output and gives how many were taken; throws if none were. */
  readonly write: (bytes: Uint8Array) => number;
}

/** What a subcommand is given. */
export interface CommandLine extends Given {
  /** What was given beside the flags, at most as many as the command takes. */
  readonly operands: readonly string[];
  /** What followed `--`, for a command that runs another program. */
  readonly program: readonly string[];
}

/** A subcommand. */
export interface Command {
  readonly name: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** What follows its name, such as `FILE [options]`. */
  readonly usage: string;
  /** Its flags by field. */
  readonly options: () => OptionTable;
  /** How many operands it takes at most. */
  readonly maxOperands: number;
  /** Whether it runs another program, whose command follows `--`. */
  readonly runsProgram?: boolean;
  /**
   * Runs it, and gives the exit code.
   *
   * @throws {@link OptionError} where an option has a wrong value: it is shown as one line, and the exit code is 2
   */
  readonly run: (given: CommandLine, invocation: Invocation) => Promise<number>;
}
