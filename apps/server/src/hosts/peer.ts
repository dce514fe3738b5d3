/** Who is at the other end of a connection, by a name that no other connection has. */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';

// Several processes may write the journal of one sandbox.
const run = randomBytes(4).toString('base64url');
let count = 0;

/** The other end of a connection. */
export class Peer {
  /** Names the connection. */
  readonly name: string;
  /** Its network address; null where it was gone before anybody asked. */
  readonly address: string | null;
  readonly #socket: Socket;
  #headers: readonly string[] = [];
  /** Those who wait for its end: one listener of the socket is enough for all of them. */
  #waiting: Set<() => void> | undefined;

  constructor(socket: Socket) {
    count += 1;
    this.name = `c${count.toString(36)}_${run}`;
    // An IPv4 client of an IPv6 socket.
    this.address = socket.remoteAddress?.replace(/^::ffff:(?=[\d.]+$)/i, '') ?? null;
    this.#socket = socket;
  }

  /**
   * The headers of a request, all in one array that they share with the request before where they are the same: most are,
   * and a journal keeps them.
   */
  headersOf(raw: readonly string[]): readonly string[] {
    const before = this.#headers;
    const isSame = raw.length === before.length && raw.every((text, index) => text === before[index]);
    if (!isSame) this.#headers = raw;
    return this.#headers;
  }

  /** Calls when the connection is gone, unless that is taken back. */
  onGone(leave: () => void): void {
    if (this.#socket.destroyed) return leave();
    if (this.#waiting === undefined) {
      this.#waiting = new Set();
      this.#socket.once('close', () => this.#leave());
    }
    this.#waiting.add(leave);
  }

  /** Takes it back. */
  offGone(leave: () => void): void {
    this.#waiting?.delete(leave);
  }

  #leave(): void {
    for (const leave of this.#waiting ?? []) leave();
  }
}

const known = new WeakMap<Socket, Peer>();

/** The other end of a connection; to be asked first while it is open. */
export function peerOf(socket: Socket): Peer {
  let peer = known.get(socket);
  if (peer === undefined) known.set(socket, (peer = new Peer(socket)));
  return peer;
}
