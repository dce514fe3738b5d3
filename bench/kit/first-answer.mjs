/** Waits until a server answers 200, asking again as soon as it refuses. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A pause this short hardly adds to a start, and does not steal the starting process' core. */
const PAUSE_MS = 1;

/** One attempt: the status of the answer, or undefined where nobody listens yet. */
function ask(port, path) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (status) => {
      socket.destroy();
      resolve(status);
    };
    socket.on('error', () => settle(undefined));
    socket.on('close', () => settle(undefined));
    socket.on('connect', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`),
    );
    socket.once('data', (bytes) => settle(Number(bytes.toString('latin1', 9, 12))));
  });
}

/** Waits for the first 200; `isGone` ends the wait for a server that has ended. */
export async function firstAnswer({ port, path, timeoutMs = 30_000, isGone = () => false }) {
  const until = performance.now() + timeoutMs;
  let status;
  while (performance.now() < until) {
    status = await ask(port, path);
    if (status === 200) return;
    if (isGone()) throw new Error('it ended before it answered');
    await sleep(PAUSE_MS);
  }
  throw new Error(status === undefined ? `no answer within ${timeoutMs / 1000} s` : `it answered ${status}, not 200`);
}
