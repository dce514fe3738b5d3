/** The response cache: answers a request that was asked before with the answer that was kept, finished anew. */
import type { Settings } from '../options/options.js';
import { type CorsRules, credentialedOrigin, type HeaderRecord } from './cors.js';
import { FAULT_HEADER } from './read-input.js';
import type { Incoming } from './incoming.js';
import { addressKey, clientAddress } from './locate.js';
import { LRUCache } from '#platform/runtime';
import { detachString, textBytes } from '../kit/made-once.js';
import { always, isIn, type Period } from '../kit/listing.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import { AnswerRecord, type NotedAnswer, type RequestRecords, recordedExchange } from './request-records.js';
import { RuleBook } from '../faults/rule-book.js';
import type { FaultOutcome } from '../faults/outcome.js';
import { requestId, serverTiming } from '../kit/request-id.js';
import type { Sandboxes } from '../store/registry/sandboxes.js';
import { countRequest, requestViewOf } from './evaluate-faults.js';
import type { AnsweredExchange, Finished } from './finish.js';
import { OpenStream } from './open-stream.js';

const MAX_BYTES = 8 * 1024 * 1024;

/** What an entry takes beside its texts and body. */
const ENTRY_BYTES = 1000;

/** Longest question that is remembered, in characters; few are so long, and none of them is asked often. */
const MAX_KEY = 1024;

/** An answer that can be sent again with another request id and timing. */
export interface CachedAnswer {
  /** The sandbox's stamp before the answer was made. */
  readonly stamp: object;
  /** When it is right, if nobody writes; undefined for always. */
  readonly period: Period | undefined;
  /** Path below the base URL, and query, for the journal. */
  readonly path: string;
  readonly query: string;
  /** What is noted of it each time. */
  readonly noted: NotedAnswer;
  /** Name of the operation. */
  readonly operation: string | undefined;
  /** Whether the sandbox has fault rules, which whoever asks again meets. */
  readonly hasRules: boolean;
  readonly status: number;
  readonly headers: HeaderRecord;
  readonly body: Uint8Array<ArrayBuffer> | null;
}

/** An answer that is kept, and the sandbox that it is of. */
export interface StoredAnswer {
  readonly answer: CachedAnswer;
  readonly sandbox: Sandbox;
}

/** Whether nothing that this process knows of has made an answer untrue: neither a write, nor the clock of its sandbox. */
function isTrue({ answer: { stamp, period }, sandbox }: StoredAnswer): boolean {
  return sandbox.stamp === stamp && (period === undefined || isIn(period, sandbox.now()));
}

/** The parts of a request that an answer can depend on. */
export interface CacheRequest {
  readonly method: string;
  /** Request target with its origin. */
  readonly target: string;
  /** Origin of a page that may send cookies, to which its answers are addressed. */
  readonly origin?: string | undefined;
  readonly acceptEncoding: string | null | undefined;
  readonly ifNoneMatch: string | null | undefined;
  /** What else stands in its headers, where operations read it. */
  readonly others?: readonly string[];
}

/** Questions remembered as asked once, each by a number: no text has to stay for them. */
const MAX_SEEN = 8192;

/** The number of a question (FNV-1a). */
function numberOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash;
}

/** An answer as it is kept: it keeps no sandbox in memory that the process has let go of. */
interface Entry {
  readonly answer: CachedAnswer;
  readonly sandbox: WeakRef<Sandbox>;
}

function sizeOf({ answer: { path, query, noted, headers, body } }: Entry): number {
  const { length: texts } = JSON.stringify([path, query, headers]);
  const start = noted.exchange?.response.body?.content.length ?? 0;
  return ENTRY_BYTES + (noted.logged?.textBytes ?? 0) + texts + (body?.byteLength ?? 0) + start;
}

/** The answer with nothing around it: a slice of the URL, or compressed bytes in the buffer of their compressor. */
function compact({ answer, sandbox }: StoredAnswer): Entry {
  const { path, query, body } = answer;
  const own = {
    ...answer,
    path: detachString(path),
    query: detachString(query),
    body: body && new Uint8Array(body),
  };
  return { answer: own, sandbox: new WeakRef(sandbox) };
}

