/** Answers a request that was asked before with the answer that was kept, finished anew. */
import { RuleBook } from '../faults/rule-book.js';
import type { FaultOutcome } from '../faults/outcome.js';
import { RepeatablePart } from '../journal/repeatable-part.js';
import { detachString } from '../kit/detach-string.js';
import { always } from '../kit/listing.js';
import { idText, requestId } from '../kit/request-id.js';
import { serverTiming } from '../kit/server-timing.js';
import type { Sandboxes } from '../store/registry/sandboxes.js';
import type { Answer } from './answer.js';
import { clientAddress } from './client-address.js';
import { countRequest } from './count-request.js';
import { answerStart } from './exchange-record.js';
import type { Finished } from './finish.js';
import type { Incoming } from './incoming.js';
import { OpenStream } from './open-stream.js';
import {
  type CachedAnswer,
  cacheKey,
  type CacheKeyRules,
  isTrue,
  type Known,
  ResponseCache,
} from './response-cache.js';
import type { Exchange } from './exchange.js';
import type { NotedAnswer, RequestRecords } from './request-records.js';
import { requestViewOf } from './request-view-of.js';
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import { type Begun, RepeatedExchange, type Repeating } from '../journal/repeated-exchange.js';
import { wallTimeOf } from '../journal/wall-time.js';
import type { Recording, Sent } from './capture.js';

/** Such an exchange, which records itself at its end; its request has no body. */
class RepeatedRecording extends RepeatedExchange implements Recording {
  readonly #records: RequestRecords;

  constructor(repeating: Repeating, begun: Begun, records: RequestRecords) {
    super(repeating, begun);
    this.#records = records;
  }

  end(how: ExchangeEnding, sent?: Sent): void {
    const until = performance.now();
    this.until = until;
    this.receivedAt = wallTimeOf(this.since, until);
    this.ended = how;
    this.hasHead = sent === undefined || sent.hasHead;
    this.#records.recordRepeated(this);
  }
}

/** How an answer came about. */
export interface Answered {
  readonly ctx: Exchange;
  readonly answer: Answer;
  /** The sandbox's stamp before the answer was made. */
  readonly stamp: object;
  /** Name of the operation that answered; undefined where none did. */
  readonly operation: string | undefined;
  /** What is noted of it each time. */
  readonly noted: NotedAnswer;
}

/** Whether an answer is right for whoever asks the same again: no control shaped it, nor the page that asked. */
function isForAll({ ctx, answer, stamp }: Answered): boolean {
  const isShaped = answer.controlled === true || ctx.cors !== undefined;
  return answer.caching === 'revision' && !isShaped && ctx.sandbox.stamp === stamp;
}

/** The answers that one server keeps. */
export class CachedAnswers {
  readonly #cache = new ResponseCache();
  readonly #sandboxes: Sandboxes;
  readonly #rules: CacheKeyRules;
  readonly #records: RequestRecords;
  /** What requests met that are then not answered from here: it has been counted. */
  readonly #met = new WeakMap<Incoming, FaultOutcome>();

  constructor(sandboxes: Sandboxes, rules: CacheKeyRules, records: RequestRecords) {
    this.#sandboxes = sandboxes;
    this.#rules = rules;
    this.#records = records;
  }

