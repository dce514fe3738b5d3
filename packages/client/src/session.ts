/** The token of a client, and how it is renewed: once for all the calls that need a new one at the same time. */

/** Gets a new token. */
export type Refresh = () => Promise<string>;

/** A token that may be replaced by a newer one. */
export class Session {
  readonly #refresh: Refresh | undefined;
  #token: string | undefined;
  #running: Promise<void> | undefined;

  constructor(token: string | undefined, refresh: Refresh | undefined) {
    this.#token = token;
    this.#refresh = refresh;
  }

  /** The token to send. */
  get token(): string | undefined {
    return this.#token;
  }

  /** Sees to it that the token is another one than that which was refused; false where there is no way to get one. */
  async renew(refused: string | undefined): Promise<boolean> {
    const refresh = this.#refresh;
    if (refresh === undefined || refused === undefined) return false;
    // Another call may have got a new one since.
    if (this.#token !== refused) return true;
    this.#running ??= this.#replace(refresh);
    await this.#running;
    return true;
  }

  async #replace(refresh: Refresh): Promise<void> {
    try {
      this.#token = await refresh();
    } finally {
      this.#running = undefined;
    }
  }
}
