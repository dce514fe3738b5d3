/** Columns of a journal in memory, as a ring. */
import { exchangeEndings } from '@understudy/contract/sandboxes';
import type { WholeEntry } from '../../../../journal/pending-entry.js';
import { headerSigns } from '../../../../journal/evidence/header-evidence.js';
import { RepeatablePart } from '../../../../journal/repeatable-part.js';
import type { RepeatedExchange } from '../../../../journal/repeated-exchange.js';
import type { RequestId } from '../../../../kit/request-id.js';
import type { OwnPart, RepeatedParts } from '../../../../journal/repeated-texts.js';

/** Numbers of a row, and which is which. */
const NUMBERS = 8;
const [SINCE, UNTIL, APP_MS, RECEIVED_AT, HEADERS_BYTES, HAS_BODIES, ENDED, HAS_HEAD] = [
  0, 1, 2, 3, 4, 5, 6, 7,
] as const;

/** A row of the first column: an entry, or what its exchange shares with those it repeats; then the other columns have the rest. */
type Row = WholeEntry | RepeatablePart | undefined;

/** The columns of some rows. */
export class EntryColumns {
  /** One less than the number of rows, which is a power of two. */
  readonly mask: number;
  readonly rows: Row[] = [];
  readonly headers: (readonly string[] | undefined)[] = [];
  /** Those of headers that were dropped. */
  readonly signs: (string | undefined)[] = [];
  readonly ids: (RequestId | undefined)[] = [];
  readonly addresses: (string | undefined)[] = [];
  readonly connections: (string | null | undefined)[] = [];
  readonly numbers: number[] = [];

  readonly #sandbox: string;

  /** @param sandbox whose journal it is */
  constructor(sandbox: string, size: number) {
    this.#sandbox = sandbox;
    this.mask = size - 1;
  }

  /** Takes over a row. */
  take(to: number, from: EntryColumns, row: number): void {
    this.rows[to] = from.rows[row];
    if (!(from.rows[row] instanceof RepeatablePart)) return;
    this.headers[to] = from.headers[row];
    this.signs[to] = from.signs[row];
    this.ids[to] = from.ids[row];
    this.addresses[to] = from.addresses[row];
    this.connections[to] = from.connections[row];
    for (let i = 0; i < NUMBERS; i += 1) this.numbers[to * NUMBERS + i] = from.number(row, i);
  }

  /** Lets go of a row. */
  drop(row: number): void {
    this.rows[row] = undefined;
    this.headers[row] = undefined;
    this.signs[row] = undefined;
  }

  headersBytes(row: number): number {
    const entry = this.rows[row];
    return entry instanceof RepeatablePart ? this.number(row, HEADERS_BYTES) : (entry?.headersBytes ?? 0);
  }

  dropHeaders(row: number): void {
    const entry = this.rows[row];
    if (!(entry instanceof RepeatablePart)) {
      entry?.dropHeaders();
      return;
    }
    this.signs[row] ??= headerSigns(this.headers[row] ?? [], this.#sandbox);
    this.headers[row] = undefined;
  }

  /** What is shared is let go of with the answer that is kept. */
  dropBodies(row: number): void {
    const entry = this.rows[row];
    if (entry instanceof RepeatablePart) this.numbers[row * NUMBERS + HAS_BODIES] = 0;
    else entry?.dropBodies();
  }

  /** What an exchange shares with those it repeats, and what is left of its own. */
  parts(row: number, shared: RepeatablePart): RepeatedParts {
    const [headers, signs] = [this.headers[row], this.signs[row]];
    return { sandbox: this.#sandbox, shared, headers, signs, hasBodies: this.number(row, HAS_BODIES) === 1 };
  }

  number(row: number, which: number): number {
    return this.numbers[row * NUMBERS + which] ?? 0;
  }

  /** Puts in an exchange that repeats another. */
  put(row: number, exchange: RepeatedExchange): void {
    this.rows[row] = exchange.shared;
    this.headers[row] = exchange.headers;
    this.signs[row] = undefined;
    this.ids[row] = exchange.id;
    this.addresses[row] = exchange.address;
    this.connections[row] = exchange.connection;
    const { numbers } = this;
    const at = row * NUMBERS;
    numbers[at + SINCE] = exchange.since;
    numbers[at + UNTIL] = exchange.until;
    numbers[at + APP_MS] = exchange.appMs;
    numbers[at + RECEIVED_AT] = exchange.receivedAt;
    numbers[at + HEADERS_BYTES] = exchange.headersBytes;
    numbers[at + HAS_BODIES] = 1;
    numbers[at + ENDED] = exchangeEndings.indexOf(exchange.ended);
    numbers[at + HAS_HEAD] = Number(exchange.hasHead);
  }

  /** What differs in an exchange from those it repeats. */
  own(row: number): OwnPart {
    return {
      id: this.ids[row] ?? '',
      address: this.addresses[row] ?? '',
      connection: this.connections[row] ?? null,
      since: this.number(row, SINCE),
      until: this.number(row, UNTIL),
      appMs: this.number(row, APP_MS),
      receivedAt: this.number(row, RECEIVED_AT),
      ended: exchangeEndings[this.number(row, ENDED)] ?? 'complete',
      hasHead: this.number(row, HAS_HEAD) === 1,
    };
  }
}
