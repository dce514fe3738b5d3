/** Tells a client that speaks HTTP without TLS, where TLS is spoken, what is wrong. */
import type { Socket } from 'node:net';

/** What a request of HTTP/1 begins with, the method. */
const METHOD = /^[A-Z]/;

/** How long what the client still sends is taken, in ms, so that the answer is not taken back (RFC 9112 §9.6). */
const LINGER_MS = 2000;

const TEXT = '400 Bad Request: this server speaks HTTPS on this port; begin the URL with https://\n';

const ANSWER = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: text/plain; charset=utf-8',
  `Content-Length: ${TEXT.length}`,
  'Connection: close',
  '',
  TEXT,
].join('\r\n');

/** Answers on a connection on which the first bytes are there, and closes it. */
export function refusePlain(socket: Socket): void {
  const piece = socket.read() as Buffer | null;
  if (piece === null || !METHOD.test(piece.toString('latin1', 0, 1))) return void socket.destroy();
  const late = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(late));
  socket.resume().end(ANSWER);
}
