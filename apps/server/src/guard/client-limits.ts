/** Counts what clients take of a server: requests that are not over yet, and sandboxes that each has brought into being. */
import { ProblemError } from '../kit/problem-error.js';

/** Requests under way, by client. */
export class HeldRequests {
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

/** The sandboxes of strangers, by who brought them into being. */
export class Newcomers {
  readonly #max: number;
  readonly #names = new Map<string, Set<string>>();
  readonly #owners = new Map<string, string>();

  /** @param max sandboxes of one client */
  constructor(max: number) {
    this.#max = max;
  }

  /**
   * A client brings a sandbox into being.
   *
   * @throws ProblemError where it has as many already
   */
  begin(name: string, client: string): void {
    if (this.#owners.has(name)) return;
    const names = this.#names.get(client) ?? new Set();
    if (names.size >= this.#max) {
      throw new ProblemError('too_many_requests', {
        detail: `this client has created ${this.#max} sandboxes, and may have no more; delete one, or start the server with a higher --max-sandboxes-per-client`,
      });
    }
    names.add(name);
    this.#names.set(client, names);
    this.#owners.set(name, client);
  }

  /** A sandbox is forgotten. */
  end(name: string): void {
    const client = this.#owners.get(name);
    if (client === undefined) return;
    this.#owners.delete(name);
    const names = this.#names.get(client);
    names?.delete(name);
    if (names?.size === 0) this.#names.delete(client);
  }
}
