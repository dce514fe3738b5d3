/** Runs one command of the workspace quietly, and gives back how it ended and what it said. */
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const env = {
  ...process.env,
  PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  DO_NOT_TRACK: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  // Colours are for people; a log would show them as codes.
  ...(process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' }),
};

/**
 * @param {string} command a shell command; tools of the workspace are on its path
 * @param {{ cwd?: string, inherit?: boolean }} [options] `inherit` shows the output at once instead of keeping it
 * @returns {Promise<{ ok: boolean, code: number, output: string, seconds: number }>} how it ended
 */
export function run(command, { cwd = root, inherit = false } = {}) {
  const begun = performance.now();
  const stdio = inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'];
  // A group of its own lets one signal reach the shell and all it has started.
  const grouped = !inherit && process.platform !== 'win32';
  const child = spawn(command, { cwd, env, stdio, shell: true, detached: grouped });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr?.setEncoding('utf8').on('data', (text) => (output += text));
  const stop = forwardSignals(child, grouped);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      stop();
      const seconds = (performance.now() - begun) / 1000;
      resolve({ ok: code === 0, code: code ?? 1, output, seconds });
    });
  });
}

/** Ends the command and then this process when either is told to stop, so that nothing is left behind. */
function forwardSignals(child, grouped) {
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
  const handlers = Object.entries(codes).map(([signal, code]) => {
    const handler = () => {
      try {
        if (grouped) process.kill(-child.pid, signal);
        else child.kill(signal);
      } catch {
        // It has just ended by itself.
      }
      process.exit(code);
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  return () => handlers.forEach((remove) => remove());
}
