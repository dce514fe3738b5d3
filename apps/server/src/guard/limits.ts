/** What one client may take: requests in a while, and at once. */
import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { Rate } from '../kit/implement.js';
import { ProblemError } from '../kit/problem-error.js';

/** What is left to a client. */
export interface LeftToClient {
  /** Requests in a window. */
  readonly limit: number;
  /** Length of a window, in seconds. */
  readonly window: number;
  readonly left: number;
  /** Until the window is over, in seconds. */
  readonly seconds: number;
  /** Whether this request was one too many. */
  readonly isOver: boolean;
}

/** What was counted of a client. */
type Counted = Pick<RateLimiterRes, 'consumedPoints' | 'msBeforeNext'>;

/** Counts a request of a client, and says how many there were in its window, and how long that still is. */
export type Consume = (client: string) => Promise<Counted>;

/** Makes what counts. */
export type OpenLimiter = (rate: Rate) => Promise<Consume>;

/** Counts in this process. */
export const inMemory: OpenLimiter = async ({ requests, seconds }) => {
  const { RateLimiterMemory } = await import('rate-limiter-flexible');
  const limiter = new RateLimiterMemory({ points: requests, duration: seconds });
  // Counts, and leaves it to others to refuse.
  return (client) => limiter.penalty(client);
};

/** A limit of a server. */
export class RateLimit {
  readonly #rate: Rate;
  readonly #consume: Promise<Consume>;

  constructor(rate: Rate, open: OpenLimiter) {
    this.#rate = rate;
    this.#consume = open(rate);
    // Each request fails with it.
    this.#consume.catch(() => undefined);
  }

  /** Counts a request of a client, and says what is left. */
  async take(client: string): Promise<LeftToClient> {
    const consume = await this.#consume;
    const { consumedPoints, msBeforeNext } = await consume(client);
    const { requests, seconds } = this.#rate;
    const left = Math.max(0, requests - consumedPoints);
    const isOver = consumedPoints > requests;
    return { limit: requests, window: seconds, left, seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)), isOver };
  }
}

/** What counts, and how to let go of what it needs. */
export interface SharedLimiter {
  readonly open: OpenLimiter;
  readonly close: () => Promise<void>;
}

/** Requests under way, by client. */
export class OpenRequests {
  readonly #max: number;
  readonly #counts = new Map<string, number>();

  /** @param max requests of one client */
  constructor(max: number) {
    this.#max = max;
  }

  /** Counts one more; undefined where it would be too many, else what counts it out again. */
  enter(client: string): (() => void) | undefined {
    const count = this.#counts.get(client) ?? 0;
    if (count >= this.#max) return undefined;
    this.#counts.set(client, count + 1);
    return () => {
      const left = (this.#counts.get(client) ?? 1) - 1;
      if (left === 0) this.#counts.delete(client);
      else this.#counts.set(client, left);
    };
  }
}

/** The sandboxes of strangers, by who brought them into being. */
export class SandboxQuota {
  readonly #max: number;
  readonly #names = new Map<string, Set<string>>();
  readonly #owners = new Map<string, string>();

  /** @param max sandboxes of one client */
  constructor(max: number) {
    this.#max = max;
  }

  /**
   * A client brings a sandbox into being.
   *
   * @throws ProblemError where it has as many already
   */
  begin(name: string, client: string): void {
    if (this.#owners.has(name)) return;
    const names = this.#names.get(client) ?? new Set();
    if (names.size >= this.#max) {
      throw new ProblemError('too_many_requests', {
        detail: `this client has created ${this.#max} sandboxes, and may have no more; delete one, or start the server with a higher --max-sandboxes-per-client`,
      });
    }
    names.add(name);
    this.#names.set(client, names);
    this.#owners.set(name, client);
  }

  /** A sandbox is forgotten. */
  end(name: string): void {
    const client = this.#owners.get(name);
    if (client === undefined) return;
    this.#owners.delete(name);
    const names = this.#names.get(client);
    names?.delete(name);
    if (names?.size === 0) this.#names.delete(client);
  }
}
