/** What a subcommand of `understudy` is. */
import type { OptionTable } from '../options/option.js';
import type { Given } from '../options/options.js';
import type { Source } from './sources.js';

/** What the program is run with. */
export interface Invocation {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The working directory. */
  readonly folder: string;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Whether standard error is one. */
  readonly isErrorTerminal: boolean;
  /** Writes bytes to the standard output and gives how many were taken; throws if none were. */
  readonly write: (bytes: Uint8Array) => number;
}

/** What a subcommand is given. */
export interface CommandLine extends Given {
  /** Where each value is from; one that is left out has its default. */
  readonly sources: ReadonlyMap<string, Source>;
  /** The configuration file that values were read from; undefined where there is none. */
  readonly configFile: string | undefined;
  /** Which of its actions is asked for, where the command has some. */
  readonly action: string;
  /** What was given beside the flags, at most as many as the command takes. */
  readonly operands: readonly string[];
  /** What followed `--`, for a command that runs another program. */
  readonly program: readonly string[];
}

/** What a subcommand does, loaded only when it is asked for. */
export interface Command {
  /** Its flags by field. */
  readonly options: () => OptionTable;
  /** The same where they follow from what is given, such as the sizes of collections that somebody brought. */
  readonly optionsOf?: (given: CommandLine) => Promise<OptionTable>;
  /**
   * Runs it, and gives the exit code.
   *
   * @throws {@link OptionError} where an option has a wrong value: it is shown as one line, and the exit code is 2
   * @throws {@link Failure} where it cannot do what it was asked to: one line, and the exit code is 1
   */
  readonly run: (given: CommandLine, invocation: Invocation) => Promise<number>;
}

/** A subcommand, as far as it is known before it is loaded. */
export interface CommandOutline {
  readonly name: string;
  /** The heading that the list of commands has it under. */
  readonly group: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** What follows its name, such as `FILE [options]`. */
  readonly usage: string;
  /** Examples of its use, each with what it is for. */
  readonly examples?: readonly (readonly [line: string, purpose: string])[];
  /** The actions that it has: its first operand is one of them. */
  readonly actions?: readonly string[];
  /** How many operands it takes at most, its action aside. */
  readonly maxOperands: number;
  /** Whether its operand may be a file. */
  readonly takesFile?: boolean;
  /** Whether it runs another program, whose command follows `--`. */
  readonly runsProgram?: boolean;
  /** Whether the configuration file has no fields but its options. */
  readonly ownsConfig?: boolean;
  readonly load: () => Promise<Command>;
}

/** The subcommands; the first is the one that runs where none is named. */
export type Commands = readonly [CommandOutline, ...CommandOutline[]];
