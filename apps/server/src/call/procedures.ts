/** The types of finished tRPC procedures, as the contract's operations give them. */
import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import type { Operation, OperationMeta } from '@understudy/contract/kit';
import type { z } from 'zod';

/** What every write takes beside its own input, so that each call of a batch can have a key of its own. */
interface Keyed {
  /** Makes the write happen once, as the header `Idempotency-Key` does over REST; of the two, this one counts. */
  readonly idempotency_key?: string | undefined;
}

/** What the input of an operation is over tRPC. */
type SentOf<Op extends Operation> = Op['method'] extends 'GET' ? z.input<Op['input']> : z.input<Op['input']> & Keyed;

/** What a caller hands in; an input whose members are all optional may be left out. */
type InputOf<Op extends Operation> = Record<never, never> extends z.input<Op['input']> ? SentOf<Op> | void : SentOf<Op>;

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
