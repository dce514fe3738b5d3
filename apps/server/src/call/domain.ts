/** Finishes the contract's procedures with a server's handlers. */
import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import type { Context, Operation, OperationMeta } from '@understudy/contract';
import type { z } from 'zod';
import type { AnyCollection } from '../kit/collection.js';
import type { HandlersOf } from './handler.js';
import { type AnyHandler, perform } from './perform.js';
import type { Services } from './services.js';

type Domain = Readonly<Record<string, Operation>>;

interface Types<Op extends Operation> {
  input: z.input<Op['input']>;
  output: z.output<Op['output']>;
  meta: OperationMeta;
}

/** The finished tRPC procedure of an operation: a GET is a query, every other method a mutation. */
export type ProcedureOf<Op extends Operation> = Op['method'] extends 'GET'
  ? TRPCQueryProcedure<Types<Op>>
  : TRPCMutationProcedure<Types<Op>>;

/** The finished procedures of a domain. */
export type ProceduresOf<D extends Domain> = { [Name in keyof D]: ProcedureOf<D[Name]> };

/** A domain of the server: the contract's operations with their handlers. */
export interface ServedDomain<D extends Domain> {
  readonly operations: D;
  /** Its records. */
  readonly collections: readonly AnyCollection[];
  /** Finishes the procedures for one server. */
  readonly finish: (services: Services) => ProceduresOf<D>;
}

function finishOne(operation: Operation, handler: AnyHandler, services: Services): unknown {
  const resolve = ({ ctx, input }: { ctx: Context; input: unknown }) =>
    perform({ operation, handler, call: ctx.call, input }, services);
  // The builder's input type is not known here; tRPC has parsed the input by its schema.
  return operation.method === 'GET'
    ? operation.procedure.query(resolve as never)
    : operation.procedure.mutation(resolve as never);
}

/** Joins a domain's operations with its handlers; one left out, or of a wrong type, does not compile. */
export function domain<D extends Domain>(
  operations: D,
  handlers: HandlersOf<D>,
  collections: readonly AnyCollection[],
): ServedDomain<D> {
  // The types of both sides were checked above; a loop over the names cannot carry them along.
  const byName = handlers as Readonly<Record<string, AnyHandler>>;
  return {
    operations,
    collections,
    finish: (services) =>
      Object.fromEntries(
        Object.entries(operations).flatMap(([name, operation]) => {
          const handler = byName[name];
          return handler === undefined ? [] : [[name, finishOne(operation, handler, services)]];
        }),
      ) as ProceduresOf<D>,
  };
}
