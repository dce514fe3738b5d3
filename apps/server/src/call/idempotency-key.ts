/** The Idempotency-Key of a call: what it may look like, and what it is good for. */
import type { Operation, OperationMeta, ProblemFault } from '@understudy/contract/kit';
import { badRequest } from '../kit/problem-error.js';
import { type Call, writes } from './call.js';

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
