/** Long work that lets the rest of the process go on: it is done in stretches. */

/** How long a stretch may hold the event loop, in ms; what is done between two looks at it comes on top. */
const STRETCH_MS = 10;

/** The time that some work has held the event loop. */
export class Stretch {
  #since = performance.now();

  /** Whether it is time to rest. */
  get isOver(): boolean {
    return performance.now() - this.#since > STRETCH_MS;
  }

  /** Lets everything else that is ready go first. */
  async rest(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#since = performance.now();
  }
}
