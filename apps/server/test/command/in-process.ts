/** The command in this process, which spares the start of another: what it prints, and the exit code that it gives. */
import { plainEnvironment } from '@understudy/tooling/server';
import { vi } from 'vitest';
import { run } from '../../src/command/run.js';

/** How a command ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Removes what waits for a signal since some listeners were there: a server that did not start would wait on. */
function stopWaiting(signal: NodeJS.Signals, before: readonly unknown[]): void {
  for (const listener of process.listeners(signal)) if (!before.includes(listener)) process.off(signal, listener);
}

/** Runs the command as `main.ts` does. That its process ends with the code is for tests that start one. */
export async function runHere(
  parameters: readonly string[],
  {
    env = {},
    isTerminal = false,
    folder = process.cwd(),
    ask,
  }: {
    env?: Readonly<Record<string, string>>;
    isTerminal?: boolean;
    folder?: string;
    ask?: (question: string) => Promise<string>;
  } = {},
): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  const [out, err] = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  out.mockImplementation((text) => {
    stdout += String(text);
    return true;
  });
  err.mockImplementation((text) => {
    stderr += String(text);
    return true;
  });
  const [interrupts, ends] = [process.listeners('SIGINT'), process.listeners('SIGTERM')];
  const write = (bytes: Uint8Array): number => {
    stdout += Buffer.from(bytes).toString();
    return bytes.byteLength;
  };
  try {
    const environment = { ...plainEnvironment(), ...env };
    const terminals = { isTerminal, isErrorTerminal: isTerminal, ...(ask === undefined ? {} : { ask }) };
    const code = await run({ arguments: parameters, environment, folder, ...terminals, write });
    return { code, stdout, stderr };
  } finally {
    out.mockRestore();
    err.mockRestore();
    stopWaiting('SIGINT', interrupts);
    stopWaiting('SIGTERM', ends);
  }
}
