/** What exchanges of a sandbox that wait together have alike: the answer that was given again, the headers of the request. */
import { pairBytes } from './recorded-exchange.js';
import type { RepeatablePart } from './repeatable-part.js';
import type { RepeatedExchange } from './repeated-exchange.js';
import type { RepeatedKind } from './repeated-kind.js';

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
export function isOf(kind: RepeatedKind, exchange: RepeatedExchange): boolean {
  const isSame = kind.shared === exchange.shared && kind.address === exchange.address;
  return isSame && kind.ended === exchange.ended && kind.hasHead === exchange.hasHead;
}

/** The kinds of some exchanges, and the connections that they came by. */
export class RepeatedKinds {
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
