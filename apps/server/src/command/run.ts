/** Runs what the command line asks for: a command, or the help. */
import { apiVersion } from '@understudy/contract/kit';
import { OptionError } from '../options/options.js';
import { version } from '../version.js';
import type { Invocation } from './command.js';
import { commands } from './commands.js';
import { WRONG_USE } from './exit-codes.js';
import { help, helpAbout } from './help.js';
import { readCommandLine } from './read-command-line.js';

async function runAsked(invocation: Invocation): Promise<number> {
  const asked = readCommandLine(invocation, commands);
  if (asked.name === 'run') return asked.command.run(asked.given, invocation);
  if (asked.name === 'version') process.stdout.write(`understudy ${version} (API ${apiVersion})\n`);
  else process.stdout.write(asked.about === undefined ? help(commands) : helpAbout(asked.about));
  return 0;
}

/** Runs what the command line asks for, and gives the exit code. */
export async function run(invocation: Invocation): Promise<number> {
  try {
    return await runAsked(invocation);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    // One that finds several things wrong has a line for each.
    for (const line of error.message.split('\n')) process.stderr.write(`understudy: ${line}\n`);
    return WRONG_USE;
  }
}
