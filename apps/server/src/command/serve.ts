/** `understudy serve`: serves until a signal comes. */
import { lossNotice } from '../http/log.js';
import { loadAll } from '../kit/made-once.js';
import { isLoopback } from '../kit/sandbox-address.js';
import { loopDelay } from '../metrics/metering.js';
import { dataOptions } from '../options/data.js';
import { readOptions, type Settings } from '../options/options.js';
import { schemeOptions } from '../options/tls.js';
import { serveOptions } from '../options/commands.js';
import { addressOf } from './address-of.js';
import type { Command, CommandLine, Invocation } from './command.js';
import { LogOutput } from './log-output.js';
import { options, optionsOf, type Plan, planOf } from './serving/plan.js';
import { type RunningServer, startServer, untilSignal } from './serving/server.js';
import { say } from './terminal.js';

/**
 * For how long nothing may have come on connections that are open: long enough for the next request of a load balancer
 * that is busy, whose answer then tells it to send no more.
 */
const LINGER_MS = 500;

/** How long after the start what was not needed yet is loaded, in ms: the first requests come before. */
const LOAD_REST_MS = 1000;

/** Loads what would be loaded later; where that fails, only another start helps, and the health checks say so. */
async function loadRest({ api }: Plan, server: RunningServer): Promise<void> {
  try {
    await loadAll();
    await api.whole();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(`a part of the server could not be loaded (${why}); start it again: its health checks fail until then`);
    server.leave();
  }
}

/** Warns about the default seed on a server that others can reach. */
function warnAboutSeed({ host, seed }: Settings): void {
  if (isLoopback(host) || seed !== dataOptions.seed.fallback) return;
  say(
    'others can reach this server, and can compute its tokens and sessions from the default seed; choose another with --seed',
  );
}

/** Serves until a signal comes. */
async function run(given: CommandLine, invocation: Invocation): Promise<number> {
  const { drain, open, watch } = readOptions(serveOptions, given);
  const plan = await planOf(given, invocation);
  // Somebody may look for them.
  for (const name of plan.replaced) say(`the collection ${name} of --data replaces the domain ${name}`);
  for (const line of [...plan.notices, ...(plan.identity?.notices ?? [])]) say(line);
  const stopped = untilSignal();
  const output = new LogOutput({ write: invocation.write, notice: lossNotice(plan.settings.log ?? 'off') });
  const sink = (lines: string): void => output.write(lines);
  const server = watch
    ? await (await import('./serving/watch.js')).startWatched(plan, sink, invocation)
    : await startServer(plan, sink);
  output.write(`Understudy listening on ${server.url}\n`);
  const loading = setTimeout(() => void loadRest(plan, server), LOAD_REST_MS);
  if (plan.settings.metrics === 'on') loopDelay();
  warnAboutSeed(plan.settings);
  if (open)
    await (
      await import('./serving/open-page.js')
    ).openPage(addressOf({ ...readOptions(schemeOptions, given), host: plan.settings.host, port: server.port }));
  const signal = await stopped;
  clearTimeout(loading);
  // Somebody who presses Ctrl-C waits for the end, and has no load balancer.
  const isAwaited = signal === 'SIGINT';
  if (drain > 0 && !isAwaited) say(`takes requests for ${drain} s more, and its health checks fail; then it stops`);
  await server.close({ drainMs: isAwaited ? 0 : drain * 1000, lingerMs: isAwaited ? 0 : LINGER_MS });
  await output.end();
  return 0;
}

/** `understudy serve`. */
export const command: Command = { options, optionsOf, run };
