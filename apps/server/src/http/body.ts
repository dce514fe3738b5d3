/** Reads a request body within its limits: its content codings, its media type, and its JSON or form; and captures the start of what was read. */
import { joined, undone } from '#platform/runtime';
import { ProblemError, badRequest } from '../kit/problem-error.js';
import type { BodyType } from '@understudy/contract/kit';
import { ByteStart, type StoredBody, bodyStart } from '../journal/entry.js';
import type { Incoming } from './incoming.js';
import { parseJson } from './json-text.js';
import { type RowRules, rowsInput } from './row-lines.js';
import { type TextTypes, readQuery } from './text.js';
import { detachString } from '../kit/made-once.js';

/** Bounds on the bytes of a body. */
export interface ByteRules {
  /** Largest size, both as it comes and with its codings undone. */
  readonly maxBytes: number;
  /** Counts what is held, over all requests. */
  readonly share: BodyShare;
}

/** The problem of a body that is larger than some bytes, as it came or once its codings are undone. */
function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError('payload_too_large', {
    detail: `the body is larger than the ${maxBytes} bytes this server accepts`,
  });
}

const READABLE = [...undone.keys()].join(', ');

/** Codings that may lie on top of one another. */
const MAX_CODINGS = 4;

/** A coding that is read. */
interface Coding {
  readonly name: string;
  readonly undo: NonNullable<ReturnType<(typeof undone)['get']>>;
}

function unsupported(detail: string): ProblemError {
  return new ProblemError('unsupported_media_type', {
    detail: `${detail}; send the header Content-Encoding with one of ${READABLE}, or none`,
    // RFC 9110 §12.5.3: how a client knows that the coding was the reason.
    headers: { 'accept-encoding': READABLE },
  });
}

/**
 * The codings that a Content-Encoding header names, in the order in which they were applied.
 *
 * @throws ProblemError 415 where one is unknown
 */
function codingsOf(header: string | null): readonly Coding[] {
  if (header === null) return [];
  const names = header.split(',').map((name) => name.trim().toLowerCase());
  const applied = names.filter((name) => name !== '' && name !== 'identity');
  if (applied.length > MAX_CODINGS) throw unsupported(`the body has more than ${MAX_CODINGS} content codings`);
  return applied.map((name) => {
    // RFC 9110 §8.4.1.3: the same coding by its old name.
    const undo = undone.get(name === 'x-gzip' ? 'gzip' : name);
    if (undo === undefined) throw unsupported(`the body has the content coding ${JSON.stringify(name.slice(0, 80))}`);
    return { name, undo };
  });
}

/**
 * Undoes codings, the last that was applied first. Each result is bounded, so that a small body cannot become a large
 * one anywhere on the way.
 *
 * @throws ProblemError 413 as soon as a result is larger than `maxBytes`, 400 where a coding is broken, 503 as `share` does
 */
async function decode(
  coded: Uint8Array<ArrayBuffer>,
  applied: readonly Coding[],
  { maxBytes, share }: ByteRules,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = coded;
  for (const { name, undo } of applied.toReversed()) {
    try {
      bytes = await undo(bytes, { maxOutputLength: maxBytes });
      share.hold(bytes.byteLength);
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      if (error instanceof RangeError) throw tooLarge(maxBytes);
      throw badRequest([
        {
          pointer: '#',
          code: 'invalid_encoding',
          detail: `is not valid ${name} data, which its Content-Encoding names`,
        },
      ]);
    }
  }
  return bytes;
}

/**
 * Undoes the codings of the start of a body, as far as it goes; undefined where it cannot be done, or would be larger than
 * `maxBytes`.
 *
 * @param header what Content-Encoding says
 */
export async function decodeStart(
  coded: Uint8Array,
  header: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  let bytes = new Uint8Array(coded);
  try {
    for (const { undo } of codingsOf(header).toReversed()) {
      bytes = new Uint8Array(await undo(bytes, { maxOutputLength: maxBytes, isStart: true }));
    }
    return bytes;
  } catch {
    return undefined;
  }
}

/** Reads what comes, stopping as soon as it is too large; a body that breaks off is no fault of ours (RFC 9112 §8). */
async function collect(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, share }: ByteRules,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      share.hold(chunk.byteLength);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw badRequest([{ pointer: '#', code: 'incomplete', detail: 'ended before it was complete' }]);
  }
  return joined(chunks);
}

/**
 * Reads a body, its content codings undone.
 *
 * @throws ProblemError 413, 415, 400 or 503
 */
export async function readBytes(request: Incoming, rules: ByteRules): Promise<Uint8Array<ArrayBuffer>> {
  const { maxBytes } = rules;
  const announced = Number(request.header('content-length') ?? 0);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array(0);
  const codings = codingsOf(request.header('content-encoding'));
  const coded = await collect(request.body, rules);
  return coded.byteLength === 0 ? coded : decode(coded, codings, rules);
}

