/** Python's http.client, in one process that asks in threads. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { plainEnvironment, runProgram } from '@understudy/tooling/server';
import type { Asked, Client, Seen } from './seen.js';

const SCRIPT = fileURLToPath(new URL('ask.py', import.meta.url));

/** There is no Python 3 on some machines. */
export async function openPython(): Promise<Client | undefined> {
  const { code } = await runProgram(['python3', '--version']);
  if (code !== 0) return undefined;
  const child = spawn('python3', ['-I', SCRIPT], { env: plainEnvironment(), stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, (seen: Seen) => void>();
  createInterface(child.stdout).on('line', (line) => {
    const { id, seen } = JSON.parse(line) as { id: number; seen: Seen };
    waiting.get(id)?.(seen);
  });
  let count = 0;
  return {
    ask: (asked: Asked) =>
      new Promise((resolve) => {
        const id = (count += 1);
        waiting.set(id, resolve);
        child.stdin.write(`${JSON.stringify({ ...asked, id })}\n`);
      }),
    close: () => ended(child),
  };
}

/** It ends with its input. */
async function ended(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null) await once(child, 'exit');
}
