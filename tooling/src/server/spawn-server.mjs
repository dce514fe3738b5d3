/** The built server in a process of its own, as a user runs it. */
import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { runProgram } from './run-program.mjs';
import { spawnListener } from './spawn-listener.mjs';

/** The command's file. */
export const SERVER_MAIN = fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url));

/**
 * What root runs a program by, to have it obey the permissions of files: without root's privileges, as root still, since
 * another user may not be let into the folder that this clone is in.
 */
const UNPRIVILEGED = ['setpriv', '--bounding-set=-all', '--inh-caps=-all'];

/**
 * @typedef {import('./spawn-listener.mjs').Listener & { fetch: (path: string, init?: RequestInit) => Promise<Response> }}
 *   SpawnedServer a server, and how to ask it
 */

/**
 * Starts `understudy serve` on a free port of the loopback address, with no log unless the flags ask for one, and waits
 * until it listens.
 *
 * @param {readonly string[]} [flags]
 * @param {object} [options]
 * @param {Readonly<Record<string, string | undefined>>} [options.env] variables beside the plain environment
 * @param {string} [options.cwd] where to run it
 * @param {string} [options.main] another build of the command
 * @param {readonly string[]} [options.nodeFlags] flags of Node
 * @param {boolean} [options.hasChannel] whether messages can be sent to it
 * @param {boolean} [options.asAnyone] whether it may do no more than the permissions of files let anyone
 * @returns {Promise<SpawnedServer>}
 */
export async function spawnServer(
  flags = [],
  { main = SERVER_MAIN, nodeFlags = [], asAnyone = false, ...options } = {},
) {
  const log = flags.includes('--log') ? [] : ['--log', 'off'];
  const port = flags.includes('--port') ? [] : ['--port', '0'];
  const words = [...nodeFlags, main, 'serve', ...port, ...log, ...flags];
  const [program = process.execPath, ...before] = asAnyone && userInfo().uid === 0 ? UNPRIVILEGED : [];
  const parameters = before.length > 0 ? [...before, process.execPath, ...words] : words;
  const listener = await spawnListener(parameters, { ...options, program });
  return {
    ...listener,
    fetch: (path, init) => fetch(listener.origin + path, init),
    // As by Ctrl+C: upon SIGTERM it stays for half a second, for what a load balancer still sends.
    stop: (signal = 'SIGINT') => listener.stop(signal),
  };
}

/**
 * Runs the command to its end.
 *
 * @param {readonly string[]} parameters
 * @param {object} [options]
 * @param {Readonly<Record<string, string | undefined>>} [options.env] variables beside the plain environment
 * @param {string} [options.input] what it is given on standard input
 * @param {boolean} [options.asAnyone] whether it may do no more than the permissions of files let anyone
 */
export function runServer(parameters, { asAnyone = false, ...options } = {}) {
  const before = asAnyone && userInfo().uid === 0 ? UNPRIVILEGED : [];
  return runProgram([...before, process.execPath, SERVER_MAIN, ...parameters], options);
}
