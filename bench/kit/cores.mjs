/** Gives the servers one core and the clients another, where the system can do that. */
import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';

const SERVER_CORE = '0';
const CLIENT_CORE = '1';

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/** What was done, for the report. */
export const pinning = canPin
  ? `servers on core ${SERVER_CORE}, clients on core ${CLIENT_CORE} (taskset)`
  : 'nothing pinned: this machine has no taskset, or one core only';

function moveTo(list) {
  if (canPin) spawnSync('taskset', ['-a', '-p', '-c', list, String(process.pid)]);
}

/** Moves this process, and whatever it starts from now on, to the clients' core. */
export const moveToClientCore = () => moveTo(CLIENT_CORE);

/** Does some work for which this process, and whatever it starts meanwhile, has all cores, as a browser has anywhere. */
export async function onAllCores(work) {
  moveTo(`0-${cpus().length - 1}`);
  try {
    return await work();
  } finally {
    moveToClientCore();
  }
}

/** A command line that runs Node on the servers' core. */
export function onServerCore(args) {
  return canPin
    ? { command: 'taskset', args: ['-c', SERVER_CORE, process.execPath, ...args] }
    : { command: process.execPath, args };
}
