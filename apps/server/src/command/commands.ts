/** The subcommands: one line for each. The first is the one that runs where none is named. */
import { checkCommand } from './check.js';
import type { Command } from './command.js';
import { clientCommand } from './client.js';
import { drillCommand } from './drill.js';
import { serveCommand } from './serve.js';

/** The subcommands. */
export const commands: readonly [Command, ...Command[]] = [serveCommand, drillCommand, checkCommand, clientCommand];
