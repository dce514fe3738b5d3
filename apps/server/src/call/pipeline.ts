/** What happens to a call of an operation, in this order and nowhere else: over REST, over tRPC and in process alike. */
import type { Operation, OperationMeta, ProblemFault } from '@understudy/contract/kit';
import { andThen, type Eventual, orElse } from '../kit/made-once.js';
import { badRequest, ProblemError, unlessDisconnected } from '../kit/problem-error.js';
import { type Call, writes } from './call.js';
import { type CallEffect, FaultApplier } from './apply-faults.js';
import type { Asked } from './forced-problem.js';
import type { Services } from './services.js';

/** Visible ASCII, as long as Stripe takes it. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** What a key is good for: one operation, one sandbox, one credential. */
export function idempotencyScope(call: Call, meta: OperationMeta): readonly string[] | undefined {
  if (call.idempotencyKey === undefined || !writes(meta)) return undefined;
  const credential = meta.credential === 'session' ? call.cookie : call.authorization;
  return [meta.openapi.operationId, credential, call.idempotencyKey];
}

/** The payload that a key stands for. What a merge patch takes away was sent as null, which is another one than without. */
export function payloadOf({ patched }: Operation, input: unknown): unknown {
  if (patched === undefined) return input;
  return JSON.parse(JSON.stringify(input, (_, member: unknown) => member ?? null));
}

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
  readonly operation: Asked;
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
    operation: Asked,
    { outcome, place }: { readonly outcome: CallOutcome<Input, Result>; readonly place: Place },
  ): Eventual<void> {
    const { meta } = operation;
    if (call.fault !== undefined) throw call.fault;
    if (!this.#faults.has(call, meta)) return this.#enter(call, meta, place);
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
    return andThen(this.#parts.access.check(call, meta), () => {
      checkIdempotencyKey(call.idempotencyKey);
      if (isTaken) throw inUse();
      return position?.before && unlessDisconnected(position.before, call.signal());
    });
  }

  /** Reads the input of a call, and performs it where nothing is in the way. */
  #perform<Input extends Read, Result>(
    call: Call,
    { operation, read, perform }: CallSteps<Input, Result>,
    outcome: CallOutcome<Input, Result>,
  ): Eventual<void> {
    const isRefused = outcome.error !== undefined || outcome.instead !== undefined;
    // Where a failure travels in a redirect, the input says where to.
    const isRead = !isRefused || (outcome.error !== undefined && operation.meta.errors === 'redirect');
    if (!isRead) return undefined;
    return andThen(read(), (input) => {
      outcome.read = input;
      if (input.authorization !== undefined) call.authorization = input.authorization;
      if (isRefused) return undefined;
      if (input.fault !== undefined) throw input.fault;
      return andThen(perform(call, input), (result) => {
        outcome.result = result;
        outcome.isDone = true;
      });
    });
  }

  /** What takes the place of the answer of a call that has succeeded, and has left. */
  #afterwards<Input extends Read, Result>(
    call: Call,
    operation: Asked,
    outcome: CallOutcome<Input, Result>,
  ): Eventual<CallOutcome<Input, Result>> {
    if (!this.#faults.has(call, operation.meta)) return outcome;
    return this.#faults.after(call, operation).then(({ waitedMs, error, instead }) => {
      outcome.delayedMs += waitedMs;
      outcome.error = error;
      outcome.instead = instead;
      return outcome;
    });
  }

  #placeOf(call: Call, { meta }: Asked): Place {
    const scope = idempotencyScope(call, meta);
    if (scope === undefined) return ALONE;
    const key = JSON.stringify([call.sandbox.name, ...scope]);
    // The registry takes part in no simulation.
    const isTaken = meta.scope === 'sandbox' && this.#parts.idempotencyInUse === 'conflict' && this.#locks.has(key);
    return { isTaken, position: isTaken ? undefined : this.#locks.join(key) };
  }
}
