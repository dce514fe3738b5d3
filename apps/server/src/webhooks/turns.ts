/** Spreads work over turns of the event loop, so that much at once holds up nobody. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Waits for a turn that nobody else has. */
  next(): Promise<void> {
    this.#last = this.#last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return this.#last;
  }
}
