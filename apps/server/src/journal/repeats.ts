/**
 * Exchanges that repeat others, on their way into a store that processes share: as numbers in one typed array, since
 * objects that wait are moved by the garbage collector while they are new, and what is the same for many is there once.
 */
import type { RequestId } from '../kit/request-id.js';
import type { WaitingKind } from './asked-head.js';
import type { RepeatedPattern } from './entry-pattern.js';
import { maskText } from './mask.js';
import { RepeatedExchange } from './repeated-exchange.js';
import type { RepeatedKind } from './repeated-kind.js';
import { RepeatedRow } from './repeated-row.js';
import { sharedPattern } from './repeated-texts.js';
import { pairBytes } from './recorded-exchange.js';
import type { RepeatablePart } from './repeatable-part.js';

/** A connection, and what came on it last: its headers are one array as long as they are the same. */
interface Latest {
  /** Its number among those of these exchanges. */
  readonly index: number;
  headers: readonly string[];
  kind: RepeatedKind;
}

/** Bytes that a kind takes beside its headers. */
const KIND_BYTES = 200;

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, index) => text === others[index]);
}

/** Whether an exchange is of a kind, but for its headers. */
function isOf(kind: RepeatedKind, exchange: RepeatedExchange): boolean {
  const isSame = kind.shared === exchange.shared && kind.address === exchange.address;
  return isSame && kind.ended === exchange.ended && kind.hasHead === exchange.hasHead;
}

/** The kinds of some exchanges, and the connections that they came by. */
class RepeatedKinds {
  /** Bytes that they take. */
  bytes = 0;
  /** By connection, and by what is repeated: most ask the same way each time. */
  readonly #latest = new Map<string | null, Latest>();
  readonly #latestOf = new Map<RepeatablePart, RepeatedKind>();
  readonly #kinds: RepeatedKind[] = [];
  readonly #connections: (string | null)[] = [];

  kind(index: number): RepeatedKind | undefined {
    return this.#kinds[index];
  }

  connection(index: number): string | null {
    return this.#connections[index] ?? null;
  }

  /** The connection of an exchange, with that exchange as what came on it last. */
  latestAs(exchange: RepeatedExchange): Latest {
    const { headers, connection } = exchange;
    const latest = this.#latest.get(connection);
    if (latest !== undefined && latest.headers === headers && isOf(latest.kind, exchange)) return latest;
    const kind = this.#kindOf(exchange);
    if (latest !== undefined) return Object.assign(latest, { headers, kind });
    const first = { index: this.#connections.push(connection) - 1, headers, kind };
    this.#latest.set(connection, first);
    return first;
  }

  #kindOf(exchange: RepeatedExchange): RepeatedKind {
    const { shared, headers } = exchange;
    const known = this.#latestOf.get(shared);
    const isKnown = known !== undefined && isOf(known, exchange) && areSame(known.headers, headers);
    return isKnown ? known : this.#begin(exchange);
  }

  #begin({ shared, headers, address, ended, hasHead }: RepeatedExchange): RepeatedKind {
    const kind = { index: this.#kinds.length, shared, headers, address, ended, hasHead };
    this.#kinds.push(kind);
    this.bytes += KIND_BYTES + pairBytes(headers);
    if (!this.#latestOf.has(shared)) this.bytes += shared.bytes;
    this.#latestOf.set(shared, kind);
    return kind;
  }
}

/** Numbers of a row, and which is which. */
const NUMBERS = 7;
const [SINCE, UNTIL, APP_MS, RECEIVED_AT, KIND, CONNECTION, ID] = [0, 1, 2, 3, 4, 5, 6] as const;

/** Rows that there is room for at first. */
const FEW = 16;

/** Bytes that a row takes. */
const ROW_BYTES = 100;

/** Rows that there may be: as many as a store takes at once. */
const MAX_ROWS = 5000;

const NO_ROOM = new Float64Array(0);

/** Such exchanges of one sandbox. */
export class Repeats {
  readonly sandbox: string;
  /** The first one that was not taken out, and the one after the last; by row. */
  first = 0;
  end = 0;
  #isMinor = true;
  #kinds = new RepeatedKinds();
  /** Ids that are texts, which stand as numbers below 0; the others are whole numbers from 0. */
  #texts: string[] = [];
  #numbers: Float64Array<ArrayBuffer>;

  /** @param room for their numbers, which others have left */
  constructor(sandbox: string, room = new Float64Array(FEW * NUMBERS)) {
    this.sandbox = sandbox;
    this.#numbers = room;
  }

  get length(): number {
    return this.end - this.first;
  }

  /** Bytes that all that ever came takes. */
  get bytes(): number {
    return this.end * ROW_BYTES + this.#kinds.bytes;
  }

  get isFull(): boolean {
    return this.end >= MAX_ROWS;
  }

  /** Whether nobody has written to the sandbox. */
  get isMinor(): boolean {
    return this.#isMinor;
  }

