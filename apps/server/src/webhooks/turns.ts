/** Spreads work over turns of the event loop, so that much at once holds up nobody. */
import { nextTurn } from '#platform/turns';

/** Turns of the event loop, of which each is somebody's alone. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Waits for a turn that nobody else has. */
  next(): Promise<void> {
    this.#last = this.#last.then(() => nextTurn());
    return this.#last;
  }
}
