/** Runs what the command line asks for: a command, or the help. */
import { apiVersion } from '@understudy/contract/kit';
import { OptionError } from '../options/option.js';
import { StoreAway } from '../store/stores/store.js';
import { version } from '../server/version.js';
import { paintFor, programName, withProgram, writeWhole } from './terminal.js';
import { commands, FAILED, Failure, type Invocation, WRONG_USE } from './commands.js';
import { help, helpAbout, type Helping } from './help.js';
import type { ParsedCommand } from './read-command-line.js';

async function commandOf(invocation: Invocation): Promise<ParsedCommand> {
  const [first = '', ...others] = invocation.arguments;
  // Whoever asks for these alone waits for nothing else to be loaded.
  if (others.length === 0 && ['-v', '--version'].includes(first)) return { name: 'version' };
  if (others.length === 0 && ['-h', '--help', 'help'].includes(first)) return { name: 'help', about: undefined };
  const { readCommandLine } = await import('./read-command-line.js');
  return readCommandLine(invocation, commands);
}

/** What is to be printed where no command is to run. */
async function textFor(asked: Exclude<ParsedCommand, { readonly name: 'run' }>, helping: Helping): Promise<string> {
  switch (asked.name) {
    case 'version':
      return `understudy ${version} (API ${apiVersion})\n`;
    case 'help':
      return asked.about === undefined
        ? help(commands, helping)
        : helpAbout(asked.about.outline, asked.about.options, helping);
    case 'print-config': {
      const { configText } = await import('./options-from.js');
      const options = (await asked.command.optionsOf?.(asked.given)) ?? asked.command.options();
      return configText(options, asked.given, helping.paint);
    }
  }
}

async function runCommand(invocation: Invocation): Promise<number> {
  const asked = await commandOf(invocation);
  if (asked.name === 'run') return asked.command.run(asked.given, invocation);
  const paint = paintFor(invocation.isTerminal, invocation.environment);
  const called = (line: string): string => withProgram(line, programName(invocation.environment), commands);
  writeWhole(invocation.write)(await textFor(asked, { paint, called }));
  return 0;
}

/** Runs what the command line asks for, and gives the exit code. */
export async function run(invocation: Invocation): Promise<number> {
  try {
    return await runCommand(invocation);
  } catch (error) {
    if (!(error instanceof OptionError) && !(error instanceof Failure)) throw error;
    const paint = paintFor(invocation.isErrorTerminal, invocation.environment);
    const message = withProgram(error.message, programName(invocation.environment), commands);
    // One that finds several things wrong has a line for each.
    for (const line of message.split('\n')) process.stderr.write(`${paint('error', 'understudy:')} ${line}\n`);
    // Whoever starts programs tries one again that failed, and not one that was used wrongly.
    return error instanceof Failure || error.cause instanceof StoreAway ? FAILED : WRONG_USE;
  }
}
