/** The root of the tRPC router: what its procedures are given, and how their errors are written. */
import { initTRPC } from '@trpc/server';
import type { Problem } from '@understudy/contract';
import type { Context, OperationMeta } from '@understudy/contract/kit';
import type { WholeApi } from '../call/api.js';
import { locateIn } from '../kit/faults.js';
import { problemBehind, problemBody } from './to-problem.js';
import { trpcCode } from './trpc-code.js';

/** What tRPC's context has over its own protocol. */
export interface TrpcContext extends Context {
  /** Path of a call, which its problems name. */
  readonly instanceOf: (procedure: string | undefined) => string;
  /** Gives the input that tRPC was given something for. */
  readonly resolve: (given: unknown) => unknown;
}

/**
 * The root of the server's router: problems stand under `data.problem`, and nothing else leaks.
 *
 * @param operations those whose domains are loaded, by name
 */
export function trpcRoot({ operations, kinds }: Pick<WholeApi, 'operations' | 'kinds'>) {
  return initTRPC
    .context<TrpcContext>()
    .meta<OperationMeta>()
    .create({
      isDev: false,
      allowOutsideOfServer: true,
      errorFormatter: ({ shape, error, path, input, ctx }) => {
        const operation = path === undefined ? undefined : operations.get(path);
        // What REST reads from headers is a member of the input here.
        const locate =
          operation === undefined ? () => ({ pointer: '#' }) : locateIn({ ...operation.meta, headers: {} });
        const behind = problemBehind(error, { input: ctx?.resolve(input), locate });
        const { call: { rootUrl, trace } = { rootUrl: '' } } = ctx ?? {};
        const instance = ctx?.instanceOf(path) ?? '';
        const problem: Problem = problemBody(behind, { rootUrl, instance, trace: trace?.trace }, kinds);
        const code = trpcCode(problem.status);
        return {
          ...shape,
          code: code.number,
          message: problem.detail,
          data: { ...shape.data, code: code.name, httpStatus: problem.status, problem },
        };
      },
    });
}
