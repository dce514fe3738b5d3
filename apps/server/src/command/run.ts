/** Runs a command: serves until a signal comes, or prints what was asked for. */
import { apiVersion } from '@understudy/contract';
import { openApp } from '../app.js';
import { apiOf } from '../call/api.js';
import * as domains from '../domains/index.js';
import { lossNotice } from '../http/log.js';
import { type Listening, serve } from '../hosts/node.js';
import { isLoopback } from '../kit/loopback.js';
import { OptionError, optionsFor, type Settings } from '../options/options.js';
import { version } from '../version.js';
import { readCommand } from './arguments.js';
import { help } from './help.js';
import { LogOutput } from './log-output.js';

/** What a command is run with. */
export interface Invocation {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
  /** Writes bytes to the standard output and gives how many were taken; throws if none were. */
  readonly write: (bytes: Uint8Array) => number;
}

const api = apiOf(Object.values(domains));
const options = optionsFor(api.sizes);

/** Exit code for a wrong option or an address that is not available. */
const WRONG_USE = 2;

/** Longer than the longest delay that a running request may still wait for. */
const GRACE_MS = 12_000;

/**
 * How long a client may go on sending on connections that are open: long enough for the next request of a load balancer
 * that is busy, whose answer then tells it to send no more.
 */
const LINGER_MS = 500;

function listenFailure(error: unknown, { host, port }: Settings): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return `--port is ${port}, but another program already listens there; choose another port, or 0 for a free one`;
  }
  if (code === 'EACCES') return `--port is ${port}, but this user may not listen there; choose one above 1023`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `--host is ${JSON.stringify(host)}, but this machine does not have that address`;
  }
  return undefined;
}

function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isStopping = false;
    const onSignal = (signal: NodeJS.Signals): void => {
      // A second signal means not to wait for running requests.
      if (isStopping) process.exit(130);
      isStopping = true;
      resolve(signal);
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
}

/** Warns about the default seed on a server that others can reach. */
function warnAboutSeed({ host, seed }: Settings): void {
  if (isLoopback(host) || seed !== options.seed.fallback) return;
  const what = 'others can reach this server, and can compute its tokens and sessions from the default seed';
  process.stderr.write(`understudy: ${what}; choose another with --seed\n`);
}

async function serveUntilSignal(settings: Settings, write: Invocation['write']): Promise<number> {
  const stopped = untilSignal();
  const output = new LogOutput({ write, notice: lossNotice(settings.log ?? 'off') });
  const app = await openApp(settings, api, {
    sink: (lines) => output.write(lines),
    named: (field) => `--${options[field].flag}`,
  });
  let listening: Listening;
  try {
    listening = await serve(app.edge, settings);
  } catch (error) {
    await app.close();
    const failure = listenFailure(error, settings);
    if (failure === undefined) throw error;
    process.stderr.write(`understudy: ${failure}\n`);
    return WRONG_USE;
  }
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  output.write(`Understudy listening on http://${host}:${listening.port}\n`);
  warnAboutSeed(settings);
  const signal = await stopped;
  // Somebody who presses Ctrl-C waits for the end, and has no load balancer.
  await listening.close({ lingerMs: signal === 'SIGINT' ? 0 : LINGER_MS, graceMs: GRACE_MS });
  await app.close();
  await output.end();
  return 0;
}

/** Runs a command and gives its exit code. */
export async function run(invocation: Invocation): Promise<number> {
  try {
    const command = readCommand(invocation.arguments, invocation.environment, options);
    if (command.name === 'help') process.stdout.write(help(options));
    if (command.name === 'version') process.stdout.write(`understudy ${version} (API ${apiVersion})\n`);
    if (command.name !== 'serve') return 0;
    const log = command.settings.log ?? (invocation.isTerminal ? 'pretty' : 'json');
    return await serveUntilSignal({ ...command.settings, log }, invocation.write);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    process.stderr.write(`understudy: ${error.message}\n`);
    return WRONG_USE;
  }
}
