/** A client that asks again as soon as it has its answer, over kept connections, with as little work as that takes. */
import { connect } from 'node:net';
import { creation } from './creation.mjs';

/** More than any answer's head; what does not fit comes in the next call. */
const READ_BYTES = 64 * 1024;

const HEAD_BYTES = 2048;

/** A server that is silent for this long has failed. */
const PATIENCE_MS = 10_000;

/** Length of an answer that begins here, head included; undefined for a chunked one. */
function lengthOf(bytes, size) {
  const head = bytes.latin1Slice(0, Math.min(size, HEAD_BYTES));
  const end = head.indexOf('\r\n\r\n');
  if (end < 0)
    throw new Error(`an answer whose head does not end within its first ${Math.min(size, HEAD_BYTES)} bytes`);
  if (!head.startsWith('HTTP/1.1 200'))
    throw new Error(`an answer other than 200: ${head.slice(0, head.indexOf('\r\n'))}`);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  return length === undefined ? undefined : end + 4 + Number(length);
}

/** One connection: `next` gives the text of each request, once the one before was answered, or undefined to stop. */
export function keepAsking(port, next) {
  return new Promise((resolve, reject) => {
    let left = 0;
    let isChunked = false;
    const ask = () => {
      const request = next();
      if (request !== undefined) return socket.write(request, 'latin1');
      socket.destroy();
      return resolve();
    };
    const take = (size, bytes) => {
      if (left === 0 && !isChunked) {
        const length = lengthOf(bytes, size);
        isChunked = length === undefined;
        left = length ?? 0;
      }
      if (isChunked) isChunked = bytes.latin1Slice(Math.max(0, size - 5), size) !== '0\r\n\r\n';
      else left -= size;
      if (left === 0 && !isChunked) ask();
      return true;
    };
    const callback = (size, bytes) => {
      try {
        return take(size, bytes);
      } catch (error) {
        socket.destroy();
        reject(error);
        return false;
      }
    };
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: Buffer.alloc(READ_BYTES), callback },
    });
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the server closed the connection')));
    socket.once('connect', ask);
  });
}

let count = 0;

/** Gives the text of each request in turn. */
function requests({ port, path, isUnique, creates }) {
  if (creates !== undefined) return () => creation(port, creates);
  const before = `GET ${path}`;
  const after = ` HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: keep-alive\r\n\r\n`;
  return () => (isUnique ? `${before}${(count += 1)}${after}` : before + after);
}

/**
 * Asks over several connections, each with one request at a time, for some seconds or for an amount of requests.
 * Where `isUnique`, a number that never comes twice is added to the path; `creates` is a sandbox to create courses in
 * instead.
 */
export async function shoot({ seconds, amount, connections, ...target }) {
  const { port } = target;
  const request = requests(target);
  const since = performance.now();
  const until = amount === undefined ? since + seconds * 1000 : Infinity;
  let asked = 0;
  const next = () => {
    if (asked === amount || performance.now() >= until) return undefined;
    asked += 1;
    return request();
  };
  await Promise.all(Array.from({ length: connections }, () => keepAsking(port, next)));
  return { requests: asked, seconds: (performance.now() - since) / 1000 };
}
