/** `understudy serve`: serves until a signal comes. */
import { lossNotice } from '../http/log.js';
import { loadAll } from '../kit/made-once.js';
import { isLoopback } from '../kit/sandbox-address.js';
import { loopDelay } from '../metrics/metering.js';
import { dataOptions } from '../options/data.js';
import { readOptions, type Settings } from '../options/options.js';
import { addressOf, schemeOptions } from '../options/tls.js';
import { serveOptions } from '../options/commands.js';
import type { Command, CommandLine, Invocation } from './commands.js';
import { options, optionsOf, type Plan, planOf } from './serving/plan.js';
import { type RunningServer, startServer, untilSignal } from './serving/server.js';
import { say } from './terminal.js';

interface LogTarget {
  /** Writes bytes and gives how many were taken; throws, with the code EAGAIN where a reader is slow. */
  readonly write: (bytes: Uint8Array) => number;
  /** The line that says how many lines were lost. */
  readonly notice: (lost: number) => string;
}

/** Bytes that wait for a slow reader; some 7,000 lines. */
const MAX_PENDING = 1024 * 1024;

/**
 * A slow reader is asked again after this long, and half as often each time that it takes nothing. A pipe of 64 kB takes
 * some 60 MB/s from one that reads whenever there is something.
 */
const SLOW_MS = 1;
const SLOWEST_MS = 16;

/** A full disk or a closed pipe is tried again after this long. */
const BROKEN_MS = 1000;

/** How long the end waits for a slow reader that takes nothing; one that takes something is waited for. */
const END_MS = 1000;

/** Bytes to write, and how many lines they say were lost. */
interface Entry {
  bytes: Buffer;
  readonly noticed: number;
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** How many lines are lost with it: counted then alone, since each takes a search of its own. */
const linesOf = ({ bytes, noticed }: Entry): number => (noticed > 0 ? noticed : countLines(bytes));

function isSlow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}

/** A log that neither ends the process nor fills its memory. */
export class LogOutput {
  readonly #target: LogTarget;
  readonly #pending: Entry[] = [];
  #size = 0;
  #lost = 0;
  /** Whether the last line that was written has no end. */
  #isBroken = false;
  #timer: NodeJS.Timeout | undefined;
  #patience = SLOW_MS;

  constructor(target: LogTarget) {
    this.#target = target;
  }

  /** Takes finished lines. */
  write(lines: string): void {
    const bytes = Buffer.from(lines);
    if (this.#size + bytes.byteLength > MAX_PENDING) {
      this.#lost += countLines(bytes);
      return;
    }
    this.#pushNotice();
    this.#push({ bytes, noticed: 0 });
    this.#drain();
  }

  /** Waits until a slow reader has everything, as long as it takes something. */
  async end(): Promise<void> {
    this.#tryAgain();
    for (let waited = 0; this.#size > 0 && waited < END_MS; waited += SLOWEST_MS) {
      const before = this.#size;
      await new Promise((resolve) => setTimeout(resolve, SLOWEST_MS));
      this.#drain();
      if (this.#size < before) waited = 0;
    }
    clearTimeout(this.#timer);
  }

  #push(entry: Entry): void {
    this.#pending.push(entry);
    this.#size += entry.bytes.byteLength;
  }

  #pushNotice(): void {
    if (this.#lost === 0) return;
    const text = `${this.#isBroken ? '\n' : ''}${this.#target.notice(this.#lost)}`;
    this.#push({ bytes: Buffer.from(text), noticed: this.#lost });
    this.#lost = 0;
  }

  #drain(): void {
    for (let entry = this.#pending[0]; entry !== undefined; entry = this.#pending[0]) {
      let taken: number;
      try {
        taken = this.#target.write(entry.bytes);
      } catch (error) {
        if (!isSlow(error)) this.#lose();
        this.#again(isSlow(error) ? this.#patience : BROKEN_MS);
        this.#patience = Math.min(2 * this.#patience, SLOWEST_MS);
        return;
      }
      this.#patience = SLOW_MS;
      this.#isBroken = taken > 0 ? entry.bytes[taken - 1] !== 10 : this.#isBroken;
      this.#size -= taken;
      entry.bytes = entry.bytes.subarray(taken);
      if (entry.bytes.byteLength === 0) this.#pending.shift();
    }
  }

  #lose(): void {
    for (const entry of this.#pending) this.#lost += linesOf(entry);
    this.#pending.length = 0;
    this.#size = 0;
  }

  #again(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#tryAgain();
    }, ms).unref();
  }

  /** Also where nothing more is logged: what was lost is to be said. */
  #tryAgain(): void {
    if (this.#size === 0) this.#pushNotice();
    this.#drain();
  }
}

/** Opens an address; where there is no browser, that is said, and the server goes on. */
async function openPage(url: string): Promise<void> {
  try {
    const { default: open } = await import('open');
    const child = await open(url);
    child.once('error', (error) => sayFailed(url, error));
  } catch (error) {
    sayFailed(url, error);
  }
}

function sayFailed(url: string, error: unknown): void {
  const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  say(`no browser could be opened (${why}); the page is ${url}`);
}

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

async function run(given: CommandLine, invocation: Invocation): Promise<number> {
  const { drain, open, watch } = readOptions(serveOptions, given);
  const plan = await planOf(given, invocation);
  // Somebody may look for them.
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
  if (open) {
    await openPage(addressOf({ ...readOptions(schemeOptions, given), host: plan.settings.host, port: server.port }));
  }
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
