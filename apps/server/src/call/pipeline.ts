/** The order of every call, over REST and tRPC alike: controls, latency, forced failure, input, handler, commit. */
import type { OperationMeta } from '@understudy/contract';
import { badRequest, ProblemError } from '../kit/problem-error.js';
import { type Call, type CallControls, writes } from './call.js';
import type { Services } from './services.js';
import { simulated, TIMEOUT_HOLD } from './simulate.js';

/** Visible ASCII, as long as Stripe takes it. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** What a key is good for: one operation, one sandbox, one credential. */
export function idempotencyScope(call: Call, meta: OperationMeta): readonly string[] | undefined {
  if (call.idempotencyKey === undefined || !writes(meta)) return undefined;
  return [meta.openapi.operationId, call.authorization, call.idempotencyKey];
}

function checkIdempotencyKey({ idempotencyKey }: Call): void {
  if (idempotencyKey === undefined || IDEMPOTENCY_KEY.test(idempotencyKey)) return;
  throw badRequest([
    {
      parameter: 'Idempotency-Key',
      code: 'invalid_format',
      detail: 'must be 1 to 255 visible ASCII characters without spaces',
    },
  ]);
}

/** Lets calls under the same key follow one another: a later one waits for the one in flight. */
class KeyLocks {
  readonly #held = new Map<string, Promise<unknown>>();

  async hold<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#held.get(key);
    const mine = before === undefined ? work() : before.then(work, work);
    const settled = mine.catch(() => undefined);
    this.#held.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.#held.get(key) === settled) this.#held.delete(key);
    }
  }
}

async function wait(call: Call, seconds: number, services: Services): Promise<void> {
  if (seconds <= 0) return;
  const signal = call.signal();
  const since = performance.now();
  try {
    await services.sleep(seconds * 1000, signal);
  } catch (error) {
    // Nobody is left to read the answer; the log shows why there is none.
    if (signal.aborted) throw new ProblemError('timeout', { detail: 'the client hung up' });
    throw error;
  }
  call.outcome.delayedMs += performance.now() - since;
}

/** Builds what runs around every call. */
export function pipeline(services: Services) {
  const locks = new KeyLocks();

  async function admit(call: Call, meta: OperationMeta): Promise<void> {
    const { controls } = call;
    if (controls instanceof ProblemError) throw controls;
    // The registry takes part in no simulation.
    if (meta.scope === 'sandbox') await simulate(call, controls);
    services.access.check(call, meta);
    checkIdempotencyKey(call);
  }

  async function simulate(call: Call, controls: CallControls): Promise<void> {
    const { delay, simulate_error: failure } = controls;
    const hold = failure === 'timeout' && delay === undefined ? TIMEOUT_HOLD : (delay ?? 0);
    await wait(call, hold, services);
    if (failure !== undefined && failure !== 'malformed') throw simulated(failure, call.sandbox.now());
    call.outcome.cut = failure === 'malformed';
  }

  return async function around<Result>(call: Call, meta: OperationMeta, next: () => Promise<Result>): Promise<Result> {
    const run = async (): Promise<Result> => {
      await admit(call, meta);
      return next();
    };
    const scope = idempotencyScope(call, meta);
    if (scope === undefined) return run();
    return locks.hold(JSON.stringify([call.sandbox.name, ...scope]), run);
  };
}

/** What runs around every call. */
export type Around = ReturnType<typeof pipeline>;
