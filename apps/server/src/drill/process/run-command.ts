/** Runs the command of a drill, and ends it in time. */
import { existsSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { type ChildProcess, spawn } from 'node:child_process';
import { endProcesses, killNow, type ProcessGroup } from './end-processes.js';
import { stripVTControlCharacters } from 'node:util';
import { normalizeSpawnCommand } from 'tinyexec';

/** A command that cannot be run; the message is one line. */
export class CommandNotRun extends Error {
  override readonly name = 'CommandNotRun';
}

const isPath = (program: string): boolean => /[\\/]/.test(program);

function reason(program: string, code: string): string {
  if (code === 'EACCES') return 'it is not executable';
  if (code !== 'ENOENT') return code;
  if (!isPath(program)) return 'there is no such command on the PATH';
  return existsSync(program) ? 'the interpreter that its first line names is not there' : 'there is no such file';
}

/** What a failure to start a program means. */
function notRun(program: string, error: unknown): CommandNotRun {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new CommandNotRun(`cannot run ${JSON.stringify(program)}: ${reason(program, code)}`, { cause: error });
}

/** Ctrl-C, the end asked for by a supervisor, and the terminal that is closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Signals that are listened to. */
export interface StopSignals {
  /** Aborted by the first of them; its reason is the name of the signal. */
  readonly signal: AbortSignal;
  /** Listens no more. */
  readonly release: () => void;
}

/** Listens to the signals that end a program. A second one does not wait for anything. */
export function stopSignals(): StopSignals {
  const controller = new AbortController();
  const onSignal = (name: NodeJS.Signals): void => {
    // What runs is killed at the exit.
    if (controller.signal.aborted) process.exit(1);
    controller.abort(name);
  };
  for (const name of signals) process.on(name, onSignal);
  return {
    signal: controller.signal,
    release: () => signals.forEach((name) => process.off(name, onSignal)),
  };
}

/** How long output may still come once every process has ended, in ms. */
const DRAIN_MS = 1000;

/** How a process ended: with an exit code, or by a signal. */
interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const isWindows = process.platform === 'win32';

/** Starts it. Standard input is empty: a process of another group than the terminal's would stop when it reads. */
function start(
  [program = '', ...parameters]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ChildProcess {
  // What only a shell of Windows starts, such as npm, is started by one.
  const { command, args, options } = normalizeSpawnCommand(program, parameters, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !isWindows,
    windowsHide: true,
  });
  return spawn(command, args, options);
}

/**
 * Waits for its end.
 *
 * @throws {@link CommandNotRun} where it could not be started
 */
function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(notRun(child.spawnfile, error)));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

/** Waits until its pipes are closed; one that somebody unknown still holds is let go. */
function drained(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
    const open = new Set(streams.filter((stream) => !stream.closed));
    if (open.size === 0) {
      resolve();
      return;
    }
    const timer = setTimeout(() => streams.forEach((stream) => stream.destroy()), DRAIN_MS);
    for (const stream of open) {
      stream.once('close', () => {
        open.delete(stream);
        if (open.size > 0) return;
        clearTimeout(timer);
        resolve();
      });
    }
  });
}

/** Most that is kept, in bytes: what a person scrolls back through. */
const KEPT_BYTES = 64 * 1024;

/** The end of what a command prints, standard output and standard error as they come. */
export class OutputTail {
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #isWhole = true;

  /** Takes what was printed. */
  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.byteLength;
    while (this.#size - (this.#chunks[0]?.byteLength ?? 0) >= KEPT_BYTES) {
      this.#size -= this.#chunks.shift()?.byteLength ?? 0;
      this.#isWhole = false;
    }
  }

  /** Its last lines, at most so many, without colours and without the last line end. */
  lines(count: number): string {
    const text = stripVTControlCharacters(Buffer.concat(this.#chunks).toString('utf8')).trimEnd();
    const lines = text.split(/\r?\n/);
    // The first one may have lost its beginning.
    if (!this.#isWhole && lines.length > 1) lines.shift();
    return lines.slice(-count).join('\n');
  }
}

/** How long processes may take to end by themselves once they are told to, unless it is said, in ms. */
const GRACE_MS = 5000;

/** How a command is run. */
export interface RunOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How long it may run, in ms. */
  readonly limitMs: number;
  /** Ends it before that. */
  readonly signal: AbortSignal;
  /** How long processes may take to end by themselves once they are told to, in ms. */
  readonly graceMs?: number;
  /** Takes what it prints, while it prints it. */
  readonly onOutput?: ((chunk: Buffer) => void) | undefined;
}

/** How a command ended. */
export interface CommandEnd extends Exit {
  readonly isTimedOut: boolean;
  /** How long it ran, in ms. */
  readonly ms: number;
  /** Processes that it left running, which were ended. */
  readonly left: number;
  readonly output: OutputTail;
}

/**
 * Runs a command.
 *
 * @throws {@link CommandNotRun} where it is not there or not executable
 */
export async function runCommand(command: readonly string[], options: RunOptions): Promise<CommandEnd> {
  const { environment, onOutput } = options;
  const mark = ['UNDERSTUDY_DRILL', randomUUID()] as const;
  const output = new OutputTail();
  const began = performance.now();
  let child: ChildProcess;
  try {
    child = start(command, { ...environment, [mark[0]]: mark[1] });
  } catch (error) {
    throw notRun(command[0] ?? '', error);
  }
  const exited = exitOf(child);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output.push(chunk);
      onOutput?.(chunk);
    });
  }
  // Without an id it was not started, and the error says why.
  if (child.pid === undefined) return exited.then(() => Promise.reject(notRun(command[0] ?? '', 'it has no process')));
  const group = { leader: child.pid, mark: mark.join('=') };
  return attend({ child, group, exited, output, began }, options);
}

/** A command that runs. */
interface Running {
  readonly child: ChildProcess;
  readonly group: ProcessGroup;
  readonly exited: Promise<Exit>;
  readonly output: OutputTail;
  /** When it was started, as `performance.now()` says it. */
  readonly began: number;
}

/** Waits for the end of a command that runs, or brings it about. */
async function attend(
  { child, group, exited, output, began }: Running,
  { limitMs, signal, graceMs = GRACE_MS }: RunOptions,
): Promise<CommandEnd> {
  let isTimedOut = false;
  let ending: Promise<number> | undefined;
  const end = (): void => void (ending ??= endProcesses(group, graceMs));
  const limit = setTimeout(() => {
    isTimedOut = true;
    end();
  }, limitMs);
  const onExit = (): void => killNow(group);
  process.once('exit', onExit);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    const exit = await exited;
    clearTimeout(limit);
    const ms = performance.now() - began;
    const wasEnded = ending !== undefined;
    await ending;
    // What is left although it has ended by itself.
    const left = wasEnded ? 0 : await endProcesses(group, graceMs);
    await drained(child);
    return { ...exit, isTimedOut, ms, left, output };
  } finally {
    clearTimeout(limit);
    signal.removeEventListener('abort', end);
    process.off('exit', onExit);
  }
}
