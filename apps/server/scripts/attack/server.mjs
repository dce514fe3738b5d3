/** The built server in a process of its own, with gauges read from outside and over IPC. */
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { spawnServer } from '@understudy/tooling/server';

const GAUGE = new URL('gauge.mjs', import.meta.url).href;

function descriptorsOf(pid) {
  const folder = `/proc/${pid}/fd`;
  return existsSync(folder) ? readdirSync(folder).length : undefined;
}

/**
 * Starts `understudy serve` on a free port of the loopback address.
 *
 * @param {readonly string[]} flags
 */
export async function startServer(flags) {
  const nodeFlags = ['--expose-gc', '--import', GAUGE];
  const server = await spawnServer(flags, { nodeFlags, hasChannel: true });
  const { child, ended } = server;
  return {
    ...server,
    /**
     * Bytes of memory, open descriptors, sockets and timers, and the longest holds of the event loop (ms) since this was
     * asked last.
     */
    gauge: async () => {
      const [answer] = await Promise.race([
        (child.send('gauge'), once(child, 'message')),
        ended.then(() => Promise.reject(new Error('the server has ended'))),
      ]);
      return { ...answer, descriptors: descriptorsOf(child.pid) };
    },
  };
}
