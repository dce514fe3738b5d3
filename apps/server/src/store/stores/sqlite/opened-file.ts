/** A file that was opened, and whether its path still leads to it: what is written to a deleted file is gone when it is closed. */
import { statSync } from 'node:fs';
import { storeUnavailable } from '../store.js';

/** A file at a path. */
export class OpenedFile {
  readonly #path: string;
  readonly #identity: string;

  /** @param path of a file that is open */
  constructor(path: string) {
    this.#path = path;
    this.#identity = this.#present();
  }

  /** Device and number of the file at the path; empty where there is none. */
  #present(): string {
    const found = statSync(this.#path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? '' : `${found.dev} ${found.ino}`;
  }

  /** Whether the path still leads to it. */
  get isThere(): boolean {
    return this.#present() === this.#identity;
  }

  /** Fails as an unavailable store does where the file was deleted, or another put in its position. */
  check(): void {
    const present = this.#present();
    if (present === this.#identity) return;
    const what = present === '' ? 'deleted' : 'replaced by another';
    const why = `the file of the store was ${what} while it was open`;
    throw storeUnavailable(new Error(`${why}; restart the server`), why);
  }
}
