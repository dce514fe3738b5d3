/** What happens to a call of an operation, in this order and nowhere else, over REST, over tRPC and in process alike; and the plan of each operation. */
import {
  type Context,
  type Operation,
  type OperationMeta,
  type ProblemFault,
  Validated,
} from '@understudy/contract/kit';
import { type Eventual, andThen, orElse } from '../kit/made-once.js';
import { ProblemError, badRequest, unlessDisconnected } from '../kit/problem-error.js';
import { type Call, type Performed, hasOutcome } from './call.js';
import { idempotencyScope, perform, performOnRegistry } from './perform.js';
import { type CallEffect, FaultApplier } from './apply-faults.js';
import type { FaultTarget } from './forced-problem.js';
import type { Services } from './services.js';
import { toBase64 } from '#platform/runtime';
import { type AnyTRPCProcedure, TRPCError } from '@trpc/server';
import type { AnswerSchema, ProblemAnswer, RedirectError } from '../kit/handler.js';
import { answerText, chooseFields, parsed } from './finish-outcome.js';
import { linesDocument, checkForm } from './list.js';
import { keysOf, type Performance, type Served } from './make-context.js';
import { backlog } from './sandbox-events.js';

/** Visible ASCII, as long as Stripe takes it. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Refuses a key that cannot be kept.
 *
 * @throws ProblemError 400
 */
export function checkIdempotencyKey(
  key: unknown,
  location: Pick<ProblemFault, 'parameter' | 'pointer'> = { parameter: 'Idempotency-Key' },
): asserts key is string | undefined {
  if (key === undefined || (typeof key === 'string' && IDEMPOTENCY_KEY.test(key))) return;
  throw badRequest([
    {
      ...location,
      code: 'invalid_format',
      detail: 'must be 1 to 255 visible ASCII characters without spaces',
    },
  ]);
}

/** The position of a call among those under its key. */
export interface Position {
  /** Settles when every call before it has left; undefined where it is the first. */
  readonly before: Promise<void> | undefined;
  /** Makes way for the calls behind it; to be called once, whether or not its turn ever came. */
  readonly leave: () => void;
}

/** The calls in flight, by key. */
export class KeyLocks {
  readonly #last = new Map<string, Promise<void>>();

  /** Whether a call under a key has not left yet. */
  has(key: string): boolean {
    return this.#last.has(key);
  }

  /** Takes the position behind all calls under a key. */
  join(key: string): Position {
    const before = this.#last.get(key);
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    // Who leaves early lets nobody overtake those who are still before it.
    const gone = before === undefined ? left : before.then(() => left);
    this.#last.set(key, gone);
    void gone.then(() => this.#last.get(key) === gone && this.#last.delete(key));
    return { before, leave };
  }
}

/** An input that was read, also where it cannot be used. */
export interface Read {
  readonly input?: unknown;
  /** What an Authorization header says, or would say; left out where only the header can say it. */
  readonly authorization?: string | undefined;
  /** Why it cannot be used. */
  readonly fault?: unknown;
}

/** What differs between calls. */
export interface CallSteps<Input extends Read, Result> {
  readonly operation: FaultTarget;
  /** Reads the input; called once the call is admitted, and where its failure travels in what the input names. */
  readonly read: () => Eventual<Input>;
  /** Performs the call. */
  readonly perform: (call: Call, read: Input) => Eventual<Result>;
}

/** What came of a call. */
export interface CallOutcome<Input extends Read, Result> {
  /** Its input; undefined where it was not read. */
  read?: Input;
  /** What it came to; undefined where it was not performed, or failed. */
  result?: Result;
  /** What it failed with, or what is answered for it although it has succeeded. */
  error?: unknown;
  /** What it is answered with in any case, where that is no problem. */
  instead?: CallEffect | undefined;
  /** Whether it was performed and has not failed, whatever it is answered. */
  isDone: boolean;
  /** Time spent in artificial latency, in ms. */
  delayedMs: number;
}

/** What a call is answered whose key another one has (draft-ietf-httpapi-idempotency-key-header §2.6). */
const inUse = (): ProblemError =>
  new ProblemError('idempotency_key_in_use', {
    detail: 'another request with this Idempotency-Key has no answer yet; send this one again, with the same key',
    headers: { 'retry-after': '1' },
  });

/** The place of a call among those under its Idempotency-Key. */
interface Place {
  /** Whether it is refused, since another one has no answer yet. Who is refused keeps nobody waiting. */
  readonly isTaken: boolean;
  readonly position: Position | undefined;
}

/** Most calls have no key. */
const ALONE: Place = { isTaken: false, position: undefined };

/** Whether a call of an operation meets any fault or latency; the registry takes part in no simulation. */
function isSimulated(call: Call, { scope }: OperationMeta): boolean {
  return scope === 'sandbox' && (hasOutcome(call) || (call.controls.delay ?? 0) > 0);
}

/** The pipeline of the calls of one server. */
export class CallPipeline {
  readonly #parts: Pick<Services, 'access' | 'idempotencyInUse'>;
  readonly #faults: FaultApplier;
  readonly #locks = new KeyLocks();

