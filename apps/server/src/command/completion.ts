/** `understudy completion`: prints a script that completes the command in a shell. */
import { writeWhole } from './write-whole.js';
import type { Command } from './command.js';
import { commands } from './commands.js';
import { bashCompletion } from './completion/bash.js';
import { completed } from './completion/completed.js';
import { fishCompletion } from './completion/fish.js';
import { zshCompletion } from './completion/zsh.js';

/** What makes the script of a shell. */
const scripts: Readonly<Record<string, typeof bashCompletion>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `understudy completion`. */
export const command: Command = {
  options: () => ({}),
  run: async ({ action }, { write }) => {
    const script = scripts[action];
    if (script !== undefined) writeWhole(write)(script(await completed(commands)));
    return 0;
  },
};
