/**
 * Exchanges that repeat others, on their way into a store that processes share: as numbers in one typed array, since
 * objects that wait are moved by the garbage collector while they are new, and what is the same for many is there once.
 */
import type { RequestId } from '../kit/request-id.js';
import type { RepeatedPattern } from './entry-pattern.js';
import { maskText } from './mask.js';
import { pairBytes } from './recorded-exchange.js';
import type { RepeatablePart } from './repeatable-part.js';
import { RepeatedExchange } from './repeated-exchange.js';
import { type OwnPart, sharedPattern } from './repeated-texts.js';

/** What may be the same for many of them. */
export interface RepeatedKind extends Pick<OwnPart, 'address' | 'ended' | 'hasHead'> {
  /** Its number among those of its sandbox that wait together. */
  readonly index: number;
  readonly shared: RepeatablePart;
  readonly headers: readonly string[];
}

/** A connection, and what came on it last: its headers are one array as long as they are the same. */
interface Latest {
  /** Its number among those of its sandbox that wait together. */
  readonly index: number;
  headers: readonly string[];
  kind: RepeatedKind;
}

/** Numbers of a row, and which is which. */
const NUMBERS = 7;
const [SINCE, UNTIL, APP_MS, RECEIVED_AT, KIND, CONNECTION, ID] = [0, 1, 2, 3, 4, 5, 6] as const;

/** Rows that there is room for at first. */
const FEW = 16;

/** Bytes that a row takes, and a kind beside its headers. */
const ROW_BYTES = 100;
const KIND_BYTES = 200;

/** Rows that there may be: as many as a store takes at once. */
const MAX_ROWS = 5000;

/** Such exchanges of one sandbox. */
export class Repeats {
  readonly sandbox: string;
  /** The first one that was not taken out, and the one after the last; by row. */
  first = 0;
  end = 0;
  /** Bytes that all that ever came takes. */
  bytes = 0;
  #isMinor = true;
  /** By connection, and by what is repeated: most ask the same way each time. */
  readonly #latest = new Map<string | null, Latest>();
  readonly #latestOf = new Map<RepeatablePart, RepeatedKind>();
  readonly #kinds: RepeatedKind[] = [];
  readonly #connections: (string | null)[] = [];
  /** Ids that are texts; the others are numbers above 0. */
  readonly #texts: string[] = [];
  #numbers = new Float64Array(FEW * NUMBERS);

  constructor(sandbox: string) {
    this.sandbox = sandbox;
  }

  get length(): number {
    return this.end - this.first;
  }

  get isFull(): boolean {
    return this.end >= MAX_ROWS;
  }

  /** Whether nobody has written to the sandbox. */
  get isMinor(): boolean {
    return this.#isMinor;
  }

  add(exchange: RepeatedExchange): void {
    const { id } = exchange;
    const { kind, index } = this.#latestAs(exchange);
    const at = this.end * NUMBERS;
    if (at === this.#numbers.length) this.#grow();
    const numbers = this.#numbers;
    numbers[at + SINCE] = exchange.since;
    numbers[at + UNTIL] = exchange.until;
    numbers[at + APP_MS] = exchange.appMs;
    numbers[at + RECEIVED_AT] = exchange.receivedAt;
    numbers[at + KIND] = kind.index;
    numbers[at + CONNECTION] = index;
    numbers[at + ID] = typeof id === 'number' ? id : -this.#texts.push(id);
    this.end += 1;
    if (!exchange.isMinor) this.#isMinor = false;
    this.bytes += ROW_BYTES;
  }

  /** Takes the first one out. */
  shift(): void {
    if (this.length > 0) this.first += 1;
  }

  kind(row: number): RepeatedKind {
    const kind = row < this.end ? this.#kinds[this.#number(row, KIND)] : undefined;
    if (kind === undefined) throw new RangeError(`there is no row ${row}`);
    return kind;
  }

  connection(row: number): string | null {
    return this.#connections[this.#number(row, CONNECTION)] ?? null;
  }

  /** The id of one, with no secret: what this process has given holds none. */
  id(row: number): RequestId {
    const id = this.#id(row);
    return typeof id === 'number' ? id : maskText(id);
  }

  since(row: number): number {
    return this.#number(row, SINCE);
  }

  until(row: number): number {
    return this.#number(row, UNTIL);
  }

  appMs(row: number): number {
    return this.#number(row, APP_MS);
  }

  receivedAt(row: number): number {
    return this.#number(row, RECEIVED_AT);
  }

  /** When the answer was ready to go out, by `journalNow`. */
  answeredAt(row: number): number {
    return this.since(row) + this.appMs(row);
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
    for (let row = this.first; row < this.end; row += 1) {
      const { shared, headers, address, ended, hasHead } = this.kind(row);
      const [since, until, appMs] = [this.since(row), this.until(row), this.appMs(row)];
      const times = { since, until, appMs, receivedAt: this.receivedAt(row) };
      const how = { address, connection: this.connection(row), ended, hasHead };
      const own = { id: this.#id(row), ...how, ...times };
      yield new RepeatedExchange({ shared, headers }, own, { sandbox, isMinor });
    }
  }

  /** Its connection, with what it is as what came on it last. */
  #latestAs(exchange: RepeatedExchange): Latest {
    const { headers = [], connection } = exchange;
    const latest = this.#latest.get(connection);
    if (latest !== undefined && latest.headers === headers && isOf(latest.kind, exchange)) return latest;
    const kind = this.#kindOf(exchange);
    if (latest !== undefined) return Object.assign(latest, { headers, kind });
    const first = { index: this.#connections.push(connection) - 1, headers, kind };
    this.#latest.set(connection, first);
    return first;
  }

  #kindOf(exchange: RepeatedExchange): RepeatedKind {
    const { shared, headers = [] } = exchange;
    const known = this.#latestOf.get(shared);
    const isKnown = known !== undefined && isOf(known, exchange) && areSame(known.headers, headers);
    return isKnown ? known : this.#begin(exchange);
  }

  #begin({ shared, headers = [], address, ended, hasHead }: RepeatedExchange): RepeatedKind {
    const kind = { index: this.#kinds.length, shared, headers, address, ended, hasHead };
    this.#kinds.push(kind);
    this.bytes += KIND_BYTES + pairBytes(headers);
    if (!this.#latestOf.has(shared)) this.bytes += shared.bytes;
    this.#latestOf.set(shared, kind);
    return kind;
  }

  #grow(): void {
    const numbers = new Float64Array(2 * this.#numbers.length);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
  }

  #id(row: number): RequestId {
    const id = this.#number(row, ID);
    return id > 0 ? id : (this.#texts[-id - 1] ?? '');
  }

  #number(row: number, which: number): number {
    return this.#numbers[row * NUMBERS + which] ?? 0;
  }
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, index) => text === others[index]);
}

/** Whether an exchange is of a kind, but for its headers. */
function isOf(kind: RepeatedKind, exchange: RepeatedExchange): boolean {
  const isSame = kind.shared === exchange.shared && kind.address === exchange.address;
  return isSame && kind.ended === exchange.ended && kind.hasHead === exchange.hasHead;
}
