/** Serves the same procedures over tRPC's own protocol: their inputs, read once, and their calls. */
import { readText } from './body.js';
import { parseJson } from './json-text.js';
import type { Exchange, ExchangeCall } from './exchange.js';
import { nextTurn } from '#platform/runtime';
import type { AnyTRPCRouter } from '@trpc/server';
import {
  callControls,
  type Context,
  type Operation,
  type OperationMeta,
  type ProblemFault,
} from '@understudy/contract/kit';
import type { UnknownMember } from '@understudy/contract/sandboxes';
import { type CallResult, writes } from '../call/call.js';
import { type CallOutcome, type CallPipeline, checkIdempotencyKey, type Read } from '../call/pipeline.js';
import type { LeftOfLimit } from '../call/write-limit.js';
import type { CallEffect } from '../call/apply-faults.js';
import { loadedLater } from '../kit/made-once.js';
import { badRequest, ProblemError, type ContractIssue, issuesBehind } from '../kit/problem-error.js';
import type { BatchOutcome } from './evaluate-faults.js';
import { problemBehind } from './problems.js';
import type { TrpcContext } from './trpc-root.js';
import { pointer, unknownFaults, unknownMembers } from '../kit/faults.js';
import type { Sandbox } from '../store/registry/sandbox.js';

/** Few pages speak tRPC. */
const adapter = loadedLater(() => import('@trpc/server/adapters/fetch'));

/** Whether JSON is an object with members. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Inputs of procedures have members alone. */
const NO_PLACES = { path: '', headers: {} };

/** All that tRPC reads of the headers; the type of a body is checked here. */
const HEADERS = ['accept', 'trpc-accept'] as const;

/** The inputs of a batch, in which members of an object are named by the index of their procedure. */
function inputsOf(value: unknown, procedures: number): readonly unknown[] {
  const members: Readonly<Record<string, unknown>> = isObject(value) ? value : {};
  return Array.from({ length: procedures }, (_, index) => members[index]);
}

/** JSON with the indexes of the inputs there are; what is no batch stays none. */
function standIn(value: unknown, inputs: readonly unknown[]): string {
  if (!isObject(value)) return 'null';
  return JSON.stringify(
    Object.fromEntries(inputs.flatMap((input, index) => (input === undefined ? [] : [[index, index]]))),
  );
}

/** What is known of a request before its input is read. */
export interface TrpcInputRules {
  /** Largest body, in bytes, also once content codings are undone. */
  readonly maxBytes: number;
  /** How many procedures the request names. */
  readonly procedures: number;
}

/** The input of a request: a body, or a parameter of the query. */
export class TrpcInput {
  readonly #ctx: Exchange;
  readonly #rules: TrpcInputRules;
  #text: Promise<string> | undefined;
  /** The inputs of a body by procedure; undefined where tRPC reads them itself, from the query. */
  #inputs: readonly unknown[] | undefined;

  constructor(ctx: Exchange, rules: TrpcInputRules) {
    this.#ctx = ctx;
    this.#rules = rules;
  }

  /**
   * What tRPC is to parse for a body: JSON of the same shape, in which an index stands for each input. tRPC parses in one
   * go, which a large body is spared. Empty where there is no body, or where the query has the input.
   *
   * @throws ProblemError where the input cannot be read
   */
  read(): Promise<string> {
    this.#text ??= this.#ctx.request.method === 'POST' ? this.#readBody() : this.#checkQuery();
    return this.#text;
  }

  /** The input for which tRPC was given something by `read`. */
  resolve(given: unknown): unknown {
    return this.#inputs === undefined || typeof given !== 'number' ? given : this.#inputs[given];
  }

  /** The request as tRPC wants it. */
  request(): Request {
    const { origin, fullPath, search } = this.#ctx;
    const { method, header } = this.#ctx.request;
    const headers = new Headers(method === 'POST' ? { 'content-type': 'application/json' } : {});
    for (const name of HEADERS) {
      const value = header(name);
      if (value !== null) headers.set(name, value);
    }
    return Object.assign(new Request(`${origin}${fullPath}${search === '' ? '' : `?${search}`}`, { method, headers }), {
      text: () => this.read(),
    });
  }

  get #isBatch(): boolean {
    return this.#ctx.query.get('batch') === '1';
  }

  /** A batch has its inputs as members of one object. */
  get #around(): number {
    return this.#isBatch ? 1 : 0;
  }

  async #readBody(): Promise<string> {
    const { request, bodyShare: share } = this.#ctx;
    const { maxBytes, procedures } = this.#rules;
    const body = await readText(request, { accepts: ['json'], maxBytes, share });
    if (body === undefined) return '';
    const value = await parseJson(body.text, { location: { pointer: '#' }, around: this.#around });
    this.#inputs = this.#isBatch ? inputsOf(value, procedures) : [value];
    return this.#isBatch ? standIn(value, this.#inputs) : '0';
  }

  async #checkQuery(): Promise<string> {
    const text = this.#ctx.query.get('input');
    // tRPC takes an empty parameter for none.
    if (text !== null && text !== '') {
      await parseJson(text, { location: { parameter: 'input' }, around: this.#around });
    }
    return '';
  }
}

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
  readonly call: ExchangeCall;
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
  /** Where the inputs are off the contract of its operations. */
  readonly offContract: readonly ContractIssue[];
  /** Its calls, in the order in which they ended. */
  readonly calls: readonly Made[];
}

