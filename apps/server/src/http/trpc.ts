/** Serves the same procedures over tRPC's own protocol. */
import { type AnyTRPCRouter, initTRPC } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import {
  callControls,
  type Context,
  type Operation,
  type OperationMeta,
  type Problem,
  type ProblemFault,
} from '@understudy/contract';
import type { Call } from '../call/call.js';
import type { Around } from '../call/pipeline.js';
import { locateIn } from '../kit/faults.js';
import { problemBehind, problemBody } from './to-problem.js';
import { badRequest, type ProblemError } from '../kit/problem-error.js';
import { unknownFaults, unknownMembers } from '../kit/unknown-members.js';

/** Facts about the place a tRPC problem is told at. */
export interface TrpcPlace {
  readonly origin: string;
  readonly instance: string;
}

/** A call over tRPC knows where its problems are told. */
export interface TrpcCall extends Call {
  readonly place: TrpcPlace;
}

/** The root of the server's router: problems stand under `data.problem`, and nothing else leaks. */
export function trpcRoot(operations: ReadonlyMap<string, Operation>) {
  return initTRPC
    .context<Context>()
    .meta<OperationMeta>()
    .create({
      isDev: false,
      errorFormatter: ({ shape, error, path, input, ctx }) => {
        const operation = path === undefined ? undefined : operations.get(path);
        const locate = operation === undefined ? () => ({ pointer: '#' }) : locateIn(operation.meta);
        const behind = problemBehind(error, { input, locate });
        const place = (ctx?.call as TrpcCall | undefined)?.place ?? { origin: '', instance: '' };
        const problem: Problem = problemBody(behind, place);
        return {
          ...shape,
          message: problem.detail,
          data: { ...shape.data, httpStatus: problem.status, problem },
        };
      },
    });
}

/** A tRPC request and the call it makes. */
export interface TrpcRequest {
  readonly request: Request;
  /** Path that stands before the procedure's name. */
  readonly endpoint: string;
  readonly call: TrpcCall;
}

/** What came of a tRPC request. */
export interface TrpcResult {
  readonly response: Response;
  /** The first problem among its calls. */
  readonly problem: ProblemError | undefined;
}

/** The faults of controls that stand in the input, where they would have no effect. */
function misplacedControls(names: readonly string[], { openapi }: OperationMeta): ProblemFault[] {
  return names
    .filter((name) => name in callControls)
    .map((name) => ({
      pointer: `#/${name}`,
      code: 'misplaced',
      detail: `is a control of the call and goes into the URL's query: /trpc/${openapi.operationId}?${name}=…`,
    }));
}

/** Notes what an input has that its procedure does not know; refuses controls, and in a strict sandbox the others too. */
function checkNames(call: Call, input: unknown, operation: Operation): void {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return;
  const names = Object.keys(input);
  const misplaced = misplacedControls(names, operation.meta);
  if (misplaced.length > 0) throw badRequest(misplaced);
  if (operation.meta.scope === 'registry') return;
  const unknown = unknownMembers(names, new Set(Object.keys(operation.input.shape)), 'body');
  call.outcome.unknown = [...call.outcome.unknown, ...unknown];
  const isStrict = call.sandbox.config.strict === true && operation.meta.errors === 'problem';
  if (isStrict && unknown.length > 0) throw badRequest(unknownFaults(unknown));
}

/** Builds the handler of all tRPC requests. */
export function trpcHandler(router: AnyTRPCRouter, around: Around, operations: ReadonlyMap<string, Operation>) {
  return async ({ request, endpoint, call }: TrpcRequest): Promise<TrpcResult> => {
    let problem: ProblemError | undefined;
    const response = await fetchRequestHandler({
      endpoint,
      req: request,
      router,
      // A query whose input is too long for a URL is posted.
      allowMethodOverride: true,
      createContext: () => ({
        call,
        around: <Result>(meta: OperationMeta, next: () => Promise<Result>, rawInput: () => Promise<unknown>) =>
          around(call, meta, async () => {
            // tRPC parses it; only what cannot be read is found here, once the call was admitted.
            await call.readInput?.();
            const operation = operations.get(meta.openapi.operationId);
            if (operation !== undefined) checkNames(call, await rawInput(), operation);
            return next();
          }),
      }),
      onError: ({ error, input }) => {
        call.outcome.error = error;
        problem ??= problemBehind(error, { input, locate: () => ({ pointer: '#' }) });
      },
      responseMeta: () => ({}),
    });
    return { response, problem };
  };
}
