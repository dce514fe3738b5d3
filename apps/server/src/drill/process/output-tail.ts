/** Keeps the end of what a command prints. */
import { stripVTControlCharacters } from 'node:util';

/** Most that is kept, in bytes: what a person scrolls back through. */
const KEPT_BYTES = 64 * 1024;

/** The end of what a command prints, standard output and standard error as they come. */
export class OutputTail {
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #isWhole = true;

  /** Takes what was printed. */
  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.byteLength;
    while (this.#size - (this.#chunks[0]?.byteLength ?? 0) >= KEPT_BYTES) {
      this.#size -= this.#chunks.shift()?.byteLength ?? 0;
      this.#isWhole = false;
    }
  }

  /** Its last lines, at most so many, without colours and without the last line end. */
  lines(count: number): string {
    const text = stripVTControlCharacters(Buffer.concat(this.#chunks).toString('utf8')).trimEnd();
    const lines = text.split(/\r?\n/);
    // The first one may have lost its beginning.
    if (!this.#isWhole && lines.length > 1) lines.shift();
    return lines.slice(-count).join('\n');
  }
}