/** Answers by question, within a fixed number of bytes. */
export class ResponseCache {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: (entry, key) => sizeOf(entry) + textBytes(key),
  });

  // By size, since a cache by count makes room for all of them at the start of each server.
  readonly #seen = new LRUCache<number, true>({ maxSize: MAX_SEEN, sizeCalculation: () => 1 });

  /** The key of a question; undefined for one that is too long to be remembered. */
  static key({ method, target, origin, acceptEncoding, ifNoneMatch, others = [] }: CacheRequest): string | undefined {
    const key = [`${method} ${target}`, acceptEncoding, ifNoneMatch, origin, ...others].join('\n');
    return key.length > MAX_KEY ? undefined : key;
  }

  /** The answer kept for a question, if nothing that this process knows of has made it untrue. */
  get(key: string): StoredAnswer | undefined {
    const cached = this.#entries.get(key);
    if (cached === undefined) return undefined;
    const sandbox = cached.sandbox.deref();
    const stored = sandbox && { answer: cached.answer, sandbox };
    if (stored !== undefined && isTrue(stored)) return stored;
    this.#entries.delete(key);
    return undefined;
  }

  /**
   * Keeps an answer, once its question is asked again: what is asked once only would fill the memory for nothing.
   *
   * @param make makes what is kept; not called before
   */
  set(key: string, make: () => StoredAnswer): void {
    const number = numberOf(key);
    if (this.#seen.get(number) === true) this.#entries.set(key, compact(make()));
    else this.#seen.set(number, true);
  }
}

/** What else than its URL tells requests for one thing apart. */
export interface CacheKeyRules extends Pick<Settings, 'trustProxy'> {
  readonly cors: CorsRules;
  /** Names of the headers that operations with HTTP of their own read. */
  readonly headers: readonly string[];
}

/** The key of a request; undefined for one that no answer is kept for. */
function cacheKey(request: Incoming, rules: CacheKeyRules): string | undefined {
  const { head } = request;
  if (head.question === undefined) head.question = keyOf(request, rules) ?? null;
  return head.question ?? undefined;
}

function keyOf(request: Incoming, { trustProxy, cors, headers }: CacheKeyRules): string | undefined {
  const { method, url, header, hasBody } = request;
  if ((method !== 'GET' && method !== 'HEAD') || header(FAULT_HEADER) !== null || hasBody()) return undefined;
  return ResponseCache.key({
    method,
    target: addressKey({ header }, trustProxy) + url,
    origin: credentialedOrigin(header, cors),
    acceptEncoding: header('accept-encoding'),
    ifNoneMatch: header('if-none-match'),
    // No header has such a character: one that is empty differs from one that is not there.
    others: headers.map((name) => header(name) ?? '\0'),
  });
}

/** Whether an answer is right for whoever asks the same again: no control shaped it, nor the page that asked. */
function isForAll({ exchange, answer }: AnsweredExchange, stamp: object): boolean {
  const isShaped = answer.controlled === true || exchange.cors !== undefined;
  return (answer.caching === 'revision' || answer.isRepeated === true) && !isShaped && exchange.sandbox.stamp === stamp;
}

/** The answers that one server keeps. */
export class CachedAnswers {
  readonly #cache = new ResponseCache();
  readonly #sandboxes: Sandboxes;
  readonly #rules: CacheKeyRules;
  readonly #records: RequestRecords;
  /** What requests met that are then not answered from here: it has been counted. */
  readonly #outcomes = new WeakMap<Incoming, FaultOutcome>();

  constructor(sandboxes: Sandboxes, rules: CacheKeyRules, records: RequestRecords) {
    this.#sandboxes = sandboxes;
    this.#rules = rules;
    this.#records = records;
  }

