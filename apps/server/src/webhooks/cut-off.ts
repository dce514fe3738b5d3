/** Cuts off what is under way when the process stops. */

/** Gives each task a signal of its own: one that all of them listen to would look like a leak to Node. */
export class CutOff {
  readonly #running = new Set<AbortController>();
  #reason: Error | undefined;

  /** Runs a task with a signal that is aborted at the end, or from its beginning where that has come. */
  async during<Result>(task: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const own = new AbortController();
    if (this.#reason !== undefined) own.abort(this.#reason);
    this.#running.add(own);
    try {
      return await task(own.signal);
    } finally {
      this.#running.delete(own);
    }
  }

  /** Aborts every task under way, and those to come. */
  now(reason: Error): void {
    this.#reason = reason;
    for (const own of this.#running) own.abort(reason);
  }
}
