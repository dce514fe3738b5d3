/** What a shell can complete: the commands, their options, and the words and files that they take. */
import type { Option } from '../../options/option.js';
import type { CommandOutline, Commands } from '../command.js';
import { withCommon } from '../common-options.js';

/** An option, as a shell completes it. */
export interface CompletedOption {
  /** With its dashes. */
  readonly flag: string;
  /** What it does, in one line. */
  readonly help: string;
  /** What its value is; undefined where it has none. */
  readonly placeholder: string | undefined;
  readonly choices: readonly string[];
  readonly takesFile: boolean;
}

/** A command, as a shell completes it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  /** The words that its first operand can be. */
  readonly words: readonly string[];
  readonly takesFile: boolean;
  readonly runsProgram: boolean;
  readonly options: readonly CompletedOption[];
}

const HELP: CompletedOption = {
  flag: '--help',
  help: 'Show this help.',
  placeholder: undefined,
  choices: [],
  takesFile: false,
};

function completedOption({ flag, help, placeholder, choices = [] }: Option<unknown>): CompletedOption {
  return { flag: `--${flag}`, help, placeholder, choices, takesFile: placeholder?.startsWith('FILE') === true };
}

async function completedCommand(outline: CommandOutline): Promise<CompletedCommand> {
  const { name, summary, actions = [], takesFile = false, runsProgram = false } = outline;
  const options = withCommon((await outline.load()).options());
  const all = [...Object.values(options).map(completedOption), HELP];
  return { name, summary, words: actions, takesFile, runsProgram, options: all };
}

/** What a shell can complete of some commands; the first is the one that runs where none is named. */
export async function completed(commands: Commands): Promise<readonly CompletedCommand[]> {
  const help: CompletedCommand = {
    name: 'help',
    summary: 'Shows the options of a command.',
    words: commands.map(({ name }) => name),
    takesFile: false,
    runsProgram: false,
    options: [HELP],
  };
  return [...(await Promise.all(commands.map(completedCommand))), help];
}