  /** The answer to a request, if one is kept; a promise where the store has to be asked whether it still holds. */
  find(request: Incoming): Finished | Promise<Finished | undefined> | undefined {
    const since = performance.now();
    const key = cacheKey(request, this.#rules);
    const cached = key === undefined ? undefined : this.#cache.get(key);
    if (cached === undefined || !this.#sandboxes.touch(cached.sandbox)) return undefined;
    if (!cached.sandbox.fresh) return this.#confirmed(cached, request, since);
    return cached.answer.hasRules ? this.#unlessFault(cached, request, since) : this.#again(cached, request, since);
  }

  /** What a request met that was not answered from here after all. */
  faultOutcomeOf(request: Incoming): FaultOutcome | undefined {
    return this.#outcomes.get(request);
  }

  /**
   * Keeps an answer, if others may get it.
   *
   * @param stamp the sandbox's before it was made
   */
  keep(answered: AnsweredExchange, stamp: object): void {
    const { exchange, finished } = answered;
    const { body } = finished;
    if (body instanceof OpenStream || !isForAll(answered, stamp)) return;
    const key = cacheKey(exchange.request, this.#rules);
    if (key === undefined) return;
    const stored = () => ({ answer: { ...this.#cached(answered, body), stamp }, sandbox: exchange.sandbox });
    this.#cache.set(key, stored);
  }

  #cached(answered: AnsweredExchange, body: CachedAnswer['body']): Omit<CachedAnswer, 'stamp'> {
    const { exchange, finished, answer } = answered;
    const { sandbox, path, search: query, operation } = exchange;
    const { status, headers } = finished;
    return {
      period: answer.period === always ? undefined : answer.period,
      path,
      query,
      operation,
      hasRules: sandbox.state.rules.length > 0,
      status,
      headers,
      body,
      noted: this.#noted(answered),
    };
  }

  /** What is noted of an answer each time that it is given; it keeps nothing else in memory. */
  #noted(answered: AnsweredExchange): NotedAnswer {
    const { path, search: query, baseUrl } = answered.exchange;
    const noted = this.#records.noted(answered);
    if (!this.#records.hasJournal(path)) return noted;
    const target = { path: detachString(path), query: detachString(query), baseUrl: detachString(baseUrl) };
    return { ...noted, exchange: { ...recordedExchange(answered), ...target, struck: undefined } };
  }

  async #confirmed(cached: StoredAnswer, request: Incoming, since: number): Promise<Finished | undefined> {
    try {
      await cached.sandbox.refresh();
    } catch {
      // The request is answered like any other then, which shows what is wrong.
      return undefined;
    }
    if (!isTrue(cached)) return undefined;
    return cached.answer.hasRules ? this.#unlessFault(cached, request, since) : this.#again(cached, request, since);
  }

  /** The answer, where the request meets none of the rules that are set. */
  #unlessFault(
    cached: StoredAnswer,
    request: Incoming,
    since: number,
  ): Finished | Promise<Finished | undefined> | undefined {
    const { answer: stored, sandbox } = cached;
    const { path, query: search, operation } = stored;
    const asked = { request, path, search, clientAddress: () => clientAddress(request, this.#rules.trustProxy) };
    const subject = requestViewOf(asked, { operation, hasPath: true });
    const rules = RuleBook.of(sandbox.state.rules).matching(subject, () => sandbox.now());
    const faultOutcome = countRequest(sandbox, { subject, rules });
    const answer = (one: FaultOutcome | undefined): Finished | undefined => {
      if (one === undefined) return this.#again(cached, request, since);
      this.#outcomes.set(request, one);
      return undefined;
    };
    // A store that cannot count is asked again by the call, which shows what is wrong.
    return faultOutcome instanceof Promise ? faultOutcome.then(answer, () => undefined) : answer(faultOutcome);
  }

  #again(cached: StoredAnswer, request: Incoming, since: number): Finished {
    const { answer, sandbox } = cached;
    const { status, body, noted } = answer;
    const id = requestId(request.header('x-request-id'));
    const timing = serverTiming(0, performance.now() - since);
    const headers = { ...answer.headers, 'x-request-id': id, 'server-timing': timing };
    const address = clientAddress(request, this.#rules.trustProxy);
    const recording = new AnswerRecord(this.#records, { request, sandbox, id, since, address }, noted, timing);
    return { status, headers, body, recording };
  }
}
