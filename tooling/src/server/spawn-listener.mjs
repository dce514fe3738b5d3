/** Starts a Node program that says where it listens, in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { patient } from '../patience.mjs';
import { plainEnvironment } from './plain-environment.mjs';

/** How long a program may take to listen, in ms. */
const START_MS = patient(60_000);

/** Most of what a program writes that is kept, in characters. */
const KEPT = 20_000;

/**
 * Those that run; none outlives this process.
 *
 * @type {Set<import('node:child_process').ChildProcess>}
 */
const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/**
 * @typedef {import('node:stream').Readable} Readable
 * @typedef {import('node:stream').Writable | null} Input
 * @typedef {import('node:child_process').ChildProcessByStdio<Input, Readable, Readable>} Child
 *
 * @typedef {object} Listener
 * @property {string} origin where it listens
 * @property {Child} child
 * @property {() => string} output the end of what it has written, to standard output and standard error
 * @property {() => string} complaints the end of what it has written to standard error, which is shown as well
 * @property {() => boolean} isAlive
 * @property {() => void} stopReading closes its standard output
 * @property {Promise<number | NodeJS.Signals>} ended exit code, or the signal that has ended it, with all that it wrote
 * @property {(signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals>} stop sends a signal, and gives how it ended
 */

/**
 * @param {readonly string[]} parameters of Node: the program's file, and its own parameters
 * @param {object} [options]
 * @param {Readonly<Record<string, string | undefined>>} [options.env] variables beside the plain environment
 * @param {string} [options.cwd] where to run it
 * @param {string} [options.program] path of another Node than the one at hand
 * @param {'ignore' | 'pipe'} [options.stdin]
 * @param {boolean} [options.hasChannel] whether messages can be sent to it
 * @returns {Promise<Listener>} once it has said `listening on` and an address
 * @throws Error where it ends before that, or takes longer than a minute
 */
export async function spawnListener(
  parameters,
  { cwd, env = {}, program = process.execPath, stdin = 'ignore', hasChannel = false } = {},
) {
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = [stdin, 'pipe', 'pipe', ...(hasChannel ? /** @type {const} */ (['ipc']) : [])];
  const child = /** @type {Child} */ (
    spawn(program, parameters, { cwd, stdio, env: { ...plainEnvironment(), ...env } })
  );
  running.add(child);
  const [stdout, stderr] = [keep(child.stdout), keep(child.stderr)];
  child.stderr.pipe(process.stderr, { end: false });
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return code ?? signal;
  });
  const output = () => stdout() + stderr();
  const late = setTimeout(() => child.kill('SIGKILL'), START_MS);
  const origin = await Promise.race([
    originIn(child.stdout, stdout),
    ended.then((how) => Promise.reject(new Error(`it ended with ${how} before it listened: ${output()}`))),
  ]).finally(() => clearTimeout(late));
  return {
    origin,
    child,
    output,
    complaints: stderr,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stopReading: () => child.stdout.destroy(),
    ended,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

/**
 * Keeps the end of what comes.
 *
 * @param {Readable} stream
 * @returns {() => string}
 */
function keep(stream) {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk) => (text = (text + chunk).slice(-KEPT)));
  return () => text;
}

/**
 * The address that a program prints once it listens.
 *
 * @param {Readable} stream
 * @param {() => string} text what has come of it
 * @returns {Promise<string>}
 */
function originIn(stream, text) {
  return new Promise((resolve) => {
    stream.on('data', () => {
      const [, origin] = /listening on (https?:\S+)\n/.exec(text()) ?? [];
      if (origin !== undefined) resolve(origin);
    });
  });
}
