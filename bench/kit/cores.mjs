/** Gives the servers one core and the clients another, where the system can do that. */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const SERVER_CORE = '0';
const CLIENT_CORE = '1';

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/** What was done, for the report. */
export const pinning = canPin
  ? `servers on core ${SERVER_CORE}, clients on core ${CLIENT_CORE} (taskset)`
  : 'nothing pinned: this machine has no taskset, or one core only';

/** Moves this process, and whatever it starts from now on, to the clients' core. */
export function moveToClientCore() {
  if (canPin) spawnSync('taskset', ['-a', '-p', '-c', CLIENT_CORE, String(process.pid)]);
}

/** A command line that runs Node on the servers' core. */
export function onServerCore(args) {
  return canPin
    ? { command: 'taskset', args: ['-c', SERVER_CORE, process.execPath, ...args] }
    : { command: process.execPath, args };
}
