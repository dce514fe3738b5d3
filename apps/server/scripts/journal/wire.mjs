/** Requests as bytes on sockets, so that a client can leave in any moment. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** Opens a connection; what comes is thrown away. */
export async function open(origin) {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  await once(socket, 'connect');
  return socket.resume();
}

/** A request as bytes. */
export function head(method, target, headers = {}) {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Looks until it is as wanted, and gives the last look. */
export async function until(look, isWanted, patienceMs = 30_000) {
  const end = performance.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (isWanted(seen) || performance.now() > end) return seen;
    await setTimeout(25);
  }
}

/** Does something so many times, some of them at once. */
export async function times(count, together, act) {
  let next = 0;
  const work = async () => {
    while (next < count) await act((next += 1) - 1);
  };
  await Promise.all(Array.from({ length: Math.min(together, count) }, work));
}

/** Asks one after the other on one connection, many on their way at a time; gives the statuses by how often they came. */
export async function pipeline(origin, targets) {
  const socket = await open(origin);
  const statuses = {};
  let [left, seen] = [targets.length, ''];
  const done = new Promise((resolve, reject) => {
    socket.once('close', () => (left > 0 ? reject(new Error(`${left} answers are missing`)) : resolve(statuses)));
    socket.setEncoding('latin1').on('data', (text) => {
      seen += text;
      for (const [, status] of seen.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        statuses[status] = (statuses[status] ?? 0) + 1;
        left -= 1;
      }
      // What may be the beginning of a status line.
      seen = /HTTP\/1\.1 \d{0,3}$|H(?:T(?:T(?:P(?:\/(?:1(?:\.(?:1)?)?)?)?)?)?)?$/.exec(seen)?.[0] ?? '';
      if (left === 0) socket.end();
    });
  });
  socket.write(targets.map((target) => head('GET', target)).join(''));
  return done;
}
