/** What is sent piece by piece, whenever there is more of it. */
import type { Waiter } from '../kit/waiter.js';

/** Bytes to send. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A piece to send; a text stays a text, as a host can write it. */
export type Piece = string | Bytes;

const encoder = new TextEncoder();

/** The bytes of a piece. */
export const bytesOf = (piece: Piece): Bytes => (typeof piece === 'string' ? encoder.encode(piece) : piece);

/** There is nothing by now, and may be later. */
export const LATER = Symbol('later');

/** Where the pieces of an answer come from. While there is nothing to send it keeps no promise, only who waits. */
export abstract class BodyStream<Of extends Piece = Piece> {
  /** The next piece; undefined where no more will come. */
  abstract next(): Promise<Of | typeof LATER | undefined>;

  /** Wakes somebody when there may be more; of what never comes later, nobody waits for. */
  watch(_waiter: Waiter): void {}

  /** Wakes it no more. */
  unwatch(_waiter: Waiter): void {}

  /** Has it show next that it is alive, if nothing else comes. */
  beat(): void {}

  /** Nobody asks for more. */
  leave(): void {}
}

/** Texts, each of which is there as soon as it is asked for. */
export class Texts extends BodyStream<string> {
  readonly #texts: AsyncGenerator<string>;

  constructor(texts: AsyncGenerator<string>) {
    super();
    this.#texts = texts;
  }

  async next(): Promise<string | undefined> {
    const { done, value } = await this.#texts.next();
    return done === true ? undefined : value;
  }

  override leave(): void {
    void this.#texts.return(undefined);
  }
}

/** The pieces of a stream of the fetch standard. */
export class Chunks extends BodyStream<Bytes> {
  readonly #reader: ReadableStreamDefaultReader<Bytes>;

  constructor(stream: ReadableStream<Bytes>) {
    super();
    this.#reader = stream.getReader();
  }

  async next(): Promise<Bytes | undefined> {
    return (await this.#reader.read()).value;
  }

  override leave(): void {
    this.#reader.cancel().catch(() => undefined);
  }
}
