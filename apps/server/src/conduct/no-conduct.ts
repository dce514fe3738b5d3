/** Stands where clients are judged, on platforms where a server has to be small: there it is not done. */
import { ProblemError } from '../kit/problem-error.js';
import type { Judgement } from './conduct.js';

/** Judges nobody. */
export class Conduct {
  /** @throws ProblemError always: to find nothing would pass for good conduct */
  async of(): Promise<Judgement> {
    const detail = 'a server in a browser does not judge its clients; ask one that runs in Node';
    throw new ProblemError('not_found', { detail });
  }
}
