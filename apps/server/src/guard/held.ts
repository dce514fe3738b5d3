/** Counts the requests of clients that are not over yet: whoever lets the server wait takes its memory. */

/** Requests under way, by client. */
export class Held {
  readonly #max: number;
  readonly #counts = new Map<string, number>();

  /** @param max requests of one client */
  constructor(max: number) {
    this.#max = max;
  }

  /** Counts one more; undefined where it would be too many, else what counts it out again. */
  enter(client: string): (() => void) | undefined {
    const count = this.#counts.get(client) ?? 0;
    if (count >= this.#max) return undefined;
    this.#counts.set(client, count + 1);
    return () => {
      const left = (this.#counts.get(client) ?? 1) - 1;
      if (left === 0) this.#counts.delete(client);
      else this.#counts.set(client, left);
    };
  }
}
