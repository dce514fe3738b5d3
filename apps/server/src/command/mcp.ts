/** `understudy mcp`: gives an agent tools and pages over the Model Context Protocol, on standard input and output. */
import { readOptions } from '../options/options.js';
import { serveOptions, serverOptions } from '../options/commands.js';
import type { OptionTable } from '../options/option.js';
import type { Command, CommandLine, Invocation } from './commands.js';
import { targetOf } from './remote-server.js';
import { options as optionsOfServe, optionsOf, planOf } from './serving/plan.js';
import { startServer, untilSignal } from './serving/server.js';
import { say } from './terminal.js';

const url = {
  ...serverOptions.url,
  help: 'Address of a server that runs, or of a sandbox of it; without it, one is started.',
  shown: 'none',
};

/** The options of a server that this command starts, without those of one that somebody watches; or the address of one that runs. */
const withUrl = (table: OptionTable): OptionTable => ({
  url,
  ...Object.fromEntries(Object.entries(table).filter(([field]) => !Object.hasOwn(serveOptions, field))),
});

/** Starts a server for as long as the agent is there, on a free port unless one is named. */
async function startOwn(given: CommandLine, invocation: Invocation) {
  const values = { port: 0, ...given.values, log: 'off' };
  const plan = await planOf({ ...given, values }, invocation);
  for (const line of plan.notices) say(line);
  return startServer(plan, () => undefined);
}

const endOfInput = (): Promise<void> =>
  new Promise((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });

async function run(given: CommandLine, invocation: Invocation): Promise<number> {
  const { url: running, adminToken } = readOptions({ url, adminToken: serverOptions.adminToken }, given);
  const ended = Promise.race([endOfInput(), untilSignal()]);
  const own = running === undefined ? await startOwn(given, invocation) : undefined;
  try {
    const place = { url: own?.url ?? running, adminToken, host: '', port: 0, tls: 'off', tlsCert: undefined } as const;
    const { server, sandbox } = await targetOf(undefined, place);
    const { connect } = await import('./mcp/connect.js');
    const connection = connect({ server, sandbox, given, invocation });
    await ended;
    await connection.close();
  } finally {
    await own?.close({ drainMs: 0, lingerMs: 0 });
  }
  return 0;
}

/** `understudy mcp`. */
export const command: Command = {
  options: () => withUrl(optionsOfServe()),
  optionsOf: async (given) => withUrl(await optionsOf(given)),
  run,
};
