/** Sends answers with faults over Node's http. */
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import type { Finished } from '../http/finish.js';
import type { Pauses } from '../http/pauses.js';
import { type Piece, release } from '../http/pieces.js';
import { MAX_ANSWER, type Sent } from '../http/sent.js';
import { transferOf } from '../http/transfer.js';
import { ByteStart } from '../journal/byte-start.js';
import { Connection } from './connection.js';
import type { Destination } from './destination.js';
import { watchEnd } from './node-sending.js';

/** What waits for faults; another server may take its place. */
export interface Pausing {
  readonly pauses: Pauses;
}

/** A request, and where its answer goes. */
export interface Exchange extends Destination {
  readonly request: IncomingMessage;
  readonly server: Server;
}

/** How an answer ended; undefined where it was handed over as a whole. */
interface Ending {
  readonly how: ExchangeEnding | undefined;
  readonly sent: Sent;
}

/** What of an answer has gone out so far. */
class Progress implements Sent {
  hasHead = false;
  readonly body = new ByteStart(MAX_ANSWER);
}

async function sendOne(response: ServerResponse, piece: Exclude<Piece, number>, gone: AbortSignal): Promise<void> {
  gone.throwIfAborted();
  if (!response.write(piece)) await once(response, 'drain', { signal: gone });
}

/** Sends the answers with faults of a server. */
export class NodeTransfers {
  readonly #edge: Pausing;
  readonly #connections = new Map<Socket, Connection>();

  constructor(edge: Pausing) {
    this.#edge = edge;
  }

  /** Whether a connection comes to its end, so that what comes on it is not answered any more. */
  isEnding(socket: Socket): boolean {
    return this.#connections.size > 0 && this.#connections.get(socket)?.isEnding === true;
  }

  /** Sends an answer after those before it on its connection. Whatever it waits for ends when the client hangs up. */
  async send(exchange: Exchange, finished: Finished): Promise<void> {
    const { request, response, server } = exchange;
    const connection = this.#connectionOf(request.socket);
    const { pauses } = this.#edge;
    const transfer = transferOf(finished, request.method ?? 'GET', { pauses, signal: connection.gone });
    connection.isEnding ||= transfer.ending !== undefined;
    // What is not read of a body would stand before the next request, and would turn a FIN into an RST.
    request.resume();
    // A connection that breaks under an answer is nobody's fault.
    response.on('error', () => undefined);
    const sent = new Progress();
    let how: ExchangeEnding | undefined = 'client_left';
    try {
      await connection.turn(response);
      await pauses.pause(transfer.silentMs, connection.gone);
      if (transfer.headers !== undefined) {
        // A client that has the whole answer would use the connection again, and be cut off in what it asks next.
        const isLast = transfer.isWhole && transfer.ending !== undefined;
        if (isLast || !server.listening) response.setHeader('connection', 'close');
        response.writeHead(finished.status, transfer.headers).flushHeaders();
        sent.hasHead = true;
        for await (const piece of transfer.pieces) {
          await (typeof piece === 'number'
            ? pauses.pause(piece, connection.gone)
            : sendOne(response, piece, connection.gone));
          if (typeof piece !== 'number') sent.body.add(piece);
        }
        await pauses.pause(transfer.stallMs, connection.gone);
      }
      how = transfer.ending === undefined ? undefined : transfer.isWhole ? 'complete' : 'cut';
      if (transfer.ending === undefined) response.end();
      else await connection.end(transfer.ending);
    } catch (error) {
      if (!connection.gone.aborted) throw error;
    } finally {
      this.#sayEnd(exchange, finished, { how, sent });
      release(finished.body);
    }
  }

  /** Says how it ended; of one that was handed over as a whole nobody knows yet. */
  #sayEnd(to: Destination, { ended }: Finished, { how, sent }: Ending): void {
    if (how === undefined && ended !== undefined) watchEnd(to, (late) => ended(late, sent));
    else if (how !== undefined) ended?.(how, sent);
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
