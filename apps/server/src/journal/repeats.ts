/**
 * Exchanges that repeat others, on their way into a store that processes share: in columns, since whatever waits is moved by
 * the garbage collector while it is new, and what is the same for many is there once.
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

/** What came last on a connection, whose headers are one array as long as they are the same. */
interface Latest {
  readonly headers: readonly string[];
  readonly kind: RepeatedKind;
}

/** Numbers of a row, and which is which. */
const NUMBERS = 4;
const [SINCE, UNTIL, APP_MS, RECEIVED_AT] = [0, 1, 2, 3] as const;

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
  /** Bytes that all that ever came takes. */
  bytes = 0;
  #isMinor = true;
  /** How many kinds there are. */
  #begun = 0;
  /** By connection, and by what is repeated: most ask the same way each time. */
  readonly #latest = new Map<string | null, Latest>();
  readonly #latestOf = new Map<RepeatablePart, RepeatedKind>();
  readonly #kinds: RepeatedKind[] = [];
  readonly #connections: (string | null)[] = [];
  readonly #ids: RequestId[] = [];
  readonly #numbers: number[] = [];

  constructor(sandbox: string) {
    this.sandbox = sandbox;
  }

  get end(): number {
    return this.#kinds.length;
  }

  get length(): number {
    return this.#kinds.length - this.first;
  }

  get isFull(): boolean {
    return this.#kinds.length >= MAX_ROWS;
  }

  /** Whether nobody has written to the sandbox. */
  get isMinor(): boolean {
    return this.#isMinor;
  }

  add(exchange: RepeatedExchange): void {
    const { own } = exchange;
    this.#kinds.push(this.#kindOf(exchange));
    this.#connections.push(own.connection);
    this.#ids.push(own.id);
    this.#numbers.push(own.since, own.until, own.appMs, own.receivedAt);
    if (!exchange.isMinor) this.#isMinor = false;
    this.bytes += ROW_BYTES;
  }

  /** Takes the first one out. */
  shift(): void {
    if (this.length > 0) this.first += 1;
  }

  kind(row: number): RepeatedKind {
    const kind = this.#kinds[row];
    if (kind === undefined) throw new RangeError(`there is no row ${row}`);
    return kind;
  }

  connection(row: number): string | null {
    return this.#connections[row] ?? null;
  }

  /** The id of one, with no secret: what this process has given holds none. */
  id(row: number): RequestId {
    const id = this.#ids[row] ?? '';
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
      const own = { id: this.#ids[row] ?? '', ...how, ...times };
      yield new RepeatedExchange({ shared, headers }, own, { sandbox, isMinor });
    }
  }

  #kindOf(exchange: RepeatedExchange): RepeatedKind {
    const { shared, headers = [], own } = exchange;
    const latest = this.#latest.get(own.connection);
    if (latest !== undefined && latest.headers === headers && isOf(latest.kind, exchange)) return latest.kind;
    const known = this.#latestOf.get(shared);
    const isKnown = known !== undefined && isOf(known, exchange) && areSame(known.headers, headers);
    const kind = isKnown ? known : this.#begin(exchange);
    this.#latest.set(own.connection, { headers, kind });
    return kind;
  }

  #begin({ shared, headers = [], own: { address, ended, hasHead } }: RepeatedExchange): RepeatedKind {
    const kind = { index: this.#begun, shared, headers, address, ended, hasHead };
    this.#begun += 1;
    this.bytes += KIND_BYTES + pairBytes(headers);
    if (!this.#latestOf.has(shared)) this.bytes += shared.bytes;
    this.#latestOf.set(shared, kind);
    return kind;
  }

  #number(row: number, which: number): number {
    return this.#numbers[row * NUMBERS + which] ?? 0;
  }
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, index) => text === others[index]);
}

/** Whether an exchange is of a kind, but for its headers. */
function isOf(kind: RepeatedKind, { shared, own: { address, ended, hasHead } }: RepeatedExchange): boolean {
  const isSame = kind.shared === shared && kind.address === address;
  return isSame && kind.ended === ended && kind.hasHead === hasHead;
}
