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
 * @param {object} [options]
 * @param {string} [options.cwd] where to run it
 * @param {boolean} [options.inherit] shows the output at once instead of keeping it
 * @param {number} [options.limitMs] ends it, and whatever it started, after that time
 * @param {Record<string, string>} [options.env] variables beside those of this process
 * @returns {Promise<{ ok: boolean, code: number, output: string, seconds: number }>} how it ended
 */
export function run(command, { cwd = root, inherit = false, limitMs, env: own } = {}) {
  const begun = performance.now();
  const stdio = inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'];
  // A group of its own lets one signal reach the shell and all it has started.
  const grouped = !inherit && process.platform !== 'win32';
  const child = spawn(command, { cwd, env: { ...env, ...own }, stdio, shell: true, detached: grouped });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr?.setEncoding('utf8').on('data', (text) => (output += text));
  const stop = forwardSignals(child, grouped);
  const limit = limitMs && setTimeout(() => endAll(child.pid), limitMs);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      stop();
      clearTimeout(limit);
      const seconds = (performance.now() - begun) / 1000;
      const isLate = limitMs !== undefined && seconds * 1000 >= limitMs;
      if (isLate) output += `\nended: it took longer than ${limitMs / 1000} s`;
      resolve({ ok: code === 0 && !isLate, code: code ?? 1, output, seconds });
    });
  });
}

/** How long what is asked to end may take to clean up, in ms. */
const GRACE_MS = 10_000;

/** Ends a process and all that it started, in whatever groups: turbo gives its tasks groups of their own. */
async function endAll(pid) {
  // Loaded late: this file also installs what it is a part of.
  const { default: kill } = await import('tree-kill');
  kill(pid, 'SIGTERM');
  setTimeout(() => kill(pid, 'SIGKILL'), GRACE_MS).unref();
}

/** Sends a signal to a command, and to all that it started where it leads a group of its own. */
function end(child, { grouped, signal }) {
  try {
    if (grouped) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It has just ended by itself.
  }
}

/** Ends the command and then this process when either gets a signal to stop, so that nothing is left behind. */
function forwardSignals(child, grouped) {
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
  const handlers = Object.entries(codes).map(([signal, code]) => {
    const handler = () => {
      end(child, { grouped, signal });
      process.exit(code);
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  return () => handlers.forEach((remove) => remove());
}
