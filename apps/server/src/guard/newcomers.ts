/** Counts the sandboxes that each client has brought into being. */
import { ProblemError } from '../kit/problem-error.js';

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
        detail: `this client has brought ${this.#max} sandboxes into being, and may have no more; delete one, or start the server with a higher --max-sandboxes-per-client`,
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
