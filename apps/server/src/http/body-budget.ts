/** Bounds the request bodies that a process holds at once: each is small, but many may come together. */
import { ProblemError } from '../kit/problem-error.js';

/** What is held of one request's body, until the request is answered. */
export interface BodyShare {
  /**
   * Counts bytes that are held.
   *
   * @throws ProblemError 503 where the process would hold too many
   */
  readonly hold: (bytes: number) => void;
  /** Gives back all that was counted. */
  readonly release: () => void;
}

/** The share of what has no body. */
export const NO_BODY: BodyShare = { hold: () => undefined, release: () => undefined };

/** The bytes of bodies that the requests of one server may hold together. */
export class BodyBudget {
  readonly #limit: number;
  #held = 0;

  /** @param limit bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes held at the moment. */
  get held(): number {
    return this.#held;
  }

  /** A share for one request. */
  open(): BodyShare {
    let own = 0;
    return {
      hold: (bytes) => {
        own += bytes;
        this.#held += bytes;
        if (this.#held <= this.#limit) return;
        throw new ProblemError('service_unavailable', {
          detail: 'the bodies of other requests use all the memory that is reserved for bodies; try again in 1 second',
          headers: { 'retry-after': '1' },
        });
      },
      release: () => {
        this.#held -= own;
        own = 0;
      },
    };
  }
}
