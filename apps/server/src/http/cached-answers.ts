/** Answers a request that was asked before with the answer that was kept, finished anew. */
import { RuleBook } from '../faults/rule-book.js';
import type { FaultOutcome } from '../faults/outcome.js';
import { journalNow, type RecordedExchange, wallTimeOf } from '../journal/entry.js';
import { detachString } from '../kit/detach-string.js';
import { always } from '../kit/listing.js';
import { idText, requestId } from '../kit/request-id.js';
import { serverTiming } from '../kit/server-timing.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import type { Sandboxes } from '../store/registry/sandboxes.js';
import { clientAddress } from './client-address.js';
import { countRequest } from './count-request.js';
import { answerStart } from './exchange-record.js';
import type { AnsweredExchange, Finished } from './finish.js';
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
import type { NotedAnswer, RequestRecords } from './request-records.js';
import { requestViewOf } from './request-view-of.js';
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import type { Recording, Sent } from './capture.js';

/** A request that was given a cached answer. */
interface Repeated {
  readonly sandbox: Sandbox;
  readonly request: Incoming;
  readonly exchange: RecordedExchange;
  readonly id: string;
  readonly address: string;
  readonly since: number;
  readonly answeredAt: number;
  readonly timing: string;
}

/** Records such a request; it has no body. */
class RepeatedRecording implements Recording {
  readonly #repeated: Repeated;
  readonly #records: RequestRecords;

  constructor(repeated: Repeated, records: RequestRecords) {
    this.#repeated = repeated;
    this.#records = records;
  }

  end(ended: ExchangeEnding, sent?: Sent): void {
    const { sandbox, request, exchange, id, address, since, answeredAt, timing } = this.#repeated;
    const { rawHeaders: headers, connection } = request.head;
    const until = journalNow();
    const hasHead = sent === undefined || sent.hasHead;
    this.#records.record(sandbox, {
      sandbox: sandbox.name,
      isMinor: sandbox.isMinor,
      id,
      headers,
      address: address || undefined,
      connection: connection ?? undefined,
      ended,
      receivedAt: wallTimeOf(since, until),
      since,
      answeredAt,
      durationMs: until - since,
      exchange: hasHead ? exchange : { ...exchange, ...UNANSWERED },
      timing: hasHead ? timing : undefined,
    });
  }
}

/** What an exchange has of an answer of which nothing went out. */
const UNANSWERED = { status: undefined, response: { headers: {}, body: undefined } };

/** How an answer came about. */
interface Answered extends AnsweredExchange {
  /** The sandbox's stamp before the answer was made. */
  readonly stamp: object;
  /** What is noted of it each time. */
  readonly noted: NotedAnswer;
}

/** Whether an answer is right for whoever asks the same again: no control shaped it, nor the page that asked. */
function isForAll({ exchange, answer, stamp }: Answered): boolean {
  const isShaped = answer.controlled === true || exchange.cors !== undefined;
  return answer.caching === 'revision' && !isShaped && exchange.sandbox.stamp === stamp;
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
  keep(answered: Answered): void {
    const { exchange, finished } = answered;
    const { body } = finished;
    if (body instanceof OpenStream || !isForAll(answered)) return;
    const key = cacheKey(exchange.request, this.#rules);
    if (key === undefined) return;
    this.#cache.set(key, () => ({ answer: this.#kept(answered, body), sandbox: exchange.sandbox }));
  }

  #kept(answered: Answered, body: CachedAnswer['body']): CachedAnswer {
    const { exchange, finished, answer, stamp, noted } = answered;
    const { sandbox, path, search: query, operation } = exchange;
    const { status, headers } = finished;
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
      exchange: this.#repeatable(answered),
    };
  }

  /** What the journal has of an answer each time that it is given; it keeps nothing else in memory. */
  #repeatable({ exchange, finished, answer }: Answered): RecordedExchange | undefined {
    const { method, path, search: query, baseUrl, sandbox, operation } = exchange;
    if (!this.#records.hasJournal(path)) return undefined;
    const { status, headers } = finished;
    const response = { headers, body: answerStart(finished) };
    const target = { path: detachString(path), query: detachString(query), baseUrl: detachString(baseUrl) };
    const { clock } = sandbox;
    const asked = { method, operation, body: undefined, unknown: answer.unknown ?? [], clock };
    return { ...target, ...asked, status, kind: undefined, struck: undefined, response };
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
    const { status, body, noted, exchange } = answer;
    const given = requestId(request.header('x-request-id'));
    const until = performance.now();
    const [id, timing] = [idText(given), serverTiming(0, until - since)];
    const headers = { ...answer.headers, 'x-request-id': id, 'server-timing': timing };
    const address = clientAddress(request, this.#rules.trustProxy);
    const { logged: line, durations } = noted;
    this.#records.addRepeated({ request, id: given, answer: line, durations, since, until, address });
    if (exchange === undefined) return { status, headers, body };
    const repeated = { sandbox, request, exchange, id, address, since, answeredAt: until, timing };
    return { status, headers, body, recording: new RepeatedRecording(repeated, this.#records) };
  }
}
