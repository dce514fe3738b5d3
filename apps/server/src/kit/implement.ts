/** Joins a domain of the contract with its records, its handlers and its limits. */
import {
  checkMembers,
  type Credential,
  DeclarationError,
  type Domain,
  isDomain,
  type Operation,
  orOneOf,
  type RawInput,
} from '@understudy/contract/kit';
import type { Verdict } from '@understudy/contract/sandboxes';
import { z } from 'zod';
import { type AnyCollection, type Collection, internalCollection } from './collection.js';
import type { ContractIssue } from './problem-error.js';
import type { CredentialOf, FindApiKey } from './credential.js';
import type { SoughtRecords } from './records.js';
import type { AnyHandler, HandlersOf } from './handler.js';
import type { Sizes } from './dataset.js';

/** So many in so long. */
export interface Rate {
  readonly requests: number;
  /** Length of a window, in seconds. */
  readonly seconds: number;
}

/** What is known of a call whose writes are counted. */
export interface LimitedCall {
  readonly operation: Operation;
  /** The input, parsed by the schema of its operation. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly records: SoughtRecords;
  /** Who is asking. */
  readonly credential: CredentialOf<Credential, boolean>;
  /** The present by the sandbox's clock, in ms since 1970. */
  readonly now: number;
}

/** What a call counts with. */
export interface LimitedWith {
  /** What is counted together, such as the id of an organization. */
  readonly key: string;
  /** Name of the policy in the headers; that of the limit where left out. */
  readonly policy?: string;
  /** Accepted writes in a window; those of the declaration where left out. */
  readonly quota?: number;
}

/**
 * Says what a call counts with; undefined where that is nobody's, such as a record that is not there: its handler says
 * so.
 */
export type FindLimited = (call: LimitedCall) => LimitedWith | undefined;

const window = z.object({ id: z.string(), since: z.int(), used: z.int().min(0), expires_at: z.int() });

/** The writes that were accepted in the last window of each limit; it is over at its end. */
export const countedWindows: Collection<z.infer<typeof window>> = internalCollection({
  name: 'counted_windows',
  prefix: 'counted',
  schema: window,
  expires: (record) => record.expires_at,
});

/** Calls to try, over the records of one domain. */
export interface Showcase {
  /** A list that takes no input but paging and `q`. */
  readonly list: Operation;
  /** A word that the list finds something with. */
  readonly q: string;
  /** Member of its records that is worth printing. */
  readonly shows: string;
  /** JSON body of a POST to the path of the list. */
  readonly body: string;
  /** Code with a client `api` of the SDK. */
  readonly withClient: readonly { readonly title: string; readonly code: string }[];
}

/** Examples by component of the OpenAPI document: of all its members, or of some. */
export type Examples = Readonly<Record<string, object>>;

/** Makes the examples that no contract can give, since they follow from the domains that there are. */
export type ExamplesOf = (api: { readonly sizes: Sizes }) => Promise<Examples>;

/**
 * Makes a record that an earlier form of its domain has written into one that fits its collection now: with the same id.
 * It is called where the record does not fit the schema; a default of the schema needs no migration.
 */
export type Migrate = (record: unknown) => object;

/** Makes the bodies of webhooks by the seed of their sandbox, by event type. */
export type WebhookPayloads = Readonly<Record<string, (seed: string) => object>>;

/** What a document says of its operations, each by its name here, without the domain. */
export interface Conformance {
  /** A request that it answers with a success. */
  readonly example: (operation: string) => RawInput;
  /** How an answer differs from what it documents; undefined where it does not. */
  readonly faultOf: (
    operation: string,
    answer: { readonly status: number; readonly type: string; readonly text: string },
  ) => string | undefined;
}

/** The OpenAPI document that a domain was made of. */
export interface OwnDocument {
  /** The segment that its paths lie below; empty for none. */
  readonly name: string;
  readonly root: Readonly<Record<string, unknown>>;
  /** What it has that is not served, or is worth a look, for the start page. */
  readonly notices: readonly string[];
  /** Whether it has callbacks. */
  readonly hasCallbacks: boolean;
  /** Makes the bodies of its webhooks by the seed of a sandbox, by event type. */
  readonly webhooks: WebhookPayloads;
  readonly conformance: Conformance;
  /** Where it says what a request is off, by the name of the operation here; undefined where there is none. */
  readonly locate: (issue: ContractIssue, operation: string | undefined) => Promise<NonNullable<Verdict['document']>>;
}

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
  /** The document that it was made of; undefined where its declarations are its document. */
  readonly document?: OwnDocument | undefined;
  /** Finds the API keys that operations with the credential `member` take. */
  readonly findApiKey?: FindApiKey | undefined;
  /** Says what calls count with, by the name of the limit. */
  readonly limits?: Readonly<Record<string, FindLimited>> | undefined;
  readonly migrations: ReadonlyMap<AnyCollection, Migrate>;
}

/** What implements a domain. */
export interface ImplementationParts<D extends Domain, Server> {
  readonly collections?: readonly AnyCollection[];
  /** One for each operation; a function where they need parts of the server. */
  readonly handlers: HandlersOf<D> | ((server: Server) => HandlersOf<D>);
  readonly showcase?: Showcase;
  readonly examples?: ExamplesOf;
  /** The OpenAPI document that it was made of, which a server then shows. */
  readonly document?: OwnDocument;
  /**
   * Finds its API key with a hash, which operations with the credential `member` take beside access tokens: what it has of
   * a key is of its own making. {@link newApiKey} makes one.
   */
  readonly findApiKey?: FindApiKey;
  /**
   * Says of the limits that its operations declare whom a call counts with, and up to where, by the name of the limit. One
   * that is not here counts all calls of the sandbox together, up to the quota of the declaration.
   */
  readonly limits?: Readonly<Record<string, FindLimited>>;
  /** What becomes of the records that a durable store holds since the domain had another form, by collection. */
  readonly migrate?: Readonly<Record<string, Migrate>>;
}

