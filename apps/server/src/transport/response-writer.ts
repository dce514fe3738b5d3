/** Where an answer goes, whichever version of HTTP it goes by. */
import type { Writable } from 'node:stream';
import type { Ending } from '../http/transfer.js';
import type { Finished } from '../http/finish.js';
import type { ClientConnection } from './client-connection.js';

/** What an answer with faults may end with, before it has come: a connection of HTTP/1, or one stream of HTTP/2. */
export interface Carrier {
  /** Aborted when it is gone. */
  readonly gone: AbortSignal;
  /** Whether nothing that comes on it is answered any more. */
  isEnding: boolean;
  /** Ends it; what was written before reaches the client before. */
  end(ending: Ending): Promise<void>;
}

/** Where an answer goes. */
export interface ResponseWriter {
  /** Takes the body. */
  readonly response: Writable;
  readonly peer: ClientConnection;
  /** Whether it waits for answers before it on its connection. */
  readonly isQueued: boolean;
  /** Whether all of the answer has left the process. */
  readonly isSent: boolean;
  /** Settles when it waits no more; fails when the signal is aborted. */
  turn(gone: AbortSignal): Promise<void>;
  /**
   * Gives the head.
   *
   * @param isLast whether it says that the connection ends with it (RFC 9112 §9.6)
   */
  writeHead(status: number, headers: Finished['headers'], isLast?: boolean): void;
  /** Sends the head before anything of the body is there. */
  flushHead(): void;
  /** Breaks off what has begun, so that the client knows. */
  fail(): void;
  /** What carries it. */
  carrier(): Carrier;
  /** Reads what is left of the body of the request, for nobody. */
  discard(): void;
  /** Whether a client has the whole answer, where the head is out and promises no more than has come. */
  isWhole(asPromised: boolean): boolean;
}
