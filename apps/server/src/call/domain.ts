/** Finishes the contract's procedures with a server's handlers. */
import type { AnyTRPCProcedure } from '@trpc/server';
import type { Context, Domain, Operation } from '@understudy/contract';
import type { AnyCollection } from '../kit/collection.js';
import type { Performed } from './beside.js';
import type { Showcase } from '../kit/showcase.js';
import type { Api } from './api.js';
import type { Carry, HandlersOf } from './handler.js';
import { type AnyHandler, perform } from './perform.js';
import type { ProceduresOf } from './procedures.js';
import type { Services } from './services.js';

/** A domain of the server: the contract's operations with their handlers. */
export interface ServedDomain<D extends Domain> {
  readonly contract: D;
  /** Takes a problem back to a browser's client, for the operations whose errors travel in redirects. */
  readonly carry: (name: string) => Carry | undefined;
  /** Its records. */
  readonly collections: readonly AnyCollection[];
  /** Finishes the procedures for one server. */
  readonly finish: (services: Services) => ProceduresOf<D['operations']>;
  /** Examples for the OpenAPI document that follow from the API as a whole. */
  readonly examples?: ExamplesOf | undefined;
  /** What the pages show of it, where it is the domain to try first. */
  readonly showcase?: Showcase | undefined;
}

/** Examples by component of the OpenAPI document: of all its members, or of some. */
export type Examples = Readonly<Record<string, object>>;

/** Makes the examples that no contract can give, since they follow from the domains that there are. */
export type ExamplesOf = (api: Api) => Promise<Examples>;

/** What is known of any domain, whatever its types. */
export interface AnyServedDomain extends Omit<ServedDomain<Domain>, 'finish'> {
  readonly finish: (services: Services) => Readonly<Record<string, AnyTRPCProcedure>>;
}

/** Resolves a call whose input tRPC has parsed. */
type Resolver = (options: { ctx: Context; input: unknown }) => Promise<Performed>;

/** Makes the resolver of one operation. */
type ResolverOf = (name: string, operation: Operation, services: Services) => Resolver;

/** A domain whose operations are resolved in a way of its own. */
export function finishDomain<D extends Domain>(
  contract: D,
  collections: readonly AnyCollection[],
  resolverOf: ResolverOf,
): ServedDomain<D> {
  const finishOne = (name: string, operation: Operation, services: Services): unknown => {
    const performOne = resolverOf(name, operation, services);
    const resolve = async (options: { ctx: Context; input: unknown }): Promise<unknown> => {
      const performed = await performOne(options);
      options.ctx.beside.put(performed);
      return performed.answer;
    };
    const { procedure } = operation;
    // The builder's input type is not known here; tRPC has parsed the input by its schema.
    return operation.method === 'GET' ? procedure.query(resolve as never) : procedure.mutation(resolve as never);
  };
  return {
    contract,
    carry: () => undefined,
    collections,
    // A loop over the names cannot carry the types of each along.
    finish: (services) =>
      Object.fromEntries(
        Object.entries(contract.operations).map(([name, operation]) => [name, finishOne(name, operation, services)]),
      ) as ProceduresOf<D['operations']>,
  };
}

/** What a domain has beside its handlers. */
export interface DomainParts {
  readonly collections: readonly AnyCollection[];
  readonly showcase?: Showcase;
}

/** Joins a domain of the contract with its handlers; one left out, or of a wrong type, does not compile. */
export function domain<D extends Domain>(
  contract: D,
  handlers: HandlersOf<D['operations']>,
  { collections, showcase }: DomainParts,
): ServedDomain<D> {
  const byName = handlers as Readonly<Record<string, AnyHandler>>;
  const served = finishDomain(contract, collections, (name, operation, services) => {
    const handler = byName[name];
    if (handler === undefined) throw new TypeError(`no handler for ${operation.name}`);
    return ({ ctx, input }) => perform({ operation, handler, call: ctx.call, input }, services);
  });
  return { ...served, showcase, carry: (name) => byName[name]?.carry };
}
