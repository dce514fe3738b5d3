/** Starts a mock on a free port, as `npx @understudy/server` does. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** @returns {Promise<{ baseUrl: string, stop: () => void }>} the mock, once it listens */
export async function startMock() {
  const main = fileURLToPath(new URL('main.js', import.meta.resolve('@understudy/server')));
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--log', 'off'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, baseUrl] = /listening on (http:\S+)/.exec(line) ?? [];
    if (baseUrl !== undefined) return { baseUrl, stop: () => child.kill() };
  }
  throw new Error('the mock did not start');
}
