/** Holds reads that only wait for their `delay`, and answers them with what was made for others that had waited for the same. */
import { LRUCache } from '#platform/lru-cache';
import type { Call } from '../call/call.js';
import { journalNow } from '../journal/journal-store.js';
import { wallTimeOf } from '../journal/wall-time.js';
import { detachString, textBytes } from '../kit/detach-string.js';
import { isIn } from '../kit/period.js';
import { idText, requestId } from '../kit/request-id.js';
import { serverTiming } from '../kit/server-timing.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import type { Sandboxes } from '../store/registry/sandboxes.js';
import type { Answer, ReadyAnswer } from './answer.js';
import { clientAddress } from './client-address.js';
import { answerStart } from './exchange-record.js';
import type { Finished } from './finish.js';
import type { Incoming } from './incoming.js';
import { OpenStream } from './open-stream.js';
import { cacheKey, type CacheKeyRules } from './response-cache.js';
import type { RequestContext } from './request-context.js';
import type { NotedAnswer, RequestRecords } from './request-records.js';
import type { Recording } from './capture.js';

const MAX_BYTES = 2 * 1024 * 1024;

/** What an entry takes beside its body. */
const ENTRY_BYTES = 2000;

/** Questions of which it is known that they only wait. */
const MAX_WAITING = 1000;

/** A request that has waited. */
export interface Held {
  /** When it came, on the monotonic clock, and how long it waited, in ms. */
  readonly since: number;
  readonly waitedMs: number;
}

/** How an answer came about. */
interface Made {
  readonly answer: Answer;
  readonly finished: Finished;
  /** Name of the operation that answered. */
  readonly operation: string | undefined;
  /** What is noted of it each time. */
  readonly noted: NotedAnswer;
}

/** What is known of a sandbox, as long as it has a stamp. */
interface Stamped {
  readonly sandbox: WeakRef<Sandbox>;
  readonly stamp: object;
}

/** That a question only waits. */
interface Waiting extends Stamped {
  readonly ms: number;
}

/** An answer that was made for a request that had waited. */
interface Entry extends Stamped, Required<Pick<Answer, 'period' | 'unknown'>>, Omit<Made, 'answer' | 'finished'> {
  readonly ready: ReadyAnswer;
  /** Path below the base URL, query and base URL, for the journal. */
  readonly path: string;
  readonly query: string;
  readonly baseUrl: string;
}

const lengthOf = (body: Finished['plain'] | null): number =>
  typeof body === 'string' ? textBytes(body) : (body?.byteLength ?? 0);

/** Whether a call asks for nothing but a delay. */
export function onlyWaits({ controls, met, fault }: Pick<Call, 'controls' | 'met' | 'fault'>): boolean {
  const { delay = 0, simulate_error, faults, cors } = controls;
  const isPlain = met === undefined && fault === undefined && simulate_error === undefined;
  return delay > 0 && isPlain && faults === undefined && cors === undefined;
}

/** An answer that is given again. */
interface Again {
  readonly entry: Entry;
  readonly sandbox: Sandbox;
  readonly finished: Finished;
  readonly request: Incoming;
  readonly since: number;
  /** Network address of the client; empty where there is no network. */
  readonly address: string;
}

/** Records an exchange once it has ended. */
function recordingOf(again: Again, records: RequestRecords): Recording {
  const { entry, sandbox, finished, request, since, address } = again;
  const { path, query, baseUrl, operation, unknown } = entry;
  const answeredAt = journalNow();
  const end: Recording['end'] = (ended, sent) => {
    const hasHead = sent?.hasHead !== false;
    records.record(sandbox, {
      id: finished.headers['x-request-id'] ?? '',
      method: request.method,
      path,
      query,
      baseUrl,
      operation,
      headers: request.head.rawHeaders,
      body: undefined,
      unknown,
      address: address || undefined,
      connection: request.head.connection ?? undefined,
      status: hasHead ? finished.status : undefined,
      kind: undefined,
      struck: undefined,
      made: undefined,
      clock: sandbox.clock,
      response: hasHead ? { headers: finished.headers, body: answerStart(finished) } : { headers: {}, body: undefined },
      ended,
      receivedAt: wallTimeOf(since),
      since,
      answeredAt,
      durationMs: performance.now() - since,
    });
  };
  return { end };
}

