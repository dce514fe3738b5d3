/** A connection of Node's http on which an answer with faults goes out: who hung up, and how it ends. */
import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type Ending, GARBAGE } from '../http/transfer.js';

/** What an answer with faults may end with, before it has come: a connection of HTTP/1, or one stream of HTTP/2. */
export interface Carrier {
  /** Aborted when it is gone. */
  readonly gone: AbortSignal;
  /** Whether nothing that comes on it is answered any more. */
  isEnding: boolean;
  /** Ends it; what was written before reaches the client before. */
  end(ending: Ending): Promise<void>;
}

/**
 * How long before an RST what was sent may take to arrive and be read, in ms. An RST takes back what its sender still
 * holds of it, and clients on libuv report one that comes together with data as an end.
 */
const ARRIVAL_MS = 100;

/**
 * How long after a FIN what the client still sends is taken, in ms. A socket that is closed with something unread sends an
 * RST, which may take the answer back (RFC 9112 §9.6).
 */
const LINGER_MS = 2000;

/** Closes a connection after what was written to it, and this; what the client still sends is dropped. */
export function closeGently(socket: Socket, text = ''): void {
  const late = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(late));
  socket.end(text);
}

/** A connection on which faults were met. */
export class Connection implements Carrier {
  readonly #socket: Socket;
  /** What a reset is to be of. */
  readonly #rawSocket: Socket;
  readonly #gone = new AbortController();
  /** Whether nothing that comes on it is answered any more. */
  isEnding = false;

  /**
   * @param socket what is written to
   * @param wire the same, or where that has TLS, the connection of TCP below it
   */
  constructor(socket: Socket, wire: Socket) {
    this.#socket = socket;
    this.#rawSocket = wire;
    // One for each answer that waits for its turn: a client may send many requests at once.
    setMaxListeners(0, this.#gone.signal);
    if (socket.destroyed) this.#gone.abort();
    else socket.once('close', () => this.#gone.abort());
  }

  /** Aborted when the connection is gone. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Ends it; earlier answers on it, and what was written of the last, reach the client before. */
  async end(ending: Ending): Promise<void> {
    if (ending === 'reset') return this.#reset();
    // Not by the response, which would make a chunk of it.
    if (ending === 'garbage') this.#socket.write(GARBAGE);
    closeGently(this.#socket);
  }

  async #reset(): Promise<void> {
    const socket = this.#socket;
    // Also by TLS itself: its tickets follow the handshake.
    if (this.#rawSocket.bytesWritten > 0) {
      // Called when all that was written before is with the system.
      await new Promise<void>((resolve) => socket.write('', () => resolve()));
      await sleep(ARRIVAL_MS, undefined, { signal: this.gone });
      // A client in this process gets to read it, however late the timer was.
      await nextTurn();
    }
    if (socket.destroyed) return;
    this.#rawSocket.resetAndDestroy();
  }
}

/** The connections of a server on which faults were met. */
export class Connections {
  readonly #rawSocketOf: (socket: Socket) => Socket;
  readonly #connections = new Map<Socket, Connection>();

  constructor(wireOf: (socket: Socket) => Socket) {
    this.#rawSocketOf = wireOf;
  }

  /** Whether a connection comes to its end, so that what comes on it is not answered any more. */
  isEnding(socket: Socket): boolean {
    return this.#connections.size > 0 && this.#connections.get(socket)?.isEnding === true;
  }

  /** The connection of a socket. */
  of(socket: Socket): Connection {
    const cached = this.#connections.get(socket);
    if (cached !== undefined) return cached;
    const connection = new Connection(socket, this.#rawSocketOf(socket));
    if (connection.gone.aborted) return connection;
    this.#connections.set(socket, connection);
    connection.gone.addEventListener('abort', () => this.#connections.delete(socket), { once: true });
    return connection;
  }
}
