/** Serves the same procedures over tRPC's own protocol. */
import { type AnyTRPCRouter, initTRPC } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import {
  type Context,
  type Operation,
  type OperationMeta,
  type Problem,
  type UnknownMember,
} from '@understudy/contract';
import type { Admission, Admit } from '../call/admission.js';
import type { Api } from '../call/api.js';
import { Beside } from '../call/beside.js';
import type { Call } from '../call/call.js';
import type { Met } from '../faults/met.js';
import { locateIn } from '../kit/faults.js';
import { problemBehind, problemBody } from './to-problem.js';
import { trpcCode } from './trpc-code.js';
import type { TrpcInput } from './trpc-input.js';
import { refuseUnknown, unknownNames } from './trpc-names.js';
import type { ProblemError } from '../kit/problem-error.js';

/** What tRPC's context has over its own protocol. */
export interface TrpcContext extends Context {
  /** Path of the request, which its problems name. */
  readonly instance: string;
  /** Gives the input that tRPC was given something for. */
  readonly resolve: (given: unknown) => unknown;
}

/** The root of the server's router: problems stand under `data.problem`, and nothing else leaks. */
export function trpcRoot({ operations, kinds }: Pick<Api, 'operations' | 'kinds'>) {
  return initTRPC
    .context<TrpcContext>()
    .meta<OperationMeta>()
    .create({
      isDev: false,
      errorFormatter: ({ shape, error, path, input, ctx }) => {
        const operation = path === undefined ? undefined : operations.get(path);
        const locate = operation === undefined ? () => ({ pointer: '#' }) : locateIn(operation.meta);
        const behind = problemBehind(error, { input: ctx?.resolve(input), locate });
        const { instance = '' } = ctx ?? {};
        const problem: Problem = problemBody(behind, { origin: ctx?.call.origin ?? '', instance }, kinds);
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

/** A tRPC request and the call it makes. */
export interface TrpcRequest {
  readonly input: TrpcInput;
  /** Path that stands before the procedure's name. */
  readonly endpoint: string;
  /** Path of the whole request. */
  readonly instance: string;
  readonly call: Call;
  /** What a procedure meets of the faults that are set. */
  readonly meetFaults: (procedure: string) => Met | undefined;
}

/** What came of a tRPC request. */
export interface TrpcResult {
  readonly response: Response;
  /** The first problem among its calls. */
  readonly problem: ProblemError | undefined;
  /** Time that its calls spent in artificial latency, in ms. */
  readonly delayedMs: number;
  /** Whether the finished answer is to be cut, as the calls asked. */
  readonly cut: boolean;
  /** Whether one of its answers is that of an earlier call under the same Idempotency-Key. */
  readonly replayed: boolean;
  /** What of the inputs its operations do not know. */
  readonly unknown: readonly UnknownMember[];
}

/** Builds the handler of all tRPC requests. */
export function trpcHandler(router: AnyTRPCRouter, admit: Admit, operations: ReadonlyMap<string, Operation>) {
  return async ({ input, endpoint, instance, call, meetFaults }: TrpcRequest): Promise<TrpcResult> => {
    const resolve = (given: unknown): unknown => input.resolve(given);
    let problem: ProblemError | undefined;
    const admissions: Admission[] = [];
    const besides: Beside[] = [];
    const unknown: UnknownMember[] = [];
    const context: Omit<TrpcContext, 'beside'> = {
      call,
      instance,
      resolve,
      around: async (meta, given, next) => {
        const met = meta.scope === 'sandbox' ? meetFaults(meta.openapi.operationId) : undefined;
        const own = met === undefined ? call : { ...call, met };
        const admission = await admit(own, meta);
        admissions.push(admission);
        try {
          if (admission.refusal !== undefined) throw admission.refusal;
          await input.read();
          const raw = resolve(await given());
          const operation = operations.get(meta.openapi.operationId);
          if (operation !== undefined) {
            const names = unknownNames(raw, operation);
            unknown.push(...names);
            refuseUnknown(names, operation, call.sandbox);
          }
          const beside = new Beside();
          besides.push(beside);
          return await next({ call: own, beside, input: { value: raw } });
        } finally {
          admission.leave();
        }
      },
    };
    const response = await fetchRequestHandler({
      endpoint,
      req: input.request(),
      router,
      // A query whose input is too long for a URL is posted.
      allowMethodOverride: true,
      createContext: () => context,
      onError: ({ error, input: given }) => {
        problem ??= problemBehind(error, { input: resolve(given), locate: () => ({ pointer: '#' }) });
      },
      responseMeta: () => ({}),
    });
    return {
      response,
      problem,
      delayedMs: admissions.reduce((sum, { delayedMs }) => sum + delayedMs, 0),
      cut: admissions.some(({ cut }) => cut !== undefined),
      replayed: besides.some(({ found }) => found.replayed === true),
      unknown,
    };
  };
}
