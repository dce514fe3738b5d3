/** The built server in a process of its own, with gauges read from outside and over IPC. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const GAUGE = new URL('gauge.mjs', import.meta.url).href;

/** Most of what the server says that is kept, in characters. */
const MAX_SAID = 20_000;

/** How long a server may take to listen, in ms. */
const START_MS = 60_000;

function descriptorsOf(pid) {
  const folder = `/proc/${pid}/fd`;
  return existsSync(folder) ? readdirSync(folder).length : undefined;
}

async function originOf(child, said) {
  const listening = new Promise((resolve) => {
    child.stdout.on('data', () => {
      const [, origin] = /listening on (http:\S+)/.exec(said()) ?? [];
      if (origin !== undefined) resolve(origin);
    });
  });
  const late = new Promise((resolve) => setTimeout(resolve, START_MS).unref());
  const origin = await Promise.race([listening, once(child, 'exit'), late]);
  if (typeof origin === 'string') return origin;
  child.kill('SIGKILL');
  throw new Error(`the server did not start: ${said()}`);
}

/**
 * Starts `understudy serve` on a free port of the loopback address.
 *
 * @param {readonly string[]} flags
 */
export async function startServer(flags) {
  let output = '';
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', GAUGE, MAIN, 'serve', '--port', '0', '--log', 'off', ...flags],
    { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  // Faults of its own it tells on stdout, whatever the log is set to.
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-MAX_SAID)));
  }
  const exit = once(child, 'exit');
  const origin = await originOf(child, () => output);
  return {
    origin,
    pid: child.pid,
    /** The end of what it said. */
    said: () => output,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    /** Bytes of memory, open descriptors, and the longest holds of the event loop (ms) since this was asked last. */
    gauge: async () => {
      const [answer] = await Promise.race([
        (child.send('gauge'), once(child, 'message')),
        exit.then(() => Promise.reject(new Error('the server has ended'))),
      ]);
      return { ...answer, descriptors: descriptorsOf(child.pid) };
    },
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const [code, by] = await exit;
      return code ?? by;
    },
  };
}
