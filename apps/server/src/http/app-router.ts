/** The type of the router at `/trpc`, for tRPC's own clients. */
import type { TRPCBuiltRouter, TRPCDefaultErrorShape, TRPCRouterCaller } from '@trpc/server';
import type { contract, Problem } from '@understudy/contract';
import type { OperationMeta } from '@understudy/contract/kit';
import type { ProceduresOf } from '../call/procedures.js';

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
