/** Lends the connections of a pool: whoever waits gets the first one that is free, be it new or given back. */
import type { Pool, PoolClient } from 'pg';

/** After a connection could not be had, while others are in use, the next one is asked for so much later, in ms. */
const AGAIN_MS = 100;

/** Somebody who waits for a connection. */
interface Waiter {
  /** How many had come by then. */
  readonly position: number;
  readonly give: (client: PoolClient) => void;
  readonly fail: (error: unknown) => void;
}

/** How much is lent, and how long it is waited for. */
interface LendingLimits {
  /** Connections at the same time. */
  readonly connections: number;
  /** How long somebody waits for one, in ms. */
  readonly waitMs: number;
}

/**
 * Lends connections. The pool itself has a request wait for the connection that it was opened for, even where another
 * one has become free: then a name server or a handshake that takes its time fails requests for which there was room.
 */
export class Connections {
  readonly #pool: Pool;
  readonly #limits: LendingLimits;
  readonly #waiting = new Set<Waiter>();
  readonly #broken = new WeakSet<object>();
  /** How many have ever come. */
  #come = 0;
  /** How many the pool was asked for, and has not given. */
  #asked = 0;
  #lent = 0;
  /** Whether more will be asked for by and by. */
  #isPlanned = false;

  constructor(pool: Pool, limits: LendingLimits) {
    this.#pool = pool;
    this.#limits = limits;
    // Heard while it is lent as well: else its end would be the end of the process.
    pool.on('connect', (client) => client.on('error', () => this.#broken.add(client)));
    // One that breaks while nobody uses it is replaced by the next request.
    pool.on('error', () => undefined);
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Lends a connection, which must be given back. */
  take(): Promise<PoolClient> {
    return new Promise((resolve, reject) => {
      const { waitMs } = this.#limits;
      const late = setTimeout(() => {
        this.#waiting.delete(waiter);
        reject(new Error(`no connection came about within ${waitMs} ms`));
      }, waitMs);
      const settled = (): void => {
        clearTimeout(late);
        this.#waiting.delete(waiter);
      };
      const waiter: Waiter = {
        position: (this.#come += 1),
        give: (client) => {
          settled();
          resolve(client);
        },
        fail: (error) => {
          settled();
          reject(error);
        },
      };
      this.#waiting.add(waiter);
      // One more, whatever has become of those before: they may never come.
      this.#ask();
    });
  }

  /** Takes a connection back; one that is not whole is ended. */
  giveBack(client: PoolClient, isWhole: boolean): void {
    this.#lent -= 1;
    if (isWhole && !this.#broken.has(client)) this.#hand(client);
    else {
      client.release(true);
      this.#askForAll();
    }
  }

  #hand(client: PoolClient): void {
    const [first] = this.#waiting;
    if (first === undefined) return client.release();
    this.#lent += 1;
    first.give(client);
  }

  /** Asks the pool for one, but never where it would wait itself. */
  #ask(): void {
    if (this.#asked + this.#lent < this.#limits.connections) void this.#fetch();
  }

  async #fetch(): Promise<void> {
    const come = this.#come;
    this.#asked += 1;
    let client: PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      this.#asked -= 1;
      this.#missed(error, come);
      return;
    }
    this.#asked -= 1;
    this.#hand(client);
  }

  #askForAll(): void {
    for (let left = this.#waiting.size - this.#asked; left > 0; left -= 1) this.#ask();
  }

  /** Whoever waits goes on waiting where there are others to hope for; else it is over for those that had come by then. */
  #missed(error: unknown, come: number): void {
    if (this.#lent + this.#asked === 0) {
      for (const { position, fail } of this.#waiting) if (position <= come) fail(error);
      this.#askForAll();
      return;
    }
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setTimeout(() => {
      this.#isPlanned = false;
      this.#askForAll();
    }, AGAIN_MS).unref();
  }
}
