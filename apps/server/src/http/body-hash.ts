/** Tells bodies apart by what their bytes hash to, read before anything else reads them or along with it. */
import { createHash } from '#platform/hash';
import type { Incoming } from './incoming.js';

/** The body of a request, hashed as it is read. */
export class HashedBody {
  /** The request, whose body can be read once, as if nobody had read of it. */
  readonly request: Incoming;
  readonly #hash = createHash('sha256');
  readonly #rest: AsyncIterator<Uint8Array> | undefined;
  /** What was read ahead of whoever reads the body. */
  readonly #ahead: Uint8Array[] = [];
  #broken: { readonly error: unknown } | undefined;
  #isBegun = false;
  #digest: string | undefined;

  constructor(request: Incoming) {
    this.#rest = request.body?.[Symbol.asyncIterator]();
    this.request = request.body === null ? request : { ...request, body: this.#read() };
  }

  /** What the bytes hash to: where nobody has read them yet they are read, up to so many. */
  async digest(maxBytes: number): Promise<string> {
    if (!this.#isBegun && this.#digest === undefined) await this.#readAhead(maxBytes);
    this.#digest ??= this.#hash.digest('base64url');
    return this.#digest;
  }

  async #next(): Promise<Uint8Array | undefined> {
    const next = await this.#rest?.next();
    if (next === undefined || next.done === true) return undefined;
    if (this.#digest === undefined) this.#hash.update(next.value);
    return next.value;
  }

  async #readAhead(maxBytes: number): Promise<void> {
    let size = 0;
    try {
      for (let piece = await this.#next(); piece !== undefined; piece = await this.#next()) {
        this.#ahead.push(piece);
        size += piece.byteLength;
        if (size <= maxBytes) continue;
        // Whoever reads so much refuses it; what is left is not theirs to wait for.
        await this.#rest?.return?.();
        return;
      }
    } catch (error) {
      // It goes wrong for whoever reads the body.
      this.#broken = { error };
    }
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    this.#isBegun = true;
    for (let piece = this.#ahead.shift(); piece !== undefined; piece = this.#ahead.shift()) yield piece;
    if (this.#broken !== undefined) throw this.#broken.error;
    try {
      for (let piece = await this.#next(); piece !== undefined; piece = await this.#next()) yield piece;
    } finally {
      await this.#rest?.return?.();
    }
  }
}
