/** Serves the same procedures over tRPC's own protocol. */
import { nextTurn } from '#platform/event-loop';
import type { AnyTRPCRouter } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { callControls, type Operation, type ProblemFault } from '@understudy/contract/kit';
import type { UnknownMember } from '@understudy/contract/sandboxes';
import { type Admission, type Admit, asAdmitted } from '../call/admission.js';
import { CallResult } from '../call/call-result.js';
import type { LeftOfLimit } from '../call/write-limit.js';
import { type Call, writes } from '../call/call.js';
import type { CallEffect } from '../call/apply-faults.js';
import { badRequest, ProblemError } from '../kit/problem-error.js';
import type { BatchOutcome } from './batch-outcome.js';
import { problemBehind } from './to-problem.js';
import { isObject, type TrpcInput } from './trpc-input.js';
import type { TrpcContext } from './trpc-root.js';
import { checkIdempotencyKey } from '../call/idempotency-key.js';
import { unknownFaults, unknownMembers } from '../kit/unknown-members.js';
import type { Sandbox } from '../store/registry/sandbox.js';

/** The faults of controls that stand in the input, where they would have no effect. */
function misplacedControls(names: readonly string[], { meta: { openapi }, input }: Operation): ProblemFault[] {
  return names
    .filter((name) => Object.hasOwn(callControls, name) && !Object.hasOwn(input.shape, name))
    .map((name) => ({
      pointer: `#/${name}`,
      code: 'misplaced',
      detail: `is a control of the call and goes into the URL's query: /trpc/${openapi.operationId}?${name}=…`,
    }));
}

const KEY = 'idempotency_key';

/**
 * The Idempotency-Key of one write, and its input without it: a batch has one header for all of its calls. An operation
 * that has an input of that name keeps it.
 *
 * @throws ProblemError 400 for a key that cannot be kept
 */
function keyIn(
  input: unknown,
  { meta, input: { shape } }: Operation,
): { readonly key?: string | undefined; readonly rest: unknown } {
  if (!isObject(input) || !Object.hasOwn(input, KEY) || Object.hasOwn(shape, KEY) || !writes(meta))
    return { rest: input };
  const { [KEY]: key, ...rest } = input;
  checkIdempotencyKey(key, { pointer: `#/${KEY}` });
  return { key, rest };
}

/**
 * What of an input its procedure does not know.
 *
 * @throws ProblemError 400 where a control is among it
 */
function unknownNames(input: unknown, operation: Operation): readonly UnknownMember[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  const names = Object.keys(input);
  const misplaced = misplacedControls(names, operation);
  if (misplaced.length > 0) throw badRequest(misplaced);
  return unknownMembers(names, new Set(Object.keys(operation.input.shape)), 'body');
}

/**
 * Refuses what is not known, where the sandbox is strict; the control API always is.
 *
 * @throws ProblemError 400
 */
function refuseUnknown(unknown: readonly UnknownMember[], { meta, input }: Operation, { config }: Sandbox): void {
  const isStrict = meta.errors === 'problem' && (meta.scope === 'registry' || config.strict === true);
  if (isStrict && unknown.length > 0) throw badRequest(unknownFaults(unknown, Object.keys(input.shape)));
}

/** A tRPC request and the call it makes. */
export interface TrpcRequest {
  readonly input: TrpcInput;
  /** Path that stands before the procedure's name. */
  readonly endpoint: string;
  /** Path of a call: of one in a batch it is as if it were asked alone, so that not all of them name all others. */
  readonly instanceOf: (procedure: string | undefined) => string;
  readonly call: Call;
  /** What it meets of the faults that are set. */
  readonly batch: BatchOutcome;
}

/** What came of a tRPC request. */
export interface TrpcResult {
  readonly response: Response;
  /** What its calls came to. Those of a stream are over when it is. */
  readonly over: () => TrpcOver;
}

/** What the calls of a request came to. */
export interface TrpcOver {
  /** The first problem among its calls. */
  readonly problem: ProblemError | undefined;
  /** Time that its calls spent in artificial latency, in ms. */
  readonly delayedMs: number;
  /** What the request is answered with instead. */
  readonly instead: CallEffect | undefined;
  /** Whether one of its answers is that of an earlier call under the same Idempotency-Key. */
  readonly replayed: boolean;
  /** What is left of the limit of its call; of several, of none. */
  readonly limit: LeftOfLimit | undefined;
  /** What of the inputs its operations do not know. */
  readonly unknown: readonly UnknownMember[];
}

