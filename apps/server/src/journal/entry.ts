/**
 * An entry of the journal as it is recorded: plain objects, of which texts are made when somebody reads them, and the
 * starts of its bodies.
 */
import type { ExchangeEnding, SignatureState, UnknownMember } from '@understudy/contract/sandboxes';
import type { AppliedFault } from '../faults/outcome.js';
import type { ClockState } from '../kit/clock.js';
import type { ContractIssue } from '../kit/problem-error.js';
import type { ListedPage } from '../kit/pages.js';
import type { LateAttempt } from '../kit/watched.js';
import { byteLength, bytesOf } from '#platform/runtime';

/** What was asked for, and what was answered. Requests that were given the same cached answer share it. */
export interface RecordedExchange {
  readonly method: string;
  /** Path below the base URL, and query as it was sent. */
  readonly path: string;
  readonly query: string;
  readonly baseUrl: string;
  /** Name of the operation, such as education.listCourses. */
  readonly operation: string | undefined;
  readonly body: StoredBody | undefined;
  /** What its operation does not know. */
  readonly unknown: readonly UnknownMember[];
  /** Where it is off the contract. */
  readonly offContract?: readonly ContractIssue[] | undefined;
  /** The page of a list that was answered, where the headers do not say so. */
  readonly listed?: ListedPage | undefined;
  /** Undefined where no head of an answer was sent. */
  readonly status: number | undefined;
  readonly kind: string | undefined;
  readonly struck: AppliedFault | undefined;
  /** Id of the record that it created, whether or not its answer says so. */
  readonly made?: string | undefined;
  /** What came of the check of its signature, where it came to an inbox. */
  readonly signature?: SignatureState | undefined;
  /** How the clock of its sandbox went. */
  readonly clock?: ClockState | undefined;
  /** What was sent in answer: its headers, and the start of its body. */
  readonly response: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: StoredBody | undefined;
  };
}

/** What every entry has. */
interface Recorded {
  readonly sandbox: string;
  /** Whether nobody has written to its sandbox: the journals of such sandboxes give way to others. */
  readonly isMinor: boolean;
  /** When its request came in, by `journalNow`. */
  readonly since: number;
  /** When its answer was ready to go out, by `journalNow`: whatever the client did after it, came later. */
  readonly answeredAt: number;
}

/** A request that was answered. */
export interface RequestEntry extends Recorded {
  readonly id: string;
  /** Names and values in turn, as Node has them in rawHeaders. */
  readonly headers: readonly string[];
  readonly address: string | undefined;
  readonly connection: string | undefined;
  readonly ended: ExchangeEnding;
  /** When the request came in, by the clock of the machine: in ms since 1970. */
  readonly receivedAt: number;
  readonly durationMs: number;
  readonly exchange: RecordedExchange;
  /** Server-Timing of the answer where it shares its exchange: that header, and its id, are its own then. */
  readonly timing?: string | undefined;
}

/** An attempt at the delivery of a webhook, so that its receiver can be judged: nothing of it is shown but by a verdict. */
export interface DeliveryEntry extends Recorded {
  readonly attempt: LateAttempt;
  /** When it ended, by the clock of the machine, in ms since 1970. */
  readonly endedAt: number;
}

/** An entry as it is recorded; nothing of it changes any more. */
export type Entry = RequestEntry | DeliveryEntry;

/** The clock of exchanges, in ms: steady, of this process alone, and not to be shown, since it may stand while a machine sleeps. */
export const journalNow = (): number => performance.now();

/** The wall time of something that happened at `since` by `journalNow`: in whole ms since 1970, and never too early. */
export const wallTimeOf = (since: number, now = journalNow()): number => Math.ceil(Date.now() - (now - since));

/** Bytes of an entry beside its texts, and of each header. */
const ENTRY_BYTES = 400;
const HEADER_BYTES = 16;

function bodyBytes(body: StoredBody | undefined): number {
  if (body === undefined) return 0;
  const { content, bytes } = body;
  // A text whose bytes are not as many as its characters may have some beyond Latin-1, which take two bytes in memory.
  return typeof content === 'string' && content.length !== bytes ? 2 * content.length : content.length;
}

function exchangeBytes({ path, query, unknown, offContract = [], body, response }: RecordedExchange): number {
  let bytes = ENTRY_BYTES + path.length + query.length + unknown.length * 200 + offContract.length * 400;
  for (const name in response.headers) bytes += HEADER_BYTES + (response.headers[name]?.length ?? 0);
  return bytes + bodyBytes(body) + bodyBytes(response.body);
}

function ownBytes(entry: Entry): number {
  if ('attempt' in entry) return ENTRY_BYTES + entry.attempt.url.length;
  let bytes = ENTRY_BYTES + entry.headers.length * HEADER_BYTES;
  for (const text of entry.headers) bytes += text.length;
  return bytes;
}

