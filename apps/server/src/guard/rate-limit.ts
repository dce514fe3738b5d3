/** Counts the requests of clients against a limit of the server's own. */
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Rate } from '../kit/rate.js';

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

/** Makes what counts. */
export type OpenLimiter = (rate: Rate) => Promise<RateLimiterAbstract>;

/** Counts in this process. */
export const inMemory: OpenLimiter = async ({ requests, seconds }) => {
  const { RateLimiterMemory } = await import('rate-limiter-flexible');
  return new RateLimiterMemory({ points: requests, duration: seconds });
};

function isResult(thrown: unknown): thrown is RateLimiterRes {
  return typeof thrown === 'object' && thrown !== null && 'msBeforeNext' in thrown;
}

/** A limit of a server. */
export class RateLimit {
  readonly #rate: Rate;
  readonly #limiter: Promise<RateLimiterAbstract>;

  constructor(rate: Rate, open: OpenLimiter) {
    this.#rate = rate;
    this.#limiter = open(rate);
    // Each request fails with it.
    this.#limiter.catch(() => undefined);
  }

  /** Counts a request of a client, and says what is left. */
  async take(client: string): Promise<LeftToClient> {
    const limiter = await this.#limiter;
    try {
      return this.#left(await limiter.consume(client), false);
    } catch (thrown) {
      if (!isResult(thrown)) throw thrown;
      return this.#left(thrown, true);
    }
  }

  #left({ remainingPoints, msBeforeNext }: RateLimiterRes, isOver: boolean): LeftToClient {
    const { requests, seconds } = this.#rate;
    const left = Math.max(0, remainingPoints);
    return { limit: requests, window: seconds, left, seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)), isOver };
  }
}
