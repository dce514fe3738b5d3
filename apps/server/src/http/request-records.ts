/**
 * What is recorded of answered requests, once the answer is out and the request is in: a line of the log, and an entry in
 * the journal of their sandbox, with the body as it was read.
 */
import {
  ByteStart,
  MAX_ANSWER,
  type RequestEntry,
  type StoredBody,
  bodyStart,
  journalNow,
  wallTimeOf,
} from '../journal/entry.js';
import type { Journals } from '../journal/journals.js';
import { isMeantForApi, isOfApi } from '../kit/sandbox-address.js';
import { traceOf } from '../kit/request-id.js';
import type { TakesDurations, Watched } from '../kit/watched.js';
import type { Settings } from '../options/options.js';
import type { Sandbox } from '../store/registry/sandbox.js';
import type { Sandboxes } from '../store/registry/sandboxes.js';
import { lineOf } from '../store/stores/store.js';
import type { Answer } from './answer.js';
import type { AnsweredExchange, Finished, Recording, Sent } from './finish.js';
import type { Incoming } from './incoming.js';
import { type Log, type LogEntry, LoggedAnswer } from './log.js';
import { type Match, leadsNowhere } from './router.js';
import { problemBehind } from './problems.js';
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import type { Eventual } from '../kit/made-once.js';
import { type BodyShare, decodeStart } from './body.js';
import { OpenStream } from './open-stream.js';

/** How much of a body is kept. */
interface CaptureRules {
  /** Bytes of it. */
  readonly limit: number;
  /** Largest size once its content codings are undone. */
  readonly maxBytes: number;
  /** Counts what is held of it once the request is answered; until then whoever reads it does. */
  readonly share: BodyShare;
}

/** The body of one request. */
export class BodyCapture {
  readonly #rules: CaptureRules;
  /** The start of what was read, as it came: whoever reads it holds it anyway. */
  #read: Uint8Array[] = [];
  #readBytes = 0;
  readonly #start: ByteStart;
  #isFull = false;
  #isWhole = false;
  #text: StoredBody | undefined;

  constructor(rules: CaptureRules) {
    this.#rules = rules;
    this.#start = new ByteStart(rules.limit);
  }

