/** Joins a domain of the contract with its records and its handlers. */
import type { Domain } from '@understudy/contract';
import type { AnyCollection } from './collection.js';
import type { AnyHandler, HandlersOf } from './handler.js';
import type { Showcase } from './showcase.js';
import type { Sizes } from './dataset.js';

/** Examples by component of the OpenAPI document: of all its members, or of some. */
export type Examples = Readonly<Record<string, object>>;

/** Makes the examples that no contract can give, since they follow from the domains that there are. */
export type ExamplesOf = (api: { readonly sizes: Sizes }) => Promise<Examples>;

/** A domain as a server serves it. `Server` is what its handlers need of the server's parts. */
export interface Implementation<D extends Domain = Domain, Server = never> {
  readonly contract: D;
  /** Its records. */
  readonly collections: readonly AnyCollection[];
  /** Its handlers for one server, by operation. */
  readonly handlers: (server: Server) => Readonly<Record<string, AnyHandler>>;
  /** What the pages show of it, where it is the domain to try first. */
  readonly showcase?: Showcase | undefined;
  readonly examples?: ExamplesOf | undefined;
}

/** What implements a domain. */
export interface ImplementationParts<D extends Domain, Server> {
  readonly collections?: readonly AnyCollection[];
  /** One for each operation; a function where they need parts of the server. */
  readonly handlers: HandlersOf<D> | ((server: Server) => HandlersOf<D>);
  readonly showcase?: Showcase;
  readonly examples?: ExamplesOf;
}

/**
 * Implements a domain. An operation without a handler does not compile, nor does a handler of another operation's type.
 *
 * @example
 * ```ts
 * export const events = implement(contract.events, {
 *   collections: [eventRecords],
 *   handlers: { getEvent: ({ input, records }) => ({ value: records.find(eventRecords, input.event_id) }) },
 * });
 * ```
 */
export function implement<D extends Domain, Server = unknown>(
  contract: D,
  { collections = [], handlers, ...more }: ImplementationParts<D, Server>,
): Implementation<D, Server> {
  return {
    contract,
    collections,
    ...more,
    handlers: (server) => {
      const own: object = typeof handlers === 'function' ? handlers(server) : handlers;
      // A loop over the names cannot carry the types of each along.
      const entries = Object.entries<AnyHandler | AnyHandler['handle']>(own as never);
      return Object.fromEntries(
        entries.map(([name, handler]) => [name, typeof handler === 'function' ? { handle: handler } : handler]),
      );
    },
  };
}
