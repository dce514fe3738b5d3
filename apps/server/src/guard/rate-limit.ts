/** Counts the requests of clients against a limit of the server's own. */
import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { Rate } from '../kit/write-limit.js';

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
