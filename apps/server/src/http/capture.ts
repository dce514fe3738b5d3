/** What of a request and its answer the journal records: the body as it was read, and what of the answer went out. */
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import { bodyStart, ByteStart, type StoredBody } from '../journal/entry.js';
import { type BodyShare, decodeStart } from './body.js';
import type { Incoming } from './incoming.js';

/** What of an answer went out, where that is not simply all of it. */
export interface Sent {
  /** Whether its head did. */
  readonly hasHead: boolean;
  /** What of its body did; left out for a body that went out as a whole. */
  readonly body?: ByteStart;
}

/** What records an exchange. */
export interface Recording {
  /** Takes how it ended; to be called once. Where it is not said what went out, all of the answer did. */
  end(how: ExchangeEnding, sent?: Sent): void;
}

/** Nothing went out. */
export const NOTHING_SENT: Sent = { hasHead: false };

/** Bytes of an answer's body that the journal keeps. */
export const MAX_ANSWER = 4096;

/** How much of a body is kept. */
export interface IntakeRules {
  /** Bytes of it. */
  readonly limit: number;
  /** Largest size once its content codings are undone. */
  readonly maxBytes: number;
  /** Counts what is held of it once the request is answered; until then whoever reads it does. */
  readonly share: BodyShare;
}

/** The body of one request. */
export class Intake {
  readonly #rules: IntakeRules;
  /** The start of what was read, as it came: whoever reads it holds it anyway. */
  #read: Uint8Array[] = [];
  #readBytes = 0;
  readonly #start: ByteStart;
  #isFull = false;
  #isWhole = false;
  #text: StoredBody | undefined;

  constructor(rules: IntakeRules) {
    this.#rules = rules;
    this.#start = new ByteStart(rules.limit);
  }

  /** The request, of whose body is noted what is read. */
  of(request: Incoming): Incoming {
    if (request.body === null) return request;
    return { noteText: (text, bytes) => this.#noteText(text, bytes), ...request, body: this.#noted(request.body) };
  }

  /** Takes in what nobody has read, once the request is answered; a promise where that has yet to come. */
  takeRest(request: Incoming): Promise<void> | undefined {
    if (this.#text !== undefined) this.#holds(this.#text.content.length);
    let unkept = this.#text === undefined ? this.#readBytes : 0;
    for (const piece of this.#read) {
      unkept -= piece.byteLength;
      this.#take(piece);
    }
    this.#read = [];
    if (unkept > 0) this.#start.skip(unkept);
    const rest = request.drain((piece) => this.#take(piece));
    if (rest instanceof Promise) return rest.then((isWhole) => this.#end(isWhole));
    this.#end(rest);
    return undefined;
  }

  /** What is kept of it; undefined where there was none. A promise where its content codings are to be undone. */
  body(coding: string | null): StoredBody | undefined | Promise<StoredBody | undefined> {
    const body = this.#text ?? this.#start.body(this.#isWhole);
    if (body === undefined || typeof body.content === 'string' || coding === null) return body;
    return this.#undone(body, body.content, coding);
  }

  /** Gives back what was counted. */
  release(): void {
    this.#rules.share.release();
  }

  async *#noted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { limit } = this.#rules;
    for await (const piece of body) {
      if (this.#readBytes < limit) this.#read.push(piece.subarray(0, limit - this.#readBytes));
      this.#readBytes += piece.byteLength;
      yield piece;
    }
    this.#isWhole = true;
  }

  /** The same text that its reader has is kept instead of the bytes, as far as it is kept as a whole. */
  #noteText(text: string, bytes: number): void {
    this.#text = bodyStart(text, this.#rules.limit, bytes);
    this.#read = [];
  }

  async #undone(body: StoredBody, coded: Uint8Array, coding: string): Promise<StoredBody> {
    const bytes = await decodeStart(coded, coding, this.#rules.maxBytes);
    if (bytes === undefined) return body;
    const start = bodyStart(bytes, this.#rules.limit);
    return { ...start, isTruncated: start.isTruncated || body.isTruncated };
  }

  #take(piece: Uint8Array): void {
    if (this.#holds(Math.min(piece.byteLength, this.#start.room))) this.#start.add(piece);
    else this.#start.skip(piece.byteLength);
  }

  /** Counts what is to be held; false where the bodies of other requests leave no room for it. */
  #holds(bytes: number): boolean {
    try {
      if (!this.#isFull) this.#rules.share.hold(bytes);
    } catch {
      this.#isFull = true;
    }
    return !this.#isFull;
  }

  #end(isWhole: boolean): void {
    this.#isWhole ||= isWhole;
  }
}
