/** Who is at the other end of a connection, by a name that no other connection has. */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Head } from '../http/incoming.js';
import { connectionName, type HttpVersion } from '../kit/connection-name.js';
import type { Target } from './target.js';

// Several processes may write the journal of one sandbox.
const run = randomBytes(4).toString('base64url');
let count = 0;

function areSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  // Asked for each request, so that it is to cost nothing: values first, of which one differs if any does.
  for (let i = some.length - 1; i >= 0; i -= 1) if (some[i] !== others[i]) return false;
  return true;
}

/** The head of a request, as it came. */
export interface CameHead {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly rawHeaders: readonly string[];
}

/** A head, and what has been found out about it. */
export interface KnownHead extends CameHead, Head {
  readonly rawHeaders: readonly string[];
  target?: Target | undefined;
}

const NONE: KnownHead = { rawHeaders: [], connection: null, address: null };

/** The other end of a connection. */
export class ClientConnection {
  /** Names the connection. */
  readonly name: string;
  /** Its network address; null where it was gone before anybody asked. */
  readonly address: string | null;
  /** The answer to the request that came last over HTTP/1, whether it is under way or out. */
  last: ServerResponse | undefined;
  readonly #socket: Socket;
  /** The head that came last. */
  #head = NONE;
  /** Those who wait for its end: one listener of the socket is enough for all of them. */
  #waiting: Set<() => void> | undefined;

  constructor(socket: Socket, version: HttpVersion) {
    count += 1;
    this.name = connectionName(version, `${count.toString(36)}_${run}`);
    // An IPv4 client of an IPv6 socket.
    this.address = socket.remoteAddress?.replace(/^::ffff:(?=[\d.]+$)/i, '') ?? null;
    this.#socket = socket;
  }

  /**
   * What is known of the head of a request: the same as of the one before, where they are the same. Clients ask again and
   * again on one connection. Its headers are in one array with those before where they are the same: most are, and a
   * journal keeps them.
   */
  headOf({ method, url, rawHeaders: raw }: CameHead): KnownHead {
    const last = this.#head;
    const hasSame = areSame(raw, last.rawHeaders);
    if (hasSame && url === last.url && method === last.method) return last;
    // With all that is found out, so that every one has the same shape.
    const rawHeaders = hasSame ? last.rawHeaders : raw;
    const { name: connection, address } = this;
    return (this.#head = {
      method,
      url,
      rawHeaders,
      connection,
      address,
      target: undefined,
      question: undefined,
    });
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

const known = new WeakMap<Socket, ClientConnection>();

/** The other end of a connection; to be asked first while it is open. */
export function clientConnectionOf(socket: Socket, version: HttpVersion = 1): ClientConnection {
  let peer = known.get(socket);
  if (peer === undefined) known.set(socket, (peer = new ClientConnection(socket, version)));
  return peer;
}
