/** Connections on which no request has come yet: clients open some ahead of need, and Node takes them for busy. */
import type { Socket } from 'node:net';

/** So many may be gone unseen before they are looked for. */
const FEW = 100;

/** The fresh connections of a server. It listens to none of them: that would stay with each as long as it is open. */
export class FreshConnections {
  readonly #fresh = new Set<Socket>();
  #full = FEW;

  /** Takes in one that was opened. */
  add(socket: Socket): void {
    if (this.#fresh.size >= this.#full) {
      for (const one of this.#fresh) if (one.destroyed) this.#fresh.delete(one);
      this.#full = Math.max(FEW, 2 * this.#fresh.size);
    }
    this.#fresh.add(socket);
  }

  /** Lets go of one on which a request has come. */
  delete(socket: Socket): void {
    this.#fresh.delete(socket);
  }

  /** Closes all, but those on which a request is coming. */
  close(): void {
    for (const socket of this.#fresh) if (socket.bytesRead === 0) socket.destroy();
  }
}
