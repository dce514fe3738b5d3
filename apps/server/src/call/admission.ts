/** What every call passes before its input is read, over REST and tRPC alike: controls, latency, strikes, access. */
import { unlessDisconnected } from '../kit/client-disconnect.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Call } from './call.js';
import type { Asked } from './forced-problem.js';
import { checkIdempotencyKey, idempotencyScope, KeyLocks } from './idempotency-key.js';
import type { Services } from './services.js';
import { type CallEffect, FaultApplier, type Moment } from './apply-faults.js';

/** What came of asking to be admitted. */
export interface Admission {
  /** Why the call is refused; undefined where it may go on. */
  readonly refusal?: unknown;
  /** What the call is answered with at once, where that is no refusal; undefined where it may go on. */
  readonly instead?: CallEffect | undefined;
  /** Time spent in artificial latency, in ms. */
  readonly delayedMs: number;
  /** Lets the calls behind this one go on; to be called once, when it is over. */
  readonly leave: () => void;
  /** What takes the place of the answer of the call; to be asked once it has succeeded, and has left. */
  readonly strike: () => Promise<Moment>;
}

/** Admits a call to an operation, or refuses it; never throws. */
export type Admit = (call: Call, operation: Asked) => Promise<Admission>;

/** A call as it goes on: a read that was delayed is as fresh as one that comes now. */
export function asAdmitted(call: Call, { delayedMs }: Admission): Call {
  return call.isFresh === true && delayedMs > 0 ? { ...call, isFresh: false } : call;
}

const nobody = (): void => undefined;

const nothing: Moment = { waitedMs: 0 };

/** What a call is answered whose key another one has (draft-ietf-httpapi-idempotency-key-header §2.6). */
const inUse = (): ProblemError =>
  new ProblemError('idempotency_key_in_use', {
    detail: 'another request with this Idempotency-Key has no answer yet; send this one again, with the same key',
    headers: { 'retry-after': '1' },
  });

/** Builds the admission of a server. */
export function admission(parts: Pick<Services, 'access' | 'idempotencyInUse' | 'sleep' | 'machineNow'>): Admit {
  const locks = new KeyLocks();
  const faultApplier = new FaultApplier(parts);

  return async (call, operation) => {
    const { meta } = operation;
    const scope = idempotencyScope(call, meta);
    // In the order in which they came, and before their latency: those under one key wait for it at the same time.
    const key = scope && JSON.stringify([call.sandbox.name, ...scope]);
    // The registry takes part in no simulation.
    const isSimulated = meta.scope === 'sandbox';
    const isInUse = isSimulated && key !== undefined && parts.idempotencyInUse === 'conflict' && locks.has(key);
    // Who is refused keeps nobody waiting.
    const position = key === undefined || isInUse ? undefined : locks.join(key);
    const leave = position?.leave ?? nobody;
    const strike = () => (isSimulated ? faultApplier.after(call, operation) : Promise.resolve(nothing));
    let delayedMs = 0;
    try {
      if (call.fault !== undefined) throw call.fault;
      const { waitedMs, error, instead } = isSimulated ? await faultApplier.before(call, operation) : nothing;
      delayedMs = waitedMs;
      if (error !== undefined) throw error;
      if (instead !== undefined) return { instead, delayedMs, leave, strike };
      const checking = parts.access.check(call, meta);
      if (checking !== undefined) await checking;
      checkIdempotencyKey(call.idempotencyKey);
      if (isInUse) throw inUse();
      if (position?.before !== undefined) await unlessDisconnected(position.before, call.signal());
      return { delayedMs, leave, strike };
    } catch (refusal) {
      return { refusal, delayedMs, leave, strike };
    }
  };
}
