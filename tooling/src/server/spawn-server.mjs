/** The built server in a process of its own, as a user runs it. */
import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { runProgram } from './run-program.mjs';
import { spawnListener } from './spawn-listener.mjs';

/** The command's file. */
export const SERVER_MAIN = fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url));

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
 * @param {string} [options.main] another build of the command
 * @param {readonly string[]} [options.nodeFlags] flags of Node
 * @param {boolean} [options.hasChannel] whether messages can be sent to it
 * @returns {Promise<SpawnedServer>}
 */
export async function spawnServer(flags = [], { main = SERVER_MAIN, nodeFlags = [], ...options } = {}) {
  const log = flags.includes('--log') ? [] : ['--log', 'off'];
  const listener = await spawnListener([...nodeFlags, main, 'serve', '--port', '0', ...log, ...flags], options);
  return { ...listener, fetch: (path, init) => fetch(listener.origin + path, init) };
}

/**
 * What root runs a program by, to have it obey the permissions of files: without root's privileges, as root still, since
 * another user may not be let into the folder that this clone is in.
 */
const UNPRIVILEGED = ['setpriv', '--bounding-set=-all', '--inh-caps=-all'];

/**
 * Runs the command to its end.
 *
 * @param {readonly string[]} parameters
 * @param {object} [options]
 * @param {Readonly<Record<string, string | undefined>>} [options.env] variables beside the plain environment
 * @param {boolean} [options.asAnyone] whether it may do no more than the permissions of files let anyone
 */
export function runServer(parameters, { asAnyone = false, ...options } = {}) {
  const before = asAnyone && userInfo().uid === 0 ? UNPRIVILEGED : [];
  return runProgram([...before, process.execPath, SERVER_MAIN, ...parameters], options);
}