  constructor(parts: Pick<Services, 'access' | 'idempotencyInUse' | 'sleep' | 'machineNow'>) {
    this.#parts = parts;
    this.#faults = new FaultApplier(parts);
  }

  /** Takes a call through all of its steps, at once where none of them waits; never fails. */
  run<Input extends Read, Result>(call: Call, steps: CallSteps<Input, Result>): Eventual<CallOutcome<Input, Result>> {
    const { operation } = steps;
    const outcome: CallOutcome<Input, Result> = { isDone: false, delayedMs: 0 };
    const fail = (error: unknown): void => {
      outcome.error = error;
    };
    // In the order in which they came, and before their latency: those under one key wait for it at the same time.
    const place = this.#placeOf(call, operation);
    const admitted = orElse(() => this.#admit(call, operation, { outcome, place }), fail);
    return andThen(admitted, () =>
      andThen(
        orElse(() => this.#perform(call, steps, outcome), fail),
        () => {
          place.position?.leave();
          return outcome.isDone ? this.#afterwards(call, operation, outcome) : outcome;
        },
      ),
    );
  }

  /** What a call passes before its input is read: its controls, latency, faults, who may make it, its key. */
  #admit<Input extends Read, Result>(
    call: Call,
    operation: FaultTarget,
    { outcome, place }: { readonly outcome: CallOutcome<Input, Result>; readonly place: Place },
  ): Eventual<void> {
    const { meta } = operation;
    if (call.fault !== undefined) throw call.fault;
    if (!isSimulated(call, meta)) return this.#enter(call, meta, place);
    return this.#faults.before(call, operation).then(({ waitedMs, error, instead }) => {
      outcome.delayedMs = waitedMs;
      // A read that was delayed is as fresh as one that comes now.
      if (waitedMs > 0) call.isFresh = false;
      if (error !== undefined) throw error;
      outcome.instead = instead;
      return instead === undefined ? this.#enter(call, meta, place) : undefined;
    });
  }

  #enter(call: Call, meta: OperationMeta, { isTaken, position }: Place): Eventual<void> {
    return andThen(meta.credential === 'admin' ? this.#parts.access.checkControl(call) : undefined, () => {
      checkIdempotencyKey(call.idempotencyKey);
      if (isTaken) throw inUse();
      return position?.before && unlessDisconnected(position.before, call.signal());
    });
  }

  /** Reads the input of a call, and performs it where nothing is in the way. */
  #perform<Input extends Read, Result>(
    call: Call,
    steps: CallSteps<Input, Result>,
    outcome: CallOutcome<Input, Result>,
  ): Eventual<void> {
    const { operation, read } = steps;
    const isRefused = outcome.error !== undefined || outcome.instead !== undefined;
    // Where a failure travels in a redirect, the input says where to.
    const isRead = !isRefused || (outcome.error !== undefined && operation.meta.errors === 'redirect');
    if (!isRead) return undefined;
    return andThen(read(), (input) => {
      outcome.read = input;
      if (input.authorization !== undefined) call.authorization = input.authorization;
      if (isRefused) return undefined;
      if (input.fault !== undefined) throw input.fault;
      return andThen(steps.perform(call, input), (result) => {
        outcome.result = result;
        outcome.isDone = true;
      });
    });
  }

  /** What takes the place of the answer of a call that has succeeded, and has left. */
  #afterwards<Input extends Read, Result>(
    call: Call,
    operation: FaultTarget,
    outcome: CallOutcome<Input, Result>,
  ): Eventual<CallOutcome<Input, Result>> {
    if (!isSimulated(call, operation.meta)) return outcome;
    return this.#faults.after(call, operation).then(({ waitedMs, error, instead }) => {
      outcome.delayedMs += waitedMs;
      outcome.error = error;
      outcome.instead = instead;
      return outcome;
    });
  }

  #placeOf(call: Call, { meta }: FaultTarget): Place {
    const scope = idempotencyScope(call, meta);
    if (scope === undefined) return ALONE;
    const key = JSON.stringify([call.sandbox.name, ...scope]);
    // The registry takes part in no simulation.
    const isTaken = meta.scope === 'sandbox' && this.#parts.idempotencyInUse === 'conflict' && this.#locks.has(key);
    return { isTaken, position: isTaken ? undefined : this.#locks.join(key) };
  }
}

