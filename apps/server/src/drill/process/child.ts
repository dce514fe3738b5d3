/** A child process: its start, its end, and the end of its output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { normalizeSpawnCommand } from 'tinyexec';
import { notRun } from './not-run.js';

/** How long output may still come once every process has ended, in ms. */
const DRAIN_MS = 1000;

/** How a process ended: with an exit code, or by a signal. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const isWindows = process.platform === 'win32';

/** Starts it. Standard input is empty: a process of another group than the terminal's would stop when it reads. */
export function start(
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
export function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(notRun(child.spawnfile, error)));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

/** Waits until its pipes are closed; one that somebody unknown still holds is let go. */
export function drained(child: ChildProcess): Promise<void> {
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