  /** The request, of whose body is noted what is read. */
  of(request: Incoming): Incoming {
    if (request.body === null) return request;
    return { noteText: (text, bytes) => this.#noteText(text, bytes), ...request, body: this.#noted(request.body) };
  }

  /** Takes in what nobody has read, once the request is answered; a promise where that has yet to come. */
  takeRest(request: Incoming): Promise<void> | undefined {
    if (this.#text !== undefined) this.#holds(this.#text.content.length);
    let unkept = this.#text === undefined ? this.#readBytes : 0;
    for (const piece of this.#read) {
      unkept -= piece.byteLength;
      this.#take(piece);
    }
    this.#read = [];
    if (unkept > 0) this.#start.skip(unkept);
    const rest = request.drain((piece) => this.#take(piece));
    if (rest instanceof Promise) return rest.then((isWhole) => this.#end(isWhole));
    this.#end(rest);
    return undefined;
  }

  /** What is kept of it; undefined where there was none. A promise where its content codings are to be undone. */
  body(coding: string | null): StoredBody | undefined | Promise<StoredBody | undefined> {
    const body = this.#text ?? this.#start.body(this.#isWhole);
    if (body === undefined || typeof body.content === 'string' || coding === null) return body;
    return this.#undone(body, body.content, coding);
  }

  /** Gives back what was counted. */
  release(): void {
    this.#rules.share.release();
  }

  async *#noted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { limit } = this.#rules;
    for await (const piece of body) {
      if (this.#readBytes < limit) this.#read.push(piece.subarray(0, limit - this.#readBytes));
      this.#readBytes += piece.byteLength;
      yield piece;
    }
    this.#isWhole = true;
  }

  /** The same text that its reader has is kept instead of the bytes, as far as it is kept as a whole. */
  #noteText(text: string, bytes: number): void {
    this.#text = bodyStart(text, this.#rules.limit, bytes);
    this.#read = [];
  }

  async #undone(body: StoredBody, coded: Uint8Array, coding: string): Promise<StoredBody> {
    const bytes = await decodeStart(coded, coding, this.#rules.maxBytes);
    if (bytes === undefined) return body;
    const start = bodyStart(bytes, this.#rules.limit);
    return { ...start, isTruncated: start.isTruncated || body.isTruncated };
  }

  #take(piece: Uint8Array): void {
    if (this.#holds(Math.min(piece.byteLength, this.#start.room))) this.#start.add(piece);
    else this.#start.skip(piece.byteLength);
  }

  /** Counts what is to be held; false where the bodies of other requests leave no room for it. */
  #holds(bytes: number): boolean {
    try {
      if (!this.#isFull) this.#rules.share.hold(bytes);
    } catch {
      this.#isFull = true;
    }
    return !this.#isFull;
  }

  #end(isWhole: boolean): void {
    this.#isWhole ||= isWhole;
  }
}

const TRPC = '/trpc/';

/** What the control API's calls over tRPC begin with. */
const TRPC_CONTROL = `${TRPC}sandboxes.`;

/** What records are made of, and where they go. */
export interface RecordParts {
  readonly sandboxes: Sandboxes;
  readonly journals: Journals;
  readonly log: Log;
  readonly watched: Watched;
  readonly settings: Pick<Settings, 'maxJournal'>;
  /** Path that the API lies below. */
  readonly base: string;
}

/** A request that was answered again with what was kept. */
export interface RepeatedRequest extends Pick<LogEntry, 'id' | 'since' | 'until' | 'address'> {
  readonly request: Incoming;
  readonly answer: LoggedAnswer | undefined;
  readonly durations: TakesDurations | undefined;
}

/** What is noted of an answer each time that it is given. */
export interface NotedAnswer {
  /** Undefined where nothing is logged. */
  readonly logged: LoggedAnswer | undefined;
  /** How long requests took that were answered so; undefined where nobody watches. */
  readonly durations: TakesDurations | undefined;
}

/** Length of a body; undefined of a stream. */
function lengthOf({ headers, body }: Finished): number | undefined {
  if (body === null) return 0;
  // One of which no length is said has none.
  return body instanceof ReadableStream ? undefined : Number(headers['content-length'] ?? 0);
}

/** An answer as the log has it. */
function loggedAnswer({ exchange, answer, finished }: AnsweredExchange): LoggedAnswer {
  const { method, request, sandbox, operation } = exchange;
  const { kind, struck = [] } = answer;
  const { status } = finished;
  const made = { kind, operation, sandbox: sandbox.name, isStruck: struck.length > 0 };
  return new LoggedAnswer({ method, url: request.url, status, bytes: lengthOf(finished), ...made });
}

/** The records of one server. */
export class RequestRecords {
  readonly #parts: RecordParts;

  constructor(parts: RecordParts) {
    this.#parts = parts;
  }

  /** Whether requests to a path are recorded: calls of the API are, and no page nor what the control API is asked. */
  hasJournal(path: string): boolean {
    const { settings, base } = this.#parts;
    if (settings.maxJournal === 0) return false;
    return isOfApi(path, base) || (path.startsWith(TRPC) && !path.startsWith(TRPC_CONTROL));
  }

  /** Whether a request is recorded: also one that leads nowhere, which an app with a wrong base URL may have sent. */
  takes(path: string, match: Match): boolean {
    if (this.hasJournal(path)) return true;
    if ('route' in match && match.route.isRaw === true) return this.#parts.settings.maxJournal > 0;
    return this.#parts.settings.maxJournal > 0 && leadsNowhere(match) && isMeantForApi(path);
  }

  /** Notes a request with its answer; gives what is noted of it each time. */
  add(answered: AnsweredExchange): NotedAnswer {
    const { log, watched } = this.#parts;
    const { exchange, answer, finished } = answered;
    const { id, request, since, method, operation } = exchange;
    const { kind, cause } = answer;
    if (kind === 'internal') log.fault(id, cause);
    if (kind === 'service_unavailable') this.#addTrouble(id, cause);
    const until = performance.now();
    const durations = watched.requestsOf({ method, status: finished.status, operation });
    durations?.add(until - since);
    this.#count(answer);
    if (!log.isOn) return { logged: undefined, durations };
    const logged = loggedAnswer(answered);
    const userAgent = request.header('user-agent');
    const client = { address: exchange.clientAddress(), userAgent, trace: exchange.trace?.trace };
    log.request({ id, answer: logged, since, until, ...client });
    return { logged, durations };
  }

  /** Notes a request that was answered with what was kept. */
  addRepeated({ request, answer, durations, id, since, until, address }: RepeatedRequest): void {
    durations?.add(until - since);
    if (answer === undefined || !this.#parts.log.takes(answer.level)) return;
    const userAgent = request.header('user-agent');
    const trace = traceOf(request.header('traceparent'))?.trace;
    this.#parts.log.request({ id, answer, since, until, address, userAgent, trace });
  }

  /** Records an exchange that has ended. */
  record(sandbox: Sandbox, entry: RequestEntry): void {
    // This process may have let go of the sandbox; where it was forgotten meanwhile, its journal knows since when.
    this.#parts.sandboxes.touch(sandbox);
    this.#parts.journals.record(entry);
  }

  /** Counts what struck, and what the server refused by itself. */
  #count({ kind, struck = [] }: Answer): void {
    const { watched } = this.#parts;
    for (const { fault } of struck) watched.countFault(fault);
    if (kind !== undefined && struck.length === 0) watched.countRefusal(kind);
  }

  /** Why the store was unavailable; a simulated failure has no cause. */
  #addTrouble(id: string, error: unknown): void {
    const { cause } = problemBehind(error, { input: undefined, locate: () => ({ pointer: '#' }) }).details;
    if (cause instanceof Error) this.#parts.log.fault(id, `the store is unavailable: ${lineOf(cause)}`);
  }
}

/** What records an exchange. */
interface RecordingParts {
  /** Takes in the body of the request; undefined where it has none. */
  readonly capture: BodyCapture | undefined;
  /** Largest body that is shown without its content coding, in bytes. */
  readonly maxBytes: number;
  /** Takes the entry. */
  readonly records: Pick<RequestRecords, 'record'>;
}

/** The start of an answer's body without its content coding; undefined where it has none, or comes as a stream. */
export function answerStart({ body, plain }: Finished): StoredBody | undefined {
  const shown = plain ?? body;
  return shown === null || shown instanceof OpenStream ? undefined : bodyStart(shown, MAX_ANSWER);
}

type Shown = StoredBody | undefined;

const NOTHING: readonly never[] = [];

/** The body of an answer, as far as it went out. */
function sentBody(finished: Finished, how: ExchangeEnding, sent: Sent | undefined, maxBytes: number): Eventual<Shown> {
  const { plain, headers } = finished;
  if (sent?.hasHead === false) return undefined;
  if (sent?.body === undefined || (plain !== undefined && how === 'complete')) return answerStart(finished);
  const body = sent.body.body(true);
  const coding = plain === undefined ? undefined : headers['content-encoding'];
  if (body === undefined || coding === undefined || typeof body.content === 'string') return body;
  return decodeStart(body.content, coding, maxBytes).then((bytes) => bytes && bodyStart(bytes, MAX_ANSWER));
}

/** The record of one exchange. */
export class ExchangeRecord implements Recording {
  readonly #answered: AnsweredExchange;
  readonly #parts: RecordingParts;
  /** Settles once the request is in; undefined where it is. */
  readonly #rest: Promise<void> | undefined;
  readonly #answeredAt = journalNow();
  readonly #receivedAt: number;

  constructor(answered: AnsweredExchange, parts: RecordingParts) {
    this.#answered = answered;
    this.#parts = parts;
    this.#receivedAt = wallTimeOf(answered.exchange.since, this.#answeredAt);
    this.#rest = parts.capture?.takeRest(answered.exchange.request);
  }

  /** Takes how the answer ended. */
  end(how: ExchangeEnding, sent?: Sent): void {
    if (this.#rest === undefined) this.#finish(how, sent);
    else void this.#rest.then(() => this.#finish(how, sent));
  }

  #finish(how: ExchangeEnding, sent: Sent | undefined): void {
    const { capture, maxBytes } = this.#parts;
    const { exchange, finished } = this.#answered;
    const request = capture?.body(exchange.request.header('content-encoding'));
    const response = sentBody(finished, how, sent, maxBytes);
    const hasHead = sent?.hasHead !== false;
    if (!(request instanceof Promise) && !(response instanceof Promise)) {
      this.#record(how, hasHead, request, response);
      return;
    }
    void Promise.all([request, response]).then((bodies) => this.#record(how, hasHead, ...bodies));
  }

  #record(ended: ExchangeEnding, hasHead: boolean, body: Shown, response: Shown): void {
    const { exchange, answer, finished } = this.#answered;
    const { request, since, sandbox } = exchange;
    this.#parts.records.record(sandbox, {
      sandbox: sandbox.name,
      isMinor: sandbox.isMinor,
      id: exchange.id,
      headers: request.head.rawHeaders,
      address: exchange.clientAddress() || undefined,
      connection: request.head.connection ?? undefined,
      ended,
      receivedAt: this.#receivedAt,
      since,
      answeredAt: this.#answeredAt,
      durationMs: journalNow() - since,
      timing: undefined,
      exchange: {
        method: exchange.method,
        path: exchange.path,
        query: exchange.search,
        baseUrl: exchange.baseUrl,
        operation: exchange.operation,
        body,
        unknown: answer.unknown ?? NOTHING,
        offContract: answer.offContract,
        listed: answer.listed,
        status: hasHead ? finished.status : undefined,
        kind: hasHead ? answer.kind : undefined,
        struck: answer.struck?.[0],
        made: answer.made,
        signature: answer.signature,
        clock: sandbox.clock,
        response: { headers: hasHead ? finished.headers : {}, body: response },
      },
    });
    this.#parts.capture?.release();
  }
}
