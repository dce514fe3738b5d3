/** `understudy serve`: serves until a signal comes. */
import { openApp } from '../app.js';
import type { Api } from '../call/api.js';
import type { Surroundings } from '../surroundings.js';
import { lossNotice } from '../http/log.js';
import { type Listening, serve } from '../hosts/node.js';
import { loopDelay } from '../metrics/loop-delay.js';
import { isLoopback } from '../kit/loopback.js';
import { dataOptions } from '../options/data.js';
import { type Named, optionsFor, readOptions, type Settings } from '../options/options.js';
import { apiOptionsFor } from '../options/api.js';
import { checkRecords } from '../served/check-records.js';
import { givenClaims } from '../served/given-claims.js';
import { givenRules } from '../served/given-rules.js';
import { loadDomains } from '../served/load-domains.js';
import { ours } from '../served/our-domains.js';
import { optionalOf } from '../served/part-of-ours.js';
import { servedApi } from '../served/served-api.js';
import { withData } from '../served/with-data.js';
import type { Command, Invocation } from './command.js';
import { WRONG_USE } from './exit-codes.js';
import { LogOutput } from './log-output.js';

/** How long a running request may still take; none waits for a delay or another fault any more. */
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
  if (isLoopback(host) || seed !== dataOptions.seed.fallback) return;
  const what = 'others can reach this server, and can compute its tokens and sessions from the default seed';
  process.stderr.write(`understudy: ${what}; choose another with --seed\n`);
}

/** Says which of our domains are not there, since somebody may look for them. */
function sayReplaced(names: readonly string[]): void {
  for (const name of names) {
    process.stderr.write(`understudy: the collection ${name} of --data replaces the domain ${name}\n`);
  }
}

/** What is served, and how. */
interface Serving extends Pick<Surroundings, 'rules' | 'claims'> {
  readonly settings: Settings;
  readonly api: Api;
  readonly named: Named;
  readonly write: Invocation['write'];
}

async function serveUntilSignal({ settings, api, rules, claims, named, write }: Serving): Promise<number> {
  const stopped = untilSignal();
  const output = new LogOutput({ write, notice: lossNotice(settings.log ?? 'off') });
  const app = await openApp(settings, api, { sink: (lines) => output.write(lines), named, rules, claims });
  let listening: Listening;
  try {
    const { maxConnections } = settings;
    listening = await serve(app.edge, settings, { maxConnections, dropped: app.dropped });
  } catch (error) {
    await app.close();
    const failure = listenFailure(error, settings);
    if (failure === undefined) throw error;
    process.stderr.write(`understudy: ${failure}\n`);
    return WRONG_USE;
  }
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  if (settings.metrics === 'on') loopDelay();
  output.write(`Understudy listening on http://${host}:${listening.port}\n`);
  warnAboutSeed(settings);
  const signal = await stopped;
  // Somebody who presses Ctrl-C waits for the end, and has no load balancer.
  await listening.close({ lingerMs: signal === 'SIGINT' ? 0 : LINGER_MS, graceMs: GRACE_MS });
  await app.close();
  await output.end();
  return 0;
}

/** `understudy serve`. */
export const serveCommand: Command = {
  name: 'serve',
  summary: 'Serves the API until it is stopped.',
  usage: '[options]',
  options: () => ({ ...optionsFor(servedApi({ ours }).sizes), ...apiOptionsFor(optionalOf(ours)) }),
  maxOperands: 0,
  run: async (given, { isTerminal, write }) => {
    const { domain, without, data, bare } = readOptions(apiOptionsFor(optionalOf(ours)), given);
    const served = withData({ ours, without, ...(await loadDomains(domain)) }, { data, bare, named: given.named });
    const api = servedApi(served);
    const settings = readOptions(optionsFor(api.sizes), given);
    checkRecords(served, settings);
    const rules = givenRules(settings, { api, named: given.named });
    const claims = givenClaims(settings, given.named);
    sayReplaced(served.replaced);
    const log = settings.log ?? (isTerminal ? 'pretty' : 'json');
    return serveUntilSignal({ settings: { ...settings, log }, api, rules, claims, named: given.named, write });
  },
};
