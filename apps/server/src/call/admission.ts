/** What every call passes before its input is read, over REST and tRPC alike: controls, latency, forced failure, access. */
import type { OperationMeta } from '@understudy/contract';
import type { ProblemError } from '../kit/problem-error.js';
import type { Call } from './call.js';
import { checkWanted, unlessHungUp } from '../kit/hang-up.js';
import { checkIdempotencyKey, idempotencyScope } from './idempotency-key.js';
import { KeyLocks } from './key-locks.js';
import type { Services } from './services.js';
import { forcedFailure, holdSeconds } from './simulate.js';

/** What came of asking to be admitted. */
export interface Admission {
  /** Why the call is refused; undefined where it may go on. */
  readonly refusal?: unknown;
  /** Time spent in artificial latency, in ms. */
  readonly delayedMs: number;
  /**
   * Set where the finished answer is to be cut, as the call asked: the problem to answer in its stead where it has no
   * body.
   */
  readonly cut?: ProblemError | undefined;
  /** Lets the calls behind this one go on; to be called once, when it is over. */
  readonly leave: () => void;
}

/** Admits a call to an operation, or refuses it; never throws. */
export type Admit = (call: Call, meta: OperationMeta) => Promise<Admission>;

type Parts = Pick<Services, 'access' | 'sleep'>;

const nobody = (): void => undefined;

/** Waits, and answers for how long, in ms. */
async function wait(call: Call, seconds: number, { sleep }: Parts): Promise<number> {
  if (seconds <= 0) return 0;
  const signal = call.signal();
  const since = performance.now();
  try {
    await sleep(seconds * 1000, signal);
  } catch (error) {
    checkWanted(signal);
    throw error;
  }
  return performance.now() - since;
}

/** Builds the admission of a server. */
export function admission(parts: Parts): Admit {
  const locks = new KeyLocks();

  return async (call, meta) => {
    const scope = idempotencyScope(call, meta);
    // In the order in which they came, and before their latency: those under one key wait for it at the same time.
    const position = scope && locks.join(JSON.stringify([call.sandbox.name, ...scope]));
    const leave = position?.leave ?? nobody;
    let delayedMs = 0;
    try {
      if (call.fault !== undefined) throw call.fault;
      // The registry takes part in no simulation.
      const isSimulated = meta.scope === 'sandbox';
      if (isSimulated) delayedMs = await wait(call, holdSeconds(call.controls), parts);
      const forced = isSimulated ? forcedFailure(call.controls, call.sandbox) : undefined;
      if (forced?.instead === 'answer') throw forced.problem;
      parts.access.check(call, meta);
      checkIdempotencyKey(call);
      if (position?.before !== undefined) await unlessHungUp(position.before, call.signal());
      return { delayedMs, cut: forced?.problem, leave };
    } catch (refusal) {
      return { refusal, delayedMs, leave };
    }
  };
}
