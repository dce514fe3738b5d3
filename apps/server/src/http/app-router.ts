/** The type of the router at `/trpc`, for tRPC's own clients. */
import type {
  TRPCBuiltRouter,
  TRPCDefaultErrorShape,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCRouterCaller,
} from '@trpc/server';
import type { contract, Problem } from '@understudy/contract';
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
type ProcedureOf<Op extends Operation> = Op['method'] extends 'GET'
  ? TRPCQueryProcedure<Types<Op>>
  : TRPCMutationProcedure<Types<Op>>;

/** The finished procedures of a domain. */
type ProceduresOf<D extends Readonly<Record<string, Operation>>> = { [Name in keyof D]: ProcedureOf<D[Name]> };

type Contract = typeof contract;

type Procedures = { [Domain in keyof Contract]: ProceduresOf<Contract[Domain]['operations']> };

/** The error of a call: tRPC's own, with the problem under `data`. */
interface ErrorShape extends TRPCDefaultErrorShape {
  data: TRPCDefaultErrorShape['data'] & { problem: Problem };
}

// A type, since tRPC asks for one with an index signature.
// oxlint-disable-next-line typescript/consistent-type-definitions
type Root = { ctx: object; meta: OperationMeta; errorShape: ErrorShape; transformer: false };

/**
 * The router at `/trpc`.
 *
 * @example
 * ```ts
 * import { createTRPCClient, httpLink } from '@trpc/client';
 * import type { AppRouter } from '@understudy/server';
 *
 * const api = createTRPCClient<AppRouter>({ links: [httpLink({ url: 'http://127.0.0.1:4010/trpc' })] });
 * const { data } = await api.education.getCourse.query({ course_id: 'crs_0001' });
 * ```
 */
export type AppRouter = TRPCBuiltRouter<Root, Procedures>;

/** Calls the router's procedures in this process. */
export type Caller = ReturnType<TRPCRouterCaller<Root, Procedures>>;
