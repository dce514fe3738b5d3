/** Lets calls under the same Idempotency-Key follow one another: a later one waits for those that came before. */

/** The position of a call among those under its key. */
export interface Position {
  /** Settles when every call before it has left; undefined where it is the first. */
  readonly before: Promise<void> | undefined;
  /** Makes way for the calls behind it; to be called once, whether or not its turn ever came. */
  readonly leave: () => void;
}

/** The calls in flight, by key. */
export class KeyLocks {
  readonly #last = new Map<string, Promise<void>>();

  /** Whether a call under a key has not left yet. */
  has(key: string): boolean {
    return this.#last.has(key);
  }

  /** Takes the position behind all calls under a key. */
  join(key: string): Position {
    const before = this.#last.get(key);
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    // Who leaves early lets nobody overtake those who are still before it.
    const gone = before === undefined ? left : before.then(() => left);
    this.#last.set(key, gone);
    void gone.then(() => this.#last.get(key) === gone && this.#last.delete(key));
    return { before, leave };
  }
}