/** Entries in the order in which they came, and the bytes that they take in memory: what some share counts once. */
export class EntryQueue {
  bytes = 0;
  /** By number: to take the first one out costs the same however many there are. */
  readonly #entries = new Map<number, Entry>();
  /** The number of the first one. */
  #first = 0;
  /** How many entries have each exchange. */
  readonly #uses = new Map<RecordedExchange, number>();

  get length(): number {
    return this.#entries.size;
  }

  at(index: number): Entry | undefined {
    return this.#entries.get(this.#first + index);
  }

  push(entry: Entry): void {
    this.#entries.set(this.#first + this.length, entry);
    this.bytes += ownBytes(entry) + this.#use(entry, 1);
  }

  /** Takes the first one out. */
  shift(): Entry | undefined {
    const entry = this.at(0);
    if (entry === undefined) return undefined;
    this.#entries.delete(this.#first);
    this.#first += 1;
    this.bytes -= ownBytes(entry) + this.#use(entry, -1);
    return entry;
  }

  /** Notes an entry more, or less, with an exchange; gives its bytes where it is the first, or was the last. */
  #use(entry: Entry, by: 1 | -1): number {
    if ('attempt' in entry) return 0;
    const { exchange } = entry;
    // Only where an answer is given again, others share it.
    if (entry.timing === undefined) return exchangeBytes(exchange);
    const before = this.#uses.get(exchange) ?? 0;
    if (before + by === 0) this.#uses.delete(exchange);
    else this.#uses.set(exchange, before + by);
    return before === 0 || before + by === 0 ? exchangeBytes(exchange) : 0;
  }
}

/** The start of a body. */
export interface StoredBody {
  /** Its text where it was decoded already, else its bytes; the content coding undone. A text may be longer than the start. */
  readonly content: string | Uint8Array;
  /** Length of the whole body in bytes, as far as it came. */
  readonly bytes: number;
  readonly isTruncated: boolean;
}

/** It takes a whole text at once, which is many times faster than one that waits for more. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Whether a byte goes on with a character that an earlier one began. */
function goesOn(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** The start of a text of so many bytes, within a limit of bytes of UTF-8, without half a character at its end. */
function startOfText(text: string, limit: number, length: number): string {
  // Of characters of one byte each. What is cut from it keeps all of it in memory, so that only a little may be.
  if (length === text.length && length <= 2 * limit) return text.slice(0, limit);
  const bytes = bytesOf(text.slice(0, limit));
  let end = Math.min(limit, bytes.length);
  while (end > 0 && goesOn(bytes[end])) end -= 1;
  return decoder.decode(bytes.subarray(0, end));
}

/**
 * The start of a body.
 *
 * @param limit bytes that are kept
 * @param bytes length of the whole, where it is known
 */
export function bodyStart(body: string | Uint8Array, limit: number, bytes = byteLength(body)): StoredBody {
  const isTruncated = bytes > limit;
  if (typeof body !== 'string') return { content: new Uint8Array(body.subarray(0, limit)), bytes, isTruncated };
  return { content: isTruncated ? startOfText(body, limit, bytes) : body, bytes, isTruncated };
}

/** Bytes of an answer's body that the journal keeps. */
export const MAX_ANSWER = 4096;

/** Smallest buffer, in bytes. */
const SMALLEST = 512;
/** The start of some bytes. */
export class ByteStart {
  #limit: number;
  #buffer = new Uint8Array(0);
  #stored = 0;
  #bytes = 0;

  /** @param limit bytes that are kept */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many bytes have come. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many of the next bytes would be kept. */
  get room(): number {
    return this.#limit - this.#stored;
  }

  /** Takes the next bytes. */
  add(piece: Uint8Array): void {
    this.#bytes += piece.byteLength;
    const start = piece.subarray(0, this.room);
    if (start.byteLength === 0) return;
    const size = this.#stored + start.byteLength;
    if (size > this.#buffer.byteLength) this.#grow(size);
    this.#buffer.set(start, this.#stored);
    this.#stored = size;
  }

  /** Counts bytes that come next, and keeps none of them, nor of those after them. */
  skip(bytes: number): void {
    this.#bytes += bytes;
    if (bytes > 0) this.#limit = this.#stored;
  }

  /** What was kept, of bytes that ended there or broke off; undefined where none have come. */
  body(isWhole: boolean): StoredBody | undefined {
    if (this.#bytes === 0) return undefined;
    const content = this.#buffer.slice(0, this.#stored);
    return { content, bytes: this.#bytes, isTruncated: !isWhole || this.#bytes > this.#stored };
  }

  #grow(size: number): void {
    const buffer = new Uint8Array(Math.min(this.#limit, Math.max(2 * this.#buffer.byteLength, size, SMALLEST)));
    buffer.set(this.#buffer.subarray(0, this.#stored));
    this.#buffer = buffer;
  }
}
