/** The built server in a process of its own, as a user runs it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The command. */
export const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** A server in another process. */
export interface ServerProcess {
  readonly origin: string;
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** What it has written to standard error. */
  readonly complaints: () => string;
  /** Stops reading what it prints. */
  readonly stopReading: () => void;
  /** Sends a signal, and gives the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Starts `understudy serve` with flags, on a free port, and waits until it listens. */
export async function startProcess(flags: readonly string[] = [], environment: object = {}): Promise<ServerProcess> {
  const log = flags.includes('--log') ? [] : ['--log', 'off'];
  const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0', ...log, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  // With all that it wrote.
  const exit = once(child, 'close');
  let output = '';
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
    process.stderr.write(chunk);
  });
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, found] = /listening on (http:\S+)/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    void exit.then(([code, signal]: (number | string | null)[]) =>
      reject(new Error(`the server ended before it listened (${signal ?? code}): ${output}${complaints}`)),
    );
  });
  return {
    origin,
    fetch: (path, init) => fetch(origin + path, init),
    complaints: () => complaints,
    stopReading: () => child.stdout.destroy(),
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const [code] = (await exit) as [number | null];
      return code;
    },
  };
}

/**
 * What root runs a program by, to have it obey the permissions of files: without root's privileges, as root still, since
 * another user may not be let into the folder that this clone is in.
 */
const UNPRIVILEGED = ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] as const;

/** Runs the command to its end, or only as far as the permissions of files let anyone. */
export async function runCommand(
  parameters: readonly string[],
  environment: object = {},
  as?: 'anyone',
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const isDropped = as === 'anyone' && userInfo().uid === 0;
  const [program, ...before] = [...(isDropped ? UNPRIVILEGED : []), process.execPath] as [string, ...string[]];
  const child = spawn(program, [...before, MAIN, ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, stdout, stderr };
}
