/** Where an answer goes over HTTP/1. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Finished } from '../http/finish.js';
import type { Carrier, Destination } from './destination.js';
import type { Peer } from './peer.js';

/** Whose answers go out. */
export interface Sender {
  /** Whether it takes further connections: one that stops tells its clients to send no more. */
  readonly isOpen: () => boolean;
  /** What carries the answers of a connection. */
  readonly carrierOf: (response: ServerResponse) => Carrier;
}

/** Where an answer goes over HTTP/1. */
export class Http1Destination implements Destination {
  readonly response: ServerResponse;
  readonly peer: Peer;
  readonly sender: Sender;

  constructor(response: ServerResponse, peer: Peer, sender: Sender) {
    this.response = response;
    this.peer = peer;
    this.sender = sender;
  }

  get isQueued(): boolean {
    return this.response.socket === null;
  }

  get isSent(): boolean {
    return this.response.writableFinished;
  }

  async turn(gone: AbortSignal): Promise<void> {
    if (this.isQueued) await once(this.response, 'socket', { signal: gone });
    gone.throwIfAborted();
  }

  writeHead(status: number, headers: Finished['headers'], isLast = false): void {
    if (isLast || !this.sender.isOpen()) this.response.setHeader('connection', 'close');
    this.response.writeHead(status, headers);
  }

  flushHead(): void {
    this.response.flushHeaders();
  }

  fail(): void {
    this.response.destroy();
  }

  discard(): void {
    const { req } = this.response;
    if (!req.complete) req.resume();
  }

  carrier(): Carrier {
    return this.sender.carrierOf(this.response);
  }

  isWhole(asPromised: boolean): boolean {
    return asPromised;
  }
}