/** A call, with what was found beside its answer. */
interface Admitted {
  readonly admission: Admission;
  readonly beside: CallResult;
  /** Time that it was held after its commit, in ms. */
  waitedMs: number;
}

/** Why a procedure is not run in whose place the whole request is answered: nobody sees it. */
function notRun(): ProblemError {
  return new ProblemError('service_unavailable', { detail: 'simulated: the request is answered otherwise' });
}

/** Whether a call has failed: tRPC gives its error back, instead of throwing it. */
function hasFailed(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false;
}

/**
 * The key that stands in the input of a write, which those under the same key wait for each other by. What is wrong with it
 * is said once the call is admitted, and what is large is not read before that.
 */
async function keyOf(operation: Operation, input: () => Promise<unknown>): Promise<string | undefined> {
  if (!writes(operation.meta) || operation.meta.bodyLimit !== 'body') return undefined;
  try {
    return keyIn(await input(), operation).key;
  } catch {
    return undefined;
  }
}

/** Calls of a batch that are made before others have a turn. */
const TOGETHER = 8;

/** Lets the calls of a batch begin some at a time, in their order. */
function someAtOnce(): () => Promise<void> | undefined {
  let begun = 0;
  let before: Promise<void> | undefined;
  return () => {
    begun += 1;
    if (begun % TOGETHER === 0) before = before === undefined ? nextTurn() : before.then(nextTurn);
    return before;
  };
}

/** Builds the handler of all tRPC requests. */
export function trpcHandler(router: AnyTRPCRouter, admit: Admit, operations: ReadonlyMap<string, Operation>) {
  return async ({ input, endpoint, instanceOf, call, batch }: TrpcRequest): Promise<TrpcResult> => {
    const resolve = (given: unknown): unknown => input.resolve(given);
    let problem: ProblemError | undefined;
    let before: CallEffect | undefined;
    let after: CallEffect | undefined;
    const admitted: Admitted[] = [];
    const unknown: UnknownMember[] = [];
    const inTurn = someAtOnce();
    const context: Omit<TrpcContext, 'beside'> = {
      call,
      instanceOf,
      resolve,
      around: async (meta, given, next) => {
        const operation = operations.get(meta.openapi.operationId);
        const met = meta.scope === 'sandbox' ? batch.next(meta.openapi.operationId) : undefined;
        await inTurn();
        const key = operation === undefined ? undefined : await keyOf(operation, async () => resolve(await given()));
        const asked = { ...call, isTrpc: true, met: met ?? call.met, idempotencyKey: key ?? call.idempotencyKey };
        const admission = await admit(asked, operation ?? { meta });
        const beside = new CallResult({ takesOthers: false });
        const entry = { admission, beside, waitedMs: 0 };
        admitted.push(entry);
        const run = async () => {
          before ??= admission.instead;
          if (admission.instead !== undefined) throw notRun();
          if (admission.refusal !== undefined) throw admission.refusal;
          await input.read();
          const sent = resolve(await given());
          const { key: ownKey, rest: raw } = operation === undefined ? { rest: sent } : keyIn(sent, operation);
          if (operation !== undefined) {
            const names = unknownNames(raw, operation);
            unknown.push(...names);
            refuseUnknown(names, operation, call.sandbox);
          }
          const own = asAdmitted({ ...asked, idempotencyKey: ownKey ?? asked.idempotencyKey }, admission);
          return next({ call: own, beside, input: { value: raw } });
        };
        const result = await run().finally(admission.leave);
        if (hasFailed(result)) return result;
        const { error, instead, waitedMs } = await admission.strike();
        entry.waitedMs = waitedMs;
        if (error !== undefined) throw error;
        after ??= instead;
        return result;
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
    const over = (): TrpcOver => ({
      problem,
      instead: before ?? (problem === undefined ? after : undefined),
      delayedMs: admitted.reduce((sum, { admission, waitedMs }) => sum + admission.delayedMs + waitedMs, 0),
      replayed: admitted.some(({ beside }) => beside.found.replayed === true),
      limit: admitted.length === 1 ? admitted[0]?.beside.found.limit : undefined,
      unknown,
    });
    return { response, over };
  };
}
