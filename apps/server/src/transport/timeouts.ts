/** Ends what does not move: bodies that do not come, and connections on which nothing ever does. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { lastAnswer } from './refusals.js';

/** How long clients may take, in ms. */
export interface Timeouts {
  /** For the head of a request, from its first byte on. */
  readonly headMs: number;
  /** Between two pieces of a body. */
  readonly bodyMs: number;
  /** Until something comes on a new connection. */
  readonly silentMs: number;
  /** Time between two looks. */
  readonly lookMs: number;
}

/** A body under way. */
interface Body {
  readonly response: ServerResponse;
  bytes: number;
  movedAt: number;
}

/** Watches what comes on the connections of a server. */
export class TimeoutGuard {
  readonly #timeouts: Timeouts;
  readonly #bodies = new Map<IncomingMessage, Body>();
  readonly #silent = new Map<Socket, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(timeouts: Timeouts) {
    this.#timeouts = timeouts;
    this.#timer = setInterval(() => this.#look(), timeouts.lookMs).unref();
  }

  /** A connection was opened. */
  opened(socket: Socket): void {
    this.#silent.set(socket, performance.now());
  }

  /** A request has come whose body may not be there yet. */
  began(request: IncomingMessage, response: ServerResponse): void {
    this.#silent.delete(request.socket);
    if (request.complete) return;
    this.#bodies.set(request, { response, bytes: request.socket.bytesRead, movedAt: performance.now() });
    const end = (): void => void this.#bodies.delete(request);
    request.once('end', end).once('close', end);
  }

  /** Watches no more. */
  end(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const { bodyMs, silentMs } = this.#timeouts;
    const now = performance.now();
    for (const [socket, since] of this.#silent) {
      if (socket.bytesRead > 0 || socket.destroyed) this.#silent.delete(socket);
      else if (now - since >= silentMs) socket.destroy();
    }
    for (const [request, body] of this.#bodies) {
      const { bytesRead } = request.socket;
      // Where pieces of it wait to be read, it is not the client that waits.
      if (request.complete || bytesRead > body.bytes || request.readableLength > 0) {
        body.bytes = bytesRead;
        body.movedAt = now;
      } else if (now - body.movedAt >= bodyMs) this.#giveUp(request, body);
    }
  }

  #giveUp(request: IncomingMessage, { response }: Body): void {
    this.#bodies.delete(request);
    if (!response.headersSent && response.socket !== null) {
      response.socket.write(lastAnswer('408 Request Timeout: the body of the request did not come'));
    }
    request.socket.destroySoon();
    request.destroy();
  }
}
