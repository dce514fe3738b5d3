/** Starts Understudy once for all test files, on a free port, and ends it after them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server. */
    readonly origin: string;
  }
}

// Elsewhere: npx @understudy/server
const command = fileURLToPath(new URL('../node_modules/@understudy/server/dist/main.js', import.meta.url));

export async function setup({ provide }: TestProject): Promise<() => void> {
  const server = spawn(process.execPath, [command, 'serve', '--port', '0', '--log', 'off'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(server.stdout, 'data');
  const [origin] = /http:\S+/.exec(String(line)) ?? [];
  if (origin === undefined) throw new Error(`the server said ${String(line)}`);
  provide('origin', origin);
  return () => void server.kill();
}