/** The reads of one server that wait. Thousands wait for one thing where somebody tries out a client. */
export class DelayedAnswers {
  readonly #rules: CacheKeyRules;
  readonly #sandboxes: Pick<Sandboxes, 'touch'>;
  readonly #waiting = new LRUCache<string, Waiting>({ max: MAX_WAITING });
  readonly #made = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ ready }, key) => ENTRY_BYTES + lengthOf(ready.body) + lengthOf(ready.plain) + textBytes(key),
  });

  constructor(rules: CacheKeyRules, sandboxes: Pick<Sandboxes, 'touch'>) {
    this.#rules = rules;
    this.#sandboxes = sandboxes;
  }

  /** Notes of a request that it only waits, where that is all there is to it. */
  note({ request, sandbox }: RequestContext, call: Call): void {
    if (call.controls.delay === undefined || !onlyWaits(call)) return;
    if (!sandbox.fresh || sandbox.state.rules.length > 0) return;
    const key = cacheKey(request, this.#rules);
    if (key === undefined) return;
    this.#waiting.set(key, { sandbox: new WeakRef(sandbox), stamp: sandbox.stamp, ms: call.controls.delay * 1000 });
  }

  /** How long a request only waits, in ms; undefined where that is not known, or where there is more to it. */
  holds(request: Incoming): number | undefined {
    if (!request.url.includes('delay=')) return undefined;
    const key = cacheKey(request, this.#rules);
    const known = key === undefined ? undefined : this.#waiting.get(key);
    return known === undefined || this.#sandboxOf(known) === undefined ? undefined : known.ms;
  }

  /** The answer to a request that has waited, if one was made that is still true. */
  find({ request, sandbox }: RequestContext, delayedMs: number): Answer | undefined {
    const entry = this.#entry(request);
    if (entry === undefined || this.#sandboxOf(entry) !== sandbox) return undefined;
    const { ready, unknown } = entry;
    const { status } = ready;
    return { status, type: '', body: null, caching: 'revision', controlled: true, delayedMs, unknown, ready };
  }

  /** The same finished, for a request that was held. */
  again(request: Incoming, { since, waitedMs }: Held, records: RequestRecords): Finished | undefined {
    const entry = this.#entry(request);
    const sandbox = entry && this.#sandboxOf(entry);
    if (entry === undefined || sandbox === undefined || request.signal().aborted) return undefined;
    const { noted, ready, path } = entry;
    const id = requestId(request.header('x-request-id'));
    const until = performance.now();
    const timing = serverTiming(waitedMs, Math.max(0, until - since - waitedMs));
    const headers = { ...ready.headers, 'x-request-id': idText(id), 'server-timing': timing };
    const address = clientAddress(request, this.#rules.trustProxy);
    const { logged: answer, durations } = noted;
    records.addRepeated({ request, id, answer, durations, since, until, address });
    const finished = { ...ready, headers };
    if (!records.hasJournal(path)) return finished;
    return { ...finished, recording: recordingOf({ entry, sandbox, finished, request, since, address }, records) };
  }

  /** Keeps what was made for a request that had waited, if others may get it. */
  keep(
    { request, sandbox, path, search, baseUrl }: RequestContext,
    { answer, finished, operation, noted }: Made,
  ): void {
    const { waited: stamp, ready, caching, period, unknown = [] } = answer;
    const { status, headers, body, plain } = finished;
    if (stamp === undefined || stamp !== sandbox.stamp || ready !== undefined) return;
    if (caching !== 'revision' || body instanceof OpenStream) return;
    const key = cacheKey(request, this.#rules);
    if (key === undefined) return;
    const of = { sandbox: new WeakRef(sandbox), stamp, period, unknown, operation, noted };
    const target = { path: detachString(path), query: detachString(search), baseUrl: detachString(baseUrl) };
    this.#made.set(key, { ...of, ...target, ready: { status, headers, body, plain } });
  }

  #entry(request: Incoming): Entry | undefined {
    const key = cacheKey(request, this.#rules);
    return key === undefined ? undefined : this.#made.get(key);
  }

  /** The sandbox of what is known, if that is still true; it is as fresh as a request finds it. */
  #sandboxOf({ sandbox: of, stamp, period }: Stamped & Pick<Answer, 'period'>): Sandbox | undefined {
    const sandbox = of.deref();
    if (sandbox === undefined || !this.#sandboxes.touch(sandbox)) return undefined;
    if (!sandbox.fresh || sandbox.stamp !== stamp) return undefined;
    return period === undefined || isIn(period, sandbox.now()) ? sandbox : undefined;
  }
}
