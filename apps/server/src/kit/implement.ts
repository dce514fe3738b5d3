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

/**
 * Makes a record that an earlier form of its domain has written into one that fits its collection now: with the same id.
 * It is called where the record does not fit the schema; a default of the schema needs no migration.
 */
export type Migrate = (record: unknown) => object;

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
  readonly migrations: ReadonlyMap<AnyCollection, Migrate>;
}

/** What implements a domain. */
export interface ImplementationParts<D extends Domain, Server> {
  readonly collections?: readonly AnyCollection[];
  /** One for each operation; a function where they need parts of the server. */
  readonly handlers: HandlersOf<D> | ((server: Server) => HandlersOf<D>);
  readonly showcase?: Showcase;
  readonly examples?: ExamplesOf;
  /** What becomes of the records that a durable store holds since the domain had another form, by collection. */
  readonly migrate?: Readonly<Record<string, Migrate>>;
}

function migrationsOf(
  migrate: Readonly<Record<string, Migrate>>,
  collections: readonly AnyCollection[],
  domain: string,
) {
  return new Map(
    Object.entries(migrate).map(([name, one]) => {
      const collection = collections.find((each) => each.name === name);
      if (collection !== undefined) return [collection, one] as const;
      throw new TypeError(`migrate of ${domain} names ${name}, which is no collection of it`);
    }),
  );
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
  { collections = [], handlers, migrate = {}, ...more }: ImplementationParts<D, Server>,
): Implementation<D, Server> {
  return {
    contract,
    collections,
    migrations: migrationsOf(migrate, collections, contract.name),
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
