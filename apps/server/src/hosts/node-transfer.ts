/** Sends answers with faults over Node's http. */
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Finished } from '../http/finish.js';
import type { Pauses } from '../http/pauses.js';
import { type Piece, release } from '../http/pieces.js';
import { type Transfer, transferOf } from '../http/transfer.js';
import { Connection } from './connection.js';

/** A request, and where its answer goes. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
}

/** Sends the answers with faults of a server. */
export class NodeTransfers {
  readonly #pauses: Pauses;
  readonly #connections = new Map<Socket, Connection>();

  constructor(pauses: Pauses) {
    this.#pauses = pauses;
  }

  /** Whether a connection comes to its end, so that what comes on it is not answered any more. */
  isEnding(socket: Socket): boolean {
    return this.#connections.size > 0 && this.#connections.get(socket)?.isEnding === true;
  }

  /** Sends an answer after those before it on its connection. Whatever it waits for ends when the client hangs up. */
  async send(exchange: Exchange, finished: Finished): Promise<void> {
    const { request, response, server } = exchange;
    const connection = this.#connectionOf(request.socket);
    const transfer = transferOf(finished, request.method ?? 'GET');
    connection.isEnding ||= transfer.ending !== undefined;
    // What is not read of a body would stand before the next request, and would turn a FIN into an RST.
    request.resume();
    // A connection that breaks under an answer is nobody's fault.
    response.on('error', () => undefined);
    try {
      await connection.turn(response);
      await this.#pauses.pause(transfer.silentMs, connection.gone);
      if (transfer.headers !== undefined) {
        // A client that has the whole answer would use the connection again, and be cut off in what it asks next.
        const isLast = transfer.isWhole && transfer.ending !== undefined;
        if (isLast || !server.listening) response.setHeader('connection', 'close');
        response.writeHead(finished.status, transfer.headers).flushHeaders();
        await this.#sendBody(response, transfer, connection.gone);
      }
      if (transfer.ending === undefined) response.end();
      else await connection.end(transfer.ending);
    } catch (error) {
      if (!connection.gone.aborted) throw error;
    } finally {
      await release(finished.body);
    }
  }

  async #sendBody(response: ServerResponse, { pieces, stallMs }: Transfer, gone: AbortSignal): Promise<void> {
    for await (const piece of pieces) await this.#sendOne(response, piece, gone);
    await this.#pauses.pause(stallMs, gone);
  }

  async #sendOne(response: ServerResponse, piece: Piece, gone: AbortSignal): Promise<void> {
    if (typeof piece === 'number') return this.#pauses.pause(piece, gone);
    gone.throwIfAborted();
    if (!response.write(piece)) await once(response, 'drain', { signal: gone });
  }

  #connectionOf(socket: Socket): Connection {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    const connection = new Connection(socket);
    if (connection.gone.aborted) return connection;
    this.#connections.set(socket, connection);
    connection.gone.addEventListener('abort', () => this.#connections.delete(socket), { once: true });
    return connection;
  }
}
