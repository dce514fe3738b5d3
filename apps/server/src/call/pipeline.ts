/** The order of every call, over REST and tRPC alike: controls, latency, forced failure, input, handler, commit. */
import type { OperationMeta } from '@understudy/contract';
import { badRequest, ProblemError } from '../kit/problem-error.js';
import { type Call, type CallControls, writes } from './call.js';
import { checkWanted, unlessHungUp } from './hang-up.js';
import { KeyLocks } from './key-locks.js';
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

async function wait(call: Call, seconds: number, services: Services): Promise<void> {
  if (seconds <= 0) return;
  const signal = call.signal();
  const since = performance.now();
  try {
    await services.sleep(seconds * 1000, signal);
  } catch (error) {
    checkWanted(signal);
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
    const scope = idempotencyScope(call, meta);
    // In the order in which they came, and before their latency: those under one key wait for it at the same time.
    const position = scope && locks.join(JSON.stringify([call.sandbox.name, ...scope]));
    try {
      await admit(call, meta);
      if (position?.before !== undefined) await unlessHungUp(position.before, call.signal());
      return await next();
    } finally {
      position?.leave();
    }
  };
}

/** What runs around every call. */
export type Around = ReturnType<typeof pipeline>;
