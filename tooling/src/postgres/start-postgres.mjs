/** A real PostgreSQL for tests, benches and scripts, in a process of its own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const keeper = fileURLToPath(new URL('keeper.mjs', import.meta.url));

/** Sends one request to the keeper of a database, and waits for its answer. */
function asker(child) {
  const waiting = new Map();
  const settle = (id, answer) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  };
  child.on('message', (answer) => settle(answer.id, answer));
  child.on('exit', (code, signal) => {
    const failure = `the process of PostgreSQL ended by itself (${signal ?? code})`;
    for (const id of waiting.keys()) settle(id, { failure });
  });
  let last = 0;
  return async (action) => {
    const id = action === undefined ? 0 : (last += 1);
    const answered = new Promise((resolve) => waiting.set(id, resolve));
    // It keeps a process alive that waits for it, and none that is done with it.
    child.channel?.ref();
    if (action !== undefined) child.send({ id, action });
    const answer = await answered;
    child.channel?.unref();
    if (answer.failure !== undefined) throw new Error(answer.failure);
    return answer;
  };
}

/**
 * @typedef {object} Postgres a running PostgreSQL
 * @property {number} port
 * @property {string} url address of its first database
 * @property {() => Promise<void>} halt stops it as an administrator would, ending what runs, and keeps its data
 * @property {() => Promise<void>} resume starts it again
 * @property {() => Promise<void>} stop stops it for good
 */

/**
 * Starts a PostgreSQL on a free port of the loopback address. It is gone, with its data, when it is stopped, and when
 * this process ends, in whichever way.
 *
 * @param {readonly string[]} [flags] flags of the program `postgres`
 * @returns {Promise<Postgres>}
 */
export async function startPostgres(flags = []) {
  // A group of its own: what ends this process by a signal to its group must not end the keeper before it has cleaned up.
  const child = fork(keeper, flags, { detached: true, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.unref();
  const ask = asker(child);
  let started;
  try {
    started = await ask();
  } catch (error) {
    if (child.connected) child.disconnect();
    throw error;
  }
  return {
    port: started.port,
    url: started.url,
    halt: async () => void (await ask('halt')),
    resume: async () => void (await ask('resume')),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.ref();
      child.disconnect();
      await ended;
    },
  };
}
