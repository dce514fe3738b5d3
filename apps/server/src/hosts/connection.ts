/** A connection of Node's http on which an answer with faults goes out: who hung up, and how it ends. */
import { once, setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { GARBAGE } from '../http/broken-connection.js';
import type { Ending } from '../http/transfer.js';

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

/** A connection on which faults were met. */
export class Connection {
  readonly #socket: Socket;
  readonly #gone = new AbortController();
  /** Whether nothing that comes on it is answered any more. */
  isEnding = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    // One for each answer that waits for its turn: a client may send many requests at once.
    setMaxListeners(0, this.#gone.signal);
    if (socket.destroyed) this.#gone.abort();
    else socket.once('close', () => this.#gone.abort());
  }

  /** Aborted when the connection is gone. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Settles when the answers to all requests before that of a response are out. */
  async turn(response: ServerResponse): Promise<void> {
    if (response.socket === null) await once(response, 'socket', { signal: this.gone });
    this.gone.throwIfAborted();
  }

  /** Ends it; earlier answers on it, and what was written of the last, reach the client before. */
  async end(ending: Ending): Promise<void> {
    if (ending === 'reset') return this.#reset();
    // Not by the response, which would make a chunk of it.
    if (ending === 'garbage') this.#socket.write(GARBAGE);
    this.#close();
  }

  #close(): void {
    const socket = this.#socket;
    socket.end();
    const late = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(late));
  }

  async #reset(): Promise<void> {
    const socket = this.#socket;
    if (socket.bytesWritten > 0) {
      // Called when all that was written before is with the system.
      await new Promise<void>((resolve) => socket.write('', () => resolve()));
      await sleep(ARRIVAL_MS, undefined, { signal: this.gone });
      // A client in this process gets to read it, however late the timer was.
      await nextTurn();
    }
    if (!socket.destroyed) socket.resetAndDestroy();
  }
}
