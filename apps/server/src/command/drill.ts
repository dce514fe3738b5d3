/** `understudy drill -- COMMAND`: runs a command under plans of trouble, and judges how it behaved. */
import { OptionError, readOptions } from '../options/options.js';
import type { Command } from './command.js';
import { options } from './document-options.js';

/** `understudy drill`. */
export const command: Command = {
  options: () => options,
  run: async (given, invocation) => {
    if (given.program.length === 0) {
      throw new OptionError('drill needs the command to run after --, such as understudy drill -- npm test');
    }
    const asked = readOptions(options, given);
    const { CommandNotRun } = await import('../drill/process/run-command.js');
    const { drill } = await import('./run-drill.js');
    try {
      return await drill(given, asked, invocation);
    } catch (error) {
      if (error instanceof CommandNotRun) throw new OptionError(error.message, { cause: error });
      throw error;
    }
  },
};
