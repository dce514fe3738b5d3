/** Work that pauses often, so that others have a turn: ten thousand attempts take longer than anybody may be kept waiting. */

/** Pauses where it yields, after a few attempts at most, and ends with a result. */
export type Pausing<Result> = Generator<undefined, Result>;

/** Pauses of which one is enough: each costs some hundred nanoseconds. */
const ENOUGH = 16;

/** The same work with fewer pauses. */
export function* rarely<Result>(work: Pausing<Result>): Pausing<Result> {
  for (let step = work.next(), count = 1; ; step = work.next(), count += 1) {
    if (step.done === true) return step.value;
    if (count % ENOUGH === 0) yield;
  }
}
