/** Bytes on a raw socket that are no HTTP, or nearly: the server may answer or hang up, but has to live on. */
import { connect } from 'node:net';
import fc from 'fast-check';

const heads = [
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: \r\nHost: b\r\n\r\n',
  'GET  /two  spaces HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET http://elsewhere.example/api HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET * HTTP/1.1\r\nHost: a\r\n\r\n',
  'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'POST /api/education/courses HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"a"',
  'POST /api/education/courses HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
  'POST /api/education/courses HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
  'POST /api/education/courses HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n',
  'POST /api/education/courses HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'POST /api/education/courses HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n',
  'POST /api/education/courses HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n',
  'POST /sandboxes/f1/snapshot HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999\r\n\r\n',
  `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(3000)}\r\n`,
  'GET /api/education/courses HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(50),
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001',
  '\r\n\r\n\r\n',
];

/** What is written on one socket, and how it is left. */
export const rawBytes = fc.record({
  bytes: fc.oneof(
    fc.constantFrom(...heads).map((head) => Buffer.from(head, 'latin1')),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc
      .tuple(fc.constantFrom(...heads), fc.nat(), fc.nat(255))
      .map(([head, at, byte]) => Buffer.from(head, 'latin1').fill(byte, at % head.length, (at % head.length) + 1)),
  ),
  leaves: fc.constantFrom('ends', 'resets', 'waits'),
});

/** How long somebody who waits is given, in ms. */
const WAIT_MS = 50;

/** Writes the bytes and goes away; resolves once the socket is closed, to whether it could be opened. */
export function sendRaw(origin, { bytes, leaves }) {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    let isOpened = false;
    const socket = connect(Number(port), hostname, () => {
      isOpened = true;
      socket.write(bytes, () => {
        if (leaves === 'ends') socket.end();
        if (leaves === 'resets') socket.resetAndDestroy();
      });
      setTimeout(() => socket.destroy(), WAIT_MS);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(isOpened));
    socket.resume();
  });
}