  /** The answer to a request, if one is kept; a promise where the store has to be asked whether it still holds. */
  find(request: Incoming): Finished | Promise<Finished | undefined> | undefined {
    const since = performance.now();
    const key = cacheKey(request, this.#rules);
    const kept = key === undefined ? undefined : this.#cache.get(key);
    if (kept === undefined || !this.#sandboxes.touch(kept.sandbox)) return undefined;
    if (!kept.sandbox.fresh) return this.#confirmed(kept, request, since);
    return kept.answer.hasRules ? this.#unlessMet(kept, request, since) : this.#again(kept, request, since);
  }

  /** What a request met that was not answered from here after all. */
  metOf(request: Incoming): FaultOutcome | undefined {
    return this.#met.get(request);
  }

  /** Keeps an answer, if others may get it. */
  keep(finished: Finished, answered: Answered): void {
    const { body } = finished;
    if (body instanceof OpenStream || !isForAll(answered)) return;
    const key = cacheKey(answered.ctx.request, this.#rules);
    if (key === undefined) return;
    const { sandbox } = answered.ctx;
    this.#cache.set(key, () => ({ answer: this.#kept({ ...finished, body }, answered), sandbox }));
  }

  #kept(finished: Finished & Pick<CachedAnswer, 'body'>, answered: Answered): CachedAnswer {
    const { status, headers, body } = finished;
    const { ctx, answer, stamp, operation, noted } = answered;
    const { sandbox, path, search: query } = ctx;
    return {
      stamp,
      period: answer.period === always ? undefined : answer.period,
      path,
      query,
      operation,
      hasRules: sandbox.state.rules.length > 0,
      unknown: answer.unknown ?? [],
      noted,
      status,
      headers,
      body,
      journal: this.#repeatable(finished, answered),
    };
  }

  /** What the journal has of an answer each time that it is given; it keeps nothing else in memory. */
  #repeatable(finished: Finished, { ctx, answer, operation }: Answered): RepeatablePart | undefined {
    const { method, path, search: query, baseUrl, sandbox } = ctx;
    if (!this.#records.hasJournal(path)) return undefined;
    const { status, headers } = finished;
    const response = { headers, body: answerStart(finished) };
    const target = { path: detachString(path), query: detachString(query), baseUrl: detachString(baseUrl) };
    const { clock } = sandbox;
    const asked = { method, operation, unknown: answer.unknown ?? [], clock, status, response };
    return new RepeatablePart({ ...asked, ...target });
  }

  async #confirmed(kept: Known, request: Incoming, since: number): Promise<Finished | undefined> {
    try {
      await kept.sandbox.refresh();
    } catch {
      // The request is answered like any other then, which shows what is wrong.
      return undefined;
    }
    if (!isTrue(kept)) return undefined;
    return kept.answer.hasRules ? this.#unlessMet(kept, request, since) : this.#again(kept, request, since);
  }

  /** The answer, where the request meets none of the rules that are set. */
  #unlessMet(kept: Known, request: Incoming, since: number): Finished | Promise<Finished | undefined> | undefined {
    const { answer: known, sandbox } = kept;
    const { path, query: search, operation } = known;
    const asked = { request, path, search, clientAddress: () => clientAddress(request, this.#rules.trustProxy) };
    const subject = requestViewOf(asked, { operation, hasPath: true });
    const rules = RuleBook.of(sandbox.state.rules).matching(subject, () => sandbox.now());
    const met = countRequest(sandbox, { subject, rules });
    const answer = (one: FaultOutcome | undefined): Finished | undefined => {
      if (one === undefined) return this.#again(kept, request, since);
      this.#met.set(request, one);
      return undefined;
    };
    // A store that cannot count is asked again by the call, which shows what is wrong.
    return met instanceof Promise ? met.then(answer, () => undefined) : answer(met);
  }

  #again(kept: Known, request: Incoming, since: number): Finished {
    const { answer, sandbox } = kept;
    const { status, body, noted, journal: shared } = answer;
    const id = requestId(request.header('x-request-id'));
    const until = performance.now();
    // In whole µs, as journals keep it: they show the header that was sent.
    const appMs = Math.round((until - since) * 1000) / 1000;
    const headers = { ...answer.headers, 'x-request-id': idText(id), 'server-timing': serverTiming(0, appMs) };
    const address = clientAddress(request, this.#rules.trustProxy);
    const { logged: line, durations } = noted;
    this.#records.addRepeated({ request, id, answer: line, durations, since, until, address });
    if (shared === undefined) return { status, headers, body };
    const begun = { id, address, since, appMs };
    const recording = new RepeatedRecording({ of: sandbox, shared, head: request.head }, begun, this.#records);
    return { status, headers, body, recording };
  }
}