/** An input of a procedure, its members checked. */
interface OwnInput extends Read {
  /** The key that stands in it. */
  readonly key?: string | undefined;
}

/** What became of a call of a procedure. */
export interface Made {
  readonly outcome: CallOutcome<OwnInput, unknown>;
  readonly result: CallResult;
  readonly call: ExchangeCall;
  readonly operation: Operation | undefined;
  /** Its number among those that began. */
  readonly begun: number;
}

/** Why a procedure is not run in whose place the whole request is answered: nobody sees it. */
function notRun(): ProblemError {
  return new ProblemError('service_unavailable', { detail: 'simulated: the request is answered otherwise' });
}

/** What a procedure has come to, of which tRPC gives back its error too; throws what it has failed with. */
function unlessFailed<Result>(result: Result): Result {
  if (typeof result !== 'object' || result === null || !('ok' in result) || result.ok !== false) return result;
  throw 'error' in result ? result.error : notRun();
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
export function trpcHandler(router: AnyTRPCRouter, pipeline: CallPipeline, operations: ReadonlyMap<string, Operation>) {
  return async ({ input, endpoint, instanceOf, call, batch }: TrpcRequest): Promise<TrpcResult> => {
    const resolve = (given: unknown): unknown => input.resolve(given);
    let problem: ProblemError | undefined;
    let instead: CallEffect | undefined;
    const calls: Made[] = [];
    const unknown: UnknownMember[] = [];
    const offContract: ContractIssue[] = [];
    const inTurn = someAtOnce();
    let beginning = 0;

    async function readOwn(given: () => Promise<unknown>, operation: Operation | undefined): Promise<OwnInput> {
      try {
        await input.read();
        const sent = resolve(await given());
        if (operation === undefined) return { input: sent };
        const { key, rest } = keyIn(sent, operation);
        const names = unknownNames(rest, operation);
        unknown.push(...names);
        refuseUnknown(names, operation, call.sandbox);
        return { input: rest, key };
      } catch (fault) {
        return { fault };
      }
    }

    const around: Context['around'] = async <Result>(
      meta: OperationMeta,
      given: () => Promise<unknown>,
      next: (own: Partial<Context>) => Promise<Result>,
    ): Promise<Result> => {
      const operation = operations.get(meta.openapi.operationId);
      const faultOutcome = meta.scope === 'sandbox' ? batch.next(meta.openapi.operationId) : undefined;
      const begun = (beginning += 1);
      await inTurn();
      const key = operation === undefined ? undefined : await keyOf(operation, async () => resolve(await given()));
      const own = call.ofProcedure(faultOutcome, key);
      const result: CallResult = {};
      const outcome = await pipeline.run<OwnInput, Result>(own, {
        operation: operation ?? { meta },
        read: () => readOwn(given, operation),
        perform: async (_, read) => {
          own.idempotencyKey = read.key ?? own.idempotencyKey;
          return unlessFailed(await next({ call: own, result, input: { value: read.input } }));
        },
      });
      calls.push({ outcome, result, call: own, operation, begun });
      if (outcome.error !== undefined) throw outcome.error;
      instead ??= outcome.instead;
      if (outcome.result === undefined) throw notRun();
      return outcome.result;
    };
    const context: Omit<TrpcContext, 'result'> = { call, instanceOf, resolve, around };
    const { fetchRequestHandler } = await adapter();
    const response = await fetchRequestHandler({
      endpoint,
      req: input.request(),
      router,
      // A query whose input is too long for a URL is posted.
      allowMethodOverride: true,
      createContext: () => context,
      onError: ({ error, input: given }) => {
        const behind = problemBehind(error, { input: resolve(given), locate: (path) => ({ pointer: pointer(path) }) });
        problem ??= behind;
        offContract.push(...issuesBehind(behind, !(error instanceof ProblemError), NO_PLACES));
      },
      responseMeta: () => ({}),
    });
    const over = (): TrpcOver => {
      const before = calls.find(({ outcome }) => !outcome.isDone && outcome.instead !== undefined)?.outcome.instead;
      return {
        problem,
        instead: before ?? (problem === undefined ? instead : undefined),
        delayedMs: calls.reduce((sum, { outcome }) => sum + outcome.delayedMs, 0),
        replayed: calls.some(({ result }) => result.found?.replayed === true),
        limit: calls.length === 1 ? calls[0]?.result.found?.limit : undefined,
        unknown,
        offContract,
        calls,
      };
    };
    return { response, over };
  };
}
