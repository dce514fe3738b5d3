/** Answers reads that have waited for their `delay` with what was made for others that had waited for the same. */
import { LRUCache } from 'lru-cache';
import type { Admission } from '../call/admission.js';
import type { Call } from '../call/call.js';
import type { UnknownMember } from '@understudy/contract/sandboxes';
import { textBytes } from '../kit/own-text.js';
import { isIn, type Period } from '../kit/period.js';
import type { Sandbox } from '../state/registry/sandbox.js';
import type { Answer } from './answer.js';
import type { Finished } from './finish.js';
import { OpenStream } from './open-stream.js';
import { questionKey, type QuestionRules } from './question-key.js';
import type { RequestContext } from './request-context.js';

const MAX_BYTES = 2 * 1024 * 1024;

/** What an entry takes beside its body. */
const ENTRY_BYTES = 2000;

/** An answer that was made for a request that had waited. */
interface Entry {
  readonly sandbox: WeakRef<Sandbox>;
  /** The sandbox's stamp before the answer was made, and after. */
  readonly stamp: object;
  /** When it is right, if nobody writes. */
  readonly period: Period | undefined;
  readonly unknown: readonly UnknownMember[] | undefined;
  readonly ready: NonNullable<Answer['ready']>;
}

const lengthOf = (body: Finished['plain'] | null): number =>
  typeof body === 'string' ? textBytes(body) : (body?.byteLength ?? 0);

/** Whether nothing but its delay shapes the answer of a call. */
export function onlyWaits({ controls, met }: Call, { delayedMs, refusal, instead }: Admission): boolean {
  const { delay = 0, simulate_error, faults, cors } = controls;
  const isFaulty = refusal !== undefined || instead !== undefined || simulate_error !== undefined;
  return delay > 0 && delayedMs > 0 && !isFaulty && met === undefined && faults === undefined && cors === undefined;
}

/** The answers of one server to reads that had waited. Thousands wait for one thing where clients are tried out. */
export class DelayedAnswers {
  readonly #rules: QuestionRules;
  readonly #made = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ ready }, key) => ENTRY_BYTES + lengthOf(ready.body) + lengthOf(ready.plain) + textBytes(key),
  });

  constructor(rules: QuestionRules) {
    this.#rules = rules;
  }

  /** The answer to a request that has waited, if one was made that is still true; it has the sandbox as it is now. */
  find({ request, sandbox }: RequestContext, delayedMs: number): Answer | undefined {
    const key = sandbox.fresh ? questionKey(request, this.#rules) : undefined;
    const entry = key === undefined ? undefined : this.#made.get(key);
    if (entry === undefined || entry.sandbox.deref() !== sandbox || entry.stamp !== sandbox.stamp) return undefined;
    const { ready, period, unknown } = entry;
    if (period !== undefined && !isIn(period, sandbox.now())) return undefined;
    return {
      status: ready.status,
      type: '',
      body: null,
      caching: 'revision',
      controlled: true,
      delayedMs,
      unknown,
      ready,
    };
  }

  /** Keeps what was made for a request that had waited, if others may get it. */
  keep({ request, sandbox }: RequestContext, answer: Answer, finished: Finished): void {
    const { waited: stamp, ready, caching, period, unknown } = answer;
    const { status, headers, body, plain } = finished;
    if (stamp === undefined || stamp !== sandbox.stamp || ready !== undefined) return;
    if (caching !== 'revision' || body instanceof OpenStream) return;
    const key = questionKey(request, this.#rules);
    if (key === undefined) return;
    const made = { stamp, period, unknown, ready: { status, headers, body, plain } };
    this.#made.set(key, { sandbox: new WeakRef(sandbox), ...made });
  }
}
