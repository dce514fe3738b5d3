/** Runs a command to its end, in a process group of its own, of which nothing is left when it has ended. */
import { randomUUID } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { drained, type Exit, exitOf, start } from './child.js';
import { endProcesses, killNow } from './end-processes.js';
import { notRun } from './not-run.js';
import { OutputTail } from './output-tail.js';
import type { ProcessGroup } from './survivors.js';

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
