/** The root of the tRPC router: what its procedures are given, and how their errors are written. */
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { Problem } from '@understudy/contract';
import { initTRPC } from '@trpc/server';
import type { Context, OperationMeta } from '@understudy/contract/kit';
import type { WholeApi } from '../call/api.js';
import { locateIn } from '../kit/faults.js';
import { problemBehind, problemBody } from './problems.js';

/** tRPC's name for each status that it has one for. */
const trpcCodes: Readonly<Record<number, TRPC_ERROR_CODE_KEY>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  428: 'PRECONDITION_REQUIRED',
  429: 'TOO_MANY_REQUESTS',
  499: 'CLIENT_CLOSED_REQUEST',
  501: 'NOT_IMPLEMENTED',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
};

/** The name and the number of tRPC's error for a status. */
function trpcCode(status: number) {
  // Of any other, its class says whose fault it is (RFC 9110 §15).
  const name = trpcCodes[status] ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR');
  return { name, number: TRPC_ERROR_CODES_BY_KEY[name] };
}

/** The answer of tRPC that is a problem, for a request that comes to no procedure. Clients take it for each call of a batch. */
export function trpcError(problem: Problem) {
  const { name, number } = trpcCode(problem.status);
  const data = { code: name, httpStatus: problem.status, problem };
  return { error: { message: problem.detail, code: number, data } };
}

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