/** What a call came to: the JSON of its answer, which is empty where something else is answered, and what was found with it. */
export interface PlanResult {
  readonly json: string;
  readonly found: Performed;
}

/** Whether something else is answered than the JSON of a value. */
function isOther({ stream, file, lines, form, signed, redirect }: Performed): boolean {
  return (stream ?? file ?? lines ?? form ?? signed ?? redirect) !== undefined;
}

/** The JSON of an answer, as its schema lets it out. */
function jsonOf(operation: Operation, input: unknown, answer: unknown): Eventual<string> {
  const text = answerText(operation, input, answer);
  if (text !== undefined) return text;
  const shown = chooseFields(operation, input, answer);
  if (shown instanceof Validated) return JSON.stringify(shown.answer);
  return andThen(parsed(operation.output, shown), ({ data, error }) => {
    if (error === undefined) return JSON.stringify(data);
    throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'Output validation failed', cause: error });
  });
}

/** The plan of one operation on one server. */
export class Plan {
  readonly served: Served;
  readonly operation: Operation;
  readonly #services: Services;
  readonly #perform: (run: Performance, services: Services) => Eventual<Performed>;

  constructor(served: Served, services: Services) {
    this.served = served;
    this.operation = served.operation;
    this.#services = services;
    this.#perform = served.operation.meta.scope === 'registry' ? performOnRegistry : perform;
  }

  /** Takes a problem back to a browser's client, where errors of the operation travel in redirects. */
  get redirectError(): RedirectError | undefined {
    return this.served.handler.redirectError;
  }

  /** Tells a problem in the words of an API of its own. */
  get problemAnswer(): ProblemAnswer | undefined {
    return this.served.handler.problemAnswer;
  }

  /** The schema of what an API of its own answers; undefined where it is that of the operation. */
  get answerSchema(): AnswerSchema | undefined {
    return this.served.handler.answerSchema;
  }

  /**
   * Answers a call with an input that nobody has looked at yet.
   *
   * @throws TRPCError as tRPC does for an input or an answer that its schema refuses
   */
  run(call: Call, given: unknown): Eventual<PlanResult> {
    return andThen(parsed(this.operation.input, given === undefined ? {} : given), ({ data: input, error }) => {
      if (error !== undefined) throw new TRPCError({ code: 'BAD_REQUEST', cause: error });
      return andThen(this.#performed(call, input), (found) => this.#result(found, input));
    });
  }

  #result(found: Performed, input: unknown): Eventual<PlanResult> {
    const { operation } = this;
    if (operation.meta.raw !== undefined || isOther(found)) return { found, json: '' };
    return andThen(found.json ?? jsonOf(operation, input, found.answer), (json) => ({ found, json }));
  }

  /** The tRPC procedure of the operation, of which a document can be made; what has another form is a document there. */
  procedure(): AnyTRPCProcedure {
    const { operation } = this;
    const resolve = async ({ ctx, input }: { ctx: Context; input: unknown }): Promise<unknown> => {
      checkForm(operation, input);
      const found = await this.#performed(ctx.call, input);
      ctx.result.found = found;
      const { stream, file, lines } = found;
      if (stream !== undefined) return backlog(stream);
      if (file !== undefined) return { media_type: file.mediaType, base64: toBase64(file.bytes) };
      if (lines !== undefined) return linesDocument(lines);
      return chooseFields(operation, input, found.answer);
    };
    // The builder's input type is not known here; tRPC has parsed the input by its schema.
    const { procedure } = operation;
    const finished =
      operation.method === 'GET' ? procedure.query(resolve as never) : procedure.mutation(resolve as never);
    return finished as AnyTRPCProcedure;
  }

  #performed(call: Call, input: unknown): Eventual<Performed> {
    const { served } = this;
    return this.#perform({ served, call, input, keys: keysOf(this.#services), ...served }, this.#services);
  }
}