/** Reads a form; members with a type are read as that, one given twice becomes an array. Of others the first counts. */
function parseForm(text: string, types: TextTypes): Record<string, unknown> {
  const form = new URLSearchParams(text);
  const members = new Map<string, unknown>();
  for (const [name, value] of form) {
    if (!types.has(name) && !members.has(name)) members.set(detachString(name), detachString(value));
  }
  for (const [name, value] of Object.entries(readQuery(form, types))) members.set(name, value);
  return Object.fromEntries(members);
}

/** Media types that operations can read, by the name the contract has for them. */
const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  merge: 'application/merge-patch+json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const satisfies Record<BodyType, string>;

/** It takes a whole text at once, so that nothing of one is left for the next. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Which bodies are accepted, and up to what size. */
export interface BodyRules extends ByteRules {
  readonly accepts: readonly BodyType[];
}

/** A body as text, with its media type. */
export interface TextBody {
  readonly type: BodyType;
  readonly text: string;
}

function typeOf(request: Incoming, accepts: readonly BodyType[]): BodyType {
  const header = request.header('content-type');
  // Any parameter is fine: RFC 8259 §11 knows no charset, but clients send one.
  const mediaType = header?.split(';', 1)[0]?.trim().toLowerCase();
  const patches = accepts.includes('merge');
  const found = accepts.find(
    // The type of a patch says how it is applied: another one may be meant otherwise (RFC 5789 §2).
    (type) => mediaTypes[type] === mediaType || (type === 'json' && !patches && mediaType?.endsWith('+json')),
  );
  if (found !== undefined) return found;
  const wanted = accepts.map((type) => mediaTypes[type]);
  throw new ProblemError('unsupported_media_type', {
    detail: `${header === null ? 'the body has no Content-Type' : `the Content-Type is ${JSON.stringify(header.slice(0, 80))}`}; send the header Content-Type: ${wanted.join(' or ')}`,
    headers: { accept: wanted.join(', '), ...(patches ? { 'accept-patch': wanted.join(', ') } : {}) },
  });
}

/** Reads a body as text; undefined where a request has none. */
export async function readText(request: Incoming, rules: BodyRules): Promise<TextBody | undefined> {
  const bytes = await readBytes(request, rules);
  if (bytes.byteLength === 0) return undefined;
  const type = typeOf(request, rules.accepts);
  try {
    const text = decoder.decode(bytes);
    request.noteText?.(text, bytes.byteLength);
    return { type, text };
  } catch {
    throw badRequest([{ pointer: '#', code: 'invalid_encoding', detail: 'is not valid UTF-8' }]);
  }
}

/** A body as an input, with the media type that it came in; none where there was none. */
export interface ParsedBody {
  readonly type: BodyType | undefined;
  readonly given: unknown;
}

/** How a body is parsed. */
interface Parsing extends BodyRules {
  readonly types: TextTypes;
  /** What the rows of lines are. */
  readonly rows?: RowRules | undefined;
}

/** Reads and parses a body; a request without one has an empty object. */
export async function readBody(request: Incoming, { types, rows, ...rules }: Parsing): Promise<ParsedBody> {
  const body = await readText(request, rules);
  if (body === undefined) return { type: undefined, given: {} };
  const { type, text } = body;
  if (type === 'form') return { type, given: parseForm(text, types) };
  if (rows !== undefined && (type === 'csv' || type === 'ndjson')) {
    return { type, given: await rowsInput(type, text, rows) };
  }
  return { type, given: await parseJson(text, { location: { pointer: '#' } }) };
}

/** What is held of one request's body, until the request is answered. */
export interface BodyShare {
  /**
   * Counts bytes that are held.
   *
   * @throws ProblemError 503 where the process would hold too many
   */
  readonly hold: (bytes: number) => void;
  /** Gives back all that was counted. */
  readonly release: () => void;
}

/** The share of what has no body. */
export const NO_BODY: BodyShare = { hold: () => undefined, release: () => undefined };

/** The bytes of bodies that the requests of one server may hold together. */
export class BodyBudget {
  readonly #limit: number;
  #used = 0;

  /** @param limit bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes held at the moment. */
  get held(): number {
    return this.#used;
  }

  /** A share for one request. */
  open(): BodyShare {
    let own = 0;
    return {
      hold: (bytes) => {
        own += bytes;
        this.#used += bytes;
        if (this.#used <= this.#limit) return;
        throw new ProblemError('service_unavailable', {
          detail: 'the bodies of other requests use all the memory that is reserved for bodies; try again in 1 second',
          headers: { 'retry-after': '1' },
        });
      },
      release: () => {
        this.#used -= own;
        own = 0;
      },
    };
  }
}

/** How much of a body is kept. */
interface CaptureRules {
  /** Bytes of it. */
  readonly limit: number;
  /** Largest size once its content codings are undone. */
  readonly maxBytes: number;
  /** Counts what is held of it once the request is answered; until then whoever reads it does. */
  readonly share: BodyShare;
}

/** The body of one request. */
export class BodyCapture {
  readonly #rules: CaptureRules;
  /** The start of what was read, as it came: whoever reads it holds it anyway. */
  #read: Uint8Array[] = [];
  #readBytes = 0;
  readonly #start: ByteStart;
  #isFull = false;
  #isWhole = false;
  #text: StoredBody | undefined;

  constructor(rules: CaptureRules) {
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