const members: Readonly<Record<keyof ImplementationParts<Domain, never>, true>> = {
  collections: true,
  handlers: true,
  showcase: true,
  examples: true,
  document: true,
  findApiKey: true,
  limits: true,
  migrate: true,
};

function migrationsOf(
  migrate: Readonly<Record<string, Migrate>>,
  collections: readonly AnyCollection[],
  domain: string,
) {
  return new Map(
    Object.entries(migrate).map(([name, one]) => {
      const collection = collections.find((each) => each.name === name);
      if (collection === undefined) {
        const names = collections.map((each) => each.name);
        const instead = orOneOf(name, 'it has', names);
        throw new DeclarationError(`${domain}: migrate names ${name}, which is not one of its collections${instead}`);
      }
      if (typeof one !== 'function') {
        throw new DeclarationError(
          `${domain}: migrate.${name} is not a function; write ${name}: (record) => ({ ...record })`,
        );
      }
      return [collection, one] as const;
    }),
  );
}

/** Marks an implementation. A registered symbol, since it may come from another copy of this package. */
const mark = Symbol.for('understudy.implementation');

/** Whether a value is a domain with its handlers. */
export function isImplementation(value: unknown): value is Implementation<Domain, unknown> {
  return typeof value === 'object' && value !== null && mark in value;
}

/** Each operation has a handler, and each handler an operation. */
function checkHandlers({ name: domain, operations }: Domain, handlers: Readonly<Record<string, unknown>>): void {
  for (const [name, handler] of Object.entries(handlers)) {
    if (!Object.hasOwn(operations, name)) {
      const instead = orOneOf(name, 'the operations are', Object.keys(operations));
      throw new DeclarationError(`${domain}: there is a handler ${name}, but no operation of that name${instead}`);
    }
    const handle = typeof handler === 'object' && handler !== null && 'handle' in handler ? handler.handle : handler;
    if (typeof handle !== 'function')
      throw new DeclarationError(
        `${domain}.${name}: its handler is not a function; write ${name}: ({ input, records }) => …`,
      );
  }
  const missing = Object.keys(operations).find((name) => !Object.hasOwn(handlers, name));
  if (missing === undefined) return;
  const write = `write ${missing}: ({ input, records }) => … in handlers`;
  throw new DeclarationError(`${domain}.${missing}: it has no handler; ${write}`);
}

function checkLimits({ name, operations }: Domain, limits: Readonly<Record<string, unknown>>): void {
  const declared = new Set(Object.values(operations).map(({ meta }) => meta.limit?.name));
  for (const [limit, find] of Object.entries(limits)) {
    if (!declared.has(limit)) throw new DeclarationError(`${name}: limits has ${limit}, which no operation declares`);
    if (typeof find !== 'function') throw new DeclarationError(`${name}: limits.${limit} is no function`);
  }
}

function checkParts(contract: unknown, parts: ImplementationParts<Domain, never>): void {
  const { collections, handlers, findApiKey, limits = {} } = parts;
  if (!isDomain(contract)) throw new DeclarationError('implement takes a domain that defineDomain made');
  const { name } = contract;
  checkMembers(`the implementation of ${name}`, parts, members);
  const ofMembers = Object.values(contract.operations).find(({ meta }) => meta.credential === 'member');
  if (ofMembers !== undefined && typeof findApiKey !== 'function') {
    throw new DeclarationError(`${ofMembers.name} has the credential member, and ${name} has no findApiKey`);
  }
  checkLimits(contract, limits);
  if (collections !== undefined && !Array.isArray(collections)) {
    throw new DeclarationError(`${name}: its collections are not a list`);
  }
  if (typeof handlers === 'object' && handlers !== null) checkHandlers(contract, handlers);
  else if (typeof handlers !== 'function') throw new DeclarationError(`${name}: it has no handlers`);
}

/**
 * Implements a domain. An operation without a handler does not compile, nor does a handler of another operation's type.
 *
 * @throws {@link DeclarationError} naming the member, for what types would have shown
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
  parts: ImplementationParts<D, Server>,
): Implementation<D, Server> {
  // Its types are those of one domain and one server, which the check does not look at.
  checkParts(contract, parts as unknown as ImplementationParts<Domain, never>);
  const { collections = [], handlers, migrate = {}, ...more } = parts;
  const implementation: Implementation<D, Server> = {
    contract,
    collections,
    migrations: migrationsOf(migrate, collections, contract.name),
    ...more,
    handlers: (server) => {
      const own: object = typeof handlers === 'function' ? handlers(server) : handlers;
      if (typeof handlers === 'function') checkHandlers(contract, { ...own });
      // A loop over the names cannot carry the types of each along.
      const entries = Object.entries<AnyHandler | AnyHandler['handle']>(own as never);
      return Object.fromEntries(
        entries.map(([name, handler]) => [name, typeof handler === 'function' ? { handle: handler } : handler]),
      );
    },
  };
  return Object.defineProperty(implementation, mark, { value: true });
}
