/** The types of finished tRPC procedures, as the contract's operations give them. */
import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import type { Operation, OperationMeta } from '@understudy/contract/kit';
import type { z } from 'zod';

/** What a caller hands in; an input whose members are all optional may be left out. */
type InputOf<Op extends Operation> =
  Record<never, never> extends z.input<Op['input']> ? z.input<Op['input']> | void : z.input<Op['input']>;

interface Types<Op extends Operation> {
  input: InputOf<Op>;
  output: z.output<Op['output']>;
  meta: OperationMeta;
}

/** The finished tRPC procedure of an operation: a GET is a query, every other method a mutation. */
export type ProcedureOf<Op extends Operation> = Op['method'] extends 'GET'
  ? TRPCQueryProcedure<Types<Op>>
  : TRPCMutationProcedure<Types<Op>>;

/** The finished procedures of a domain. */
export type ProceduresOf<D extends Readonly<Record<string, Operation>>> = { [Name in keyof D]: ProcedureOf<D[Name]> };
