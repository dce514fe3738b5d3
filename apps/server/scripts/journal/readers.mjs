/** Those who wait for requests, and those who follow them, leave by the thousand: nothing of them stays. */
import { head, open, times, until } from './wire.mjs';

const TOGETHER = 500;

/** Heap that may be held more after them, in bytes: less than 2 kB for each. */
const MAX_GROWTH = 10_000_000;

const readers = {
  'wait for requests': (name) => `/sandboxes/${name}/requests?wait=60&min=10000`,
  'follow requests': (name) => `/sandboxes/${name}/requests/stream`,
};

async function round(server, target) {
  const sockets = [];
  await times(TOGETHER, 100, async (index) => {
    const socket = await open(server.origin);
    socket.write(head('GET', target(`readers-${index % 50}`), { Accept: 'text/event-stream, */*' }));
    sockets.push(socket);
  });
  const { sockets: held } = await until(server.gauge, (seen) => seen.sockets >= TOGETHER);
  // While entries come, so that some leave amid them.
  await times(100, 10, async (index) => {
    const url = `${server.origin}/sandboxes/readers-${index % 50}/api/education/courses?per_page=1`;
    // Else the connections would stay open for minutes, by right.
    const response = await fetch(url, { headers: { connection: 'close' } });
    await response.arrayBuffer();
  });
  for (const socket of sockets) socket.destroy();
  const left = await until(server.gauge, (seen) => seen.sockets <= 2 && seen.timers <= 5);
  return { held, left };
}

/** @param {{ start: Function, scale: number, store: string }} attack */
export async function leavingReaders({ start, scale, store }) {
  const server = await start(['--store', store]);
  const faults = [];
  const lines = [];
  for (const [title, target] of Object.entries(readers)) {
    for (let i = 0; i < 3; i += 1) await round(server, target);
    const before = await server.gauge();
    const rounds = Math.ceil(10 * scale);
    for (let i = 0; i < rounds; i += 1) {
      const { held, left } = await round(server, target);
      if (held < TOGETHER) faults.push(`${title}: of ${TOGETHER} only ${held} are there`);
      if (left.sockets > 2 || left.timers > 5) {
        faults.push(`${title}: ${left.sockets} sockets and ${left.timers} timers outlive them`);
      }
    }
    // What those who have just left held goes a moment later.
    const after = await until(server.gauge, ({ heap }) => heap - before.heap <= MAX_GROWTH);
    const grown = after.heap - before.heap;
    if (grown > MAX_GROWTH) faults.push(`${title}: the heap grew by ${grown} bytes`);
    lines.push(`${rounds * TOGETHER} clients that ${title} left, heap ${before.heap} before, ${after.heap} after`);
  }
  const since = performance.now();
  const sockets = [];
  await times(TOGETHER, 100, async (index) => {
    const socket = await open(server.origin);
    socket.write(head('GET', Object.values(readers)[index % 2](`readers-${index % 50}`)));
    sockets.push(socket);
  });
  await until(server.gauge, (seen) => seen.sockets >= TOGETHER);
  const ended = await server.stop();
  const ms = Math.round(performance.now() - since);
  lines.push(`stopped with ${ended} amid ${TOGETHER} of them, in ${ms} ms`);
  if (ended !== 0 || ms > 15_000) faults.push('the server waits for its readers when it stops');
  for (const socket of sockets) socket.destroy();
  return { said: lines.join('\n  '), faults };
}
