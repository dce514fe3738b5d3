/** Whether a server is there for whoever asks: one that is about to stop sends its load balancer elsewhere. */
import { ProblemError } from '../kit/problem-error.js';

/** Whether a server is there for whoever asks. */
export class Readiness {
  #isLeaving = false;

  /** From now on it is not. */
  end(): void {
    this.#isLeaving = true;
  }

  /** @throws {@link ProblemError} 503 where it is not */
  check(): void {
    if (!this.#isLeaving) return;
    throw new ProblemError('service_unavailable', {
      detail: 'the server is shutting down',
      headers: { 'retry-after': '1' },
    });
  }
}