  /** Adds one, and answers how many bytes more there are. */
  add(exchange: RepeatedExchange): number {
    const known = exchange.head.waiting;
    // As with most: it came as the one before on its connection, and has the same answer.
    if (known !== undefined && known.among === this && isOf(known.kind, exchange)) {
      this.#put(exchange, known);
      return ROW_BYTES;
    }
    const before = this.#kinds.bytes;
    const { kind, index: connection } = this.#kinds.latestAs(exchange);
    const found = { among: this, kind, connection };
    exchange.head.waiting = found;
    this.#put(exchange, found);
    return ROW_BYTES + this.#kinds.bytes - before;
  }

  #put(exchange: RepeatedExchange, { kind, connection }: WaitingKind): void {
    const { id } = exchange;
    const at = this.end * NUMBERS;
    if (at === this.#numbers.length) this.#grow();
    const numbers = this.#numbers;
    numbers[at + SINCE] = exchange.since;
    numbers[at + UNTIL] = exchange.until;
    numbers[at + APP_MS] = exchange.appMs;
    numbers[at + RECEIVED_AT] = exchange.receivedAt;
    numbers[at + KIND] = kind.index;
    numbers[at + CONNECTION] = connection;
    numbers[at + ID] = typeof id === 'number' ? id : -this.#texts.push(id);
    this.end += 1;
    if (!exchange.isMinor) this.#isMinor = false;
  }

  /**
   * Lets go of them all, once nobody reads them any more, since heads of requests know it on; gives up the room for their
   * numbers, which costs more to make anew than to fill.
   */
  leave(): Float64Array<ArrayBuffer> {
    const numbers = this.#numbers;
    this.first = 0;
    this.end = 0;
    this.#kinds = new RepeatedKinds();
    this.#texts = [];
    this.#numbers = NO_ROOM;
    return numbers;
  }

  /** Takes the first one out. */
  shift(): void {
    if (this.length > 0) this.first += 1;
  }

  /** Reads one into an object: thousands are read one after the other, and one object is enough for them. */
  read(row: number, to: RepeatedRow): void {
    if (row >= this.end) throw new RangeError(`there is no row ${row}`);
    const numbers = this.#numbers;
    const at = row * NUMBERS;
    to.since = numbers[at + SINCE] ?? 0;
    to.until = numbers[at + UNTIL] ?? 0;
    to.appMs = numbers[at + APP_MS] ?? 0;
    to.receivedAt = numbers[at + RECEIVED_AT] ?? 0;
    to.kind = numbers[at + KIND] ?? 0;
    to.connection = numbers[at + CONNECTION] ?? 0;
    to.id = numbers[at + ID] ?? 0;
  }

  /** The kind with a number. */
  kind(number: number): RepeatedKind {
    const kind = this.#kinds.kind(number);
    if (kind === undefined) throw new RangeError(`there is no kind ${number}`);
    return kind;
  }

  /** The connection with a number. */
  connection(number: number): string | null {
    return this.#kinds.connection(number);
  }

  /** The id with a number, with no secret: what this process has given holds none. */
  id(number: number): RequestId {
    return number >= 0 ? number : maskText(this.#text(number));
  }

  /** When the request of one came in, by `journalNow`. */
  since(row: number): number {
    return this.#number(row, SINCE);
  }

  /** When its answer was ready to go out, by `journalNow`. */
  answeredAt(row: number): number {
    return this.#number(row, SINCE) + this.#number(row, APP_MS);
  }

  /** What exchanges of a kind have alike. */
  pattern(kind: RepeatedKind): Omit<RepeatedPattern, 'own'> {
    const { sandbox } = this;
    const { shared, headers } = kind;
    return sharedPattern({ sandbox, shared, headers, signs: undefined, hasBodies: true }, kind);
  }

  /** Each of them by itself. */
  *[Symbol.iterator](): Generator<RepeatedExchange> {
    const { sandbox, isMinor } = this;
    const of = { name: sandbox, isMinor };
    const one = new RepeatedRow();
    for (let row = this.first; row < this.end; row += 1) {
      this.read(row, one);
      const { since, until, appMs, receivedAt } = one;
      const { shared, headers, address, ended, hasHead } = this.kind(one.kind);
      const id = one.id >= 0 ? one.id : this.#text(one.id);
      const head = { rawHeaders: headers, connection: this.connection(one.connection) };
      const exchange = new RepeatedExchange({ of, shared, head }, { id, address, since, appMs });
      yield Object.assign(exchange, { until, receivedAt, ended, hasHead });
    }
  }

  #grow(): void {
    const numbers = new Float64Array(Math.min(2 * this.#numbers.length, MAX_ROWS * NUMBERS));
    numbers.set(this.#numbers);
    this.#numbers = numbers;
  }

  #text(id: number): string {
    return this.#texts[-id - 1] ?? '';
  }

  #number(row: number, which: number): number {
    return this.#numbers[row * NUMBERS + which] ?? 0;
  }
}
