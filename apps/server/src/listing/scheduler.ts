/** Lets long computations give way to requests, and to each other: together they hold the event loop for one stretch at a time. */
import { onNextTurn } from '#platform/runtime';
import { type AnyCollection, building, isBuilt } from '../kit/collection.js';
import type { Dataset } from '../kit/dataset.js';

/** How long others wait for a computation, in ms; a step takes a few more at most. */
const STRETCH_MS = 8;

/** Computations take turns, one in each round of the event loop once the stretch is used up. */
class Scheduler {
  readonly #waiting: (() => void)[] = [];
  /** Time used in this round, in ms. */
  #used = 0;
  #isScheduled = false;

  /** Runs a computation that yields every few ms at most. */
  async run<Result>(steps: Generator<void, Result>): Promise<Result> {
    return this.begin(steps);
  }

  /** The same, at once where it ends within what is left of the stretch. */
  begin<Result>(steps: Generator<void, Result>): Result | Promise<Result> {
    if (this.#used < STRETCH_MS && this.#waiting.length === 0) {
      const step = this.#stretch(steps);
      if (step.done === true) return step.value;
    }
    return this.#finish(steps);
  }

  async #finish<Result>(steps: Generator<void, Result>): Promise<Result> {
    for (;;) {
      if (this.#used >= STRETCH_MS || this.#waiting.length > 0) await this.#nextRound();
      const step = this.#stretch(steps);
      if (step.done === true) return step.value;
    }
  }

  #stretch<Result>(steps: Generator<void, Result>): IteratorResult<void, Result> {
    const since = performance.now();
    let step = steps.next();
    while (step.done !== true && this.#used + performance.now() - since < STRETCH_MS) step = steps.next();
    this.#used += performance.now() - since;
    this.#schedule();
    return step;
  }

  /** Runs a computation to its end: one that is too short to be worth a turn, or may not be interrupted. */
  runShort<Result>(steps: Generator<void, Result>): Result {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  #nextRound(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    onNextTurn(() => {
      this.#isScheduled = false;
      this.#used = 0;
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}

/** The turns of this process: it has one event loop. */
export const scheduler = new Scheduler();

/** Ends when everything is built; at once, where it is. */
export function built(dataset: Dataset, collections: readonly AnyCollection[]): Promise<void> | undefined {
  if (collections.every((collection) => isBuilt(dataset, collection))) return undefined;
  return scheduler.run(building(dataset, collections));
}
