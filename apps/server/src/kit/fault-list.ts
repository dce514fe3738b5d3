/** The faults of one request: the first are kept for its problem to list, the others only counted. */
import { MAX_LISTED_FAULTS, type ProblemFault } from '@understudy/contract/kit';
import { badRequest, type ProblemError } from './problem-error.js';

/** Faults of one request. */
export class FaultList {
  readonly #listed: ProblemFault[] = [];
  #total = 0;

  /** How many there are. */
  get total(): number {
    return this.#total;
  }

  /** Adds some; those that would not be listed are never described. */
  add(count: number, describe: (index: number) => ProblemFault): void {
    const wanted = Math.min(count, MAX_LISTED_FAULTS - this.#listed.length);
    for (let i = 0; i < wanted; i++) this.#listed.push(describe(i));
    this.#total += count;
  }

  /** Adds one. */
  addOne(fault: ProblemFault): void {
    this.add(1, () => fault);
  }

  /** The 400 that lists them. */
  toProblem(): ProblemError {
    return badRequest(this.#listed, this.#total);
  }
}
