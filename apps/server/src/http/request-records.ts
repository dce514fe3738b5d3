/**
 * What is recorded of every answered request, once its last byte is out or the client has left: a line of the log, the
 * metrics, and an entry in the journal of its sandbox, with the body as it was read.
 */
import {
  ByteStart,
  MAX_ANSWER,
  type RecordedExchange,
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
import type { AnsweredExchange, Finished } from './finish.js';
import type { Incoming } from './incoming.js';
import { type Log, LoggedAnswer } from './log.js';
import { type Match, leadsNowhere } from './router.js';
import { problemBehind } from './problems.js';
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import type { Eventual } from '../kit/made-once.js';
import { type BodyCapture, decodeStart } from './body.js';
import { OpenStream, type Recording } from './open-stream.js';

const TRPC = '/trpc/';

/** What the control API's calls over tRPC begin with. */
const TRPC_CONTROL = `${TRPC}sandboxes.`;

/** What records are made of, and where they go. */
export interface RecordParts {
  readonly sandboxes: Sandboxes;
  readonly journals: Journals;
  readonly log: Log;
  readonly watched: Watched;
  readonly settings: Pick<Settings, 'maxJournal' | 'maxBody'>;
  /** Path that the API lies below. */
  readonly base: string;
}

/** What is noted of an answer each time that it is given. */
export interface NotedAnswer {
  /** Undefined where nothing is logged. */
  readonly logged: LoggedAnswer | undefined;
  /** How long requests took that were answered so; undefined where nobody watches. */
  readonly durations: TakesDurations | undefined;
  /** What the journal has of it; undefined for what it does not have. */
  readonly exchange?: RecordedExchange | undefined;
}

/** Whom an answer is for. */
interface Asked {
  readonly request: Incoming;
  readonly sandbox: Sandbox;
  readonly id: string;
  /** When the request came in, on the monotonic clock, in ms. */
  readonly since: number;
  /** Network address of the client; empty where there is no network. */
  readonly address: string;
}

/** How an answer ended. */
interface Ended {
  readonly ended: ExchangeEnding;
  /** Whether its head went out. */
  readonly hasHead: boolean;
  /** When, on the monotonic clock, in ms. */
  readonly until: number;
}

/** Length of a body that is handed over as a whole. */
function lengthOf({ headers, body }: Finished): number {
  // One of which no length is said has none.
  return body === null || body instanceof OpenStream ? 0 : Number(headers['content-length'] ?? 0);
}

/** The records of one server. */
export class RequestRecords {
  readonly #parts: RecordParts;

  constructor(parts: RecordParts) {
    this.#parts = parts;
  }

  /** Largest body that is shown without its content coding, in bytes. */
  get maxBytes(): number {
    return this.#parts.settings.maxBody;
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
    if ('route' in match && match.route.rawHeaders !== undefined) return this.#parts.settings.maxJournal > 0;
    return this.#parts.settings.maxJournal > 0 && leadsNowhere(match) && isMeantForApi(path);
  }

  /** What log and metrics note of an answer. */
  noted({ exchange, answer, finished }: AnsweredExchange): NotedAnswer {
    const { log, watched } = this.#parts;
    const { method, request, sandbox, operation } = exchange;
    const { kind, struck = [] } = answer;
    const { status } = finished;
    const durations = watched.requestsOf({ method, status, operation });
    if (!log.isOn) return { logged: undefined, durations };
    const made = { kind, operation, sandbox: sandbox.name, isStruck: struck.length > 0, bytes: lengthOf(finished) };
    return { logged: new LoggedAnswer({ method, url: request.url, status, ...made }), durations };
  }

  /** Counts what struck, and what the server refused by itself, and logs why it failed. */
  count(id: string, { kind, cause, struck = [] }: Answer): void {
    const { log, watched } = this.#parts;
    if (kind === 'internal') log.fault(id, cause);
    if (kind === 'service_unavailable') this.#addTrouble(id, cause);
    for (const { fault } of struck) watched.countFault(fault);
    if (kind !== undefined && struck.length === 0) watched.countRefusal(kind);
  }

  /**
   * Tells metrics and log of an answer that has ended.
   *
   * @param bytes how many of its body went out
   */
  note(
    { request, id, since, address }: Asked,
    { logged: answer, durations }: NotedAnswer,
    { ended, until }: Ended,
    bytes: number,
  ): void {
    const { log } = this.#parts;
    durations?.add(until - since);
    if (answer === undefined || !log.takes(answer.level)) return;
    const trace = traceOf(request.header('traceparent'))?.trace;
    const userAgent = request.header('user-agent');
    log.request({ id, answer, since, until, bytes, ended, address, userAgent, trace });
  }

  /** Tells the journal. */
  record(sandbox: Sandbox, entry: RequestEntry): void {
    // This process may have let go of the sandbox; where it was forgotten meanwhile, its journal knows since when.
    this.#parts.sandboxes.touch(sandbox);
    this.#parts.journals.record(entry);
  }

  /** Why the store was unavailable; a simulated failure has no cause. */
  #addTrouble(id: string, error: unknown): void {
    const { cause } = problemBehind(error, { input: undefined, locate: () => ({ pointer: '#' }) }).details;
    if (cause instanceof Error) this.#parts.log.fault(id, `the store is unavailable: ${lineOf(cause)}`);
  }
}

/** What an exchange has of an answer of which nothing went out. */
const UNANSWERED = { status: undefined, kind: undefined, response: { headers: {}, body: undefined } };

/** The record of an answer that was given before. */
export class AnswerRecord implements Recording {
  onEnd: (() => void) | undefined;
  protected readonly records: RequestRecords;
  protected readonly asked: Asked;
  protected readonly noted: NotedAnswer;
  readonly #timing: string | undefined;
  readonly #answeredAt = journalNow();
  #isOver = false;

  /** @param timing Server-Timing of the answer, where it shares its exchange with others */
  constructor(records: RequestRecords, asked: Asked, noted: NotedAnswer, timing?: string) {
    this.records = records;
    this.asked = asked;
    this.noted = noted;
    this.#timing = timing;
  }

  get isEndless(): boolean {
    return false;
  }

  /** Nothing: it is handed over as a whole. */
  add(_piece: Uint8Array): void {}

  end(ended: ExchangeEnding, hasHead = true): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.tell({ ended, hasHead, until: journalNow() });
    this.onEnd?.();
  }

  /** Tells whoever looks on. */
  protected tell(end: Ended): void {
    const { logged, exchange } = this.noted;
    this.records.note(this.asked, this.noted, end, end.hasHead ? (logged?.bytes ?? 0) : 0);
    if (exchange !== undefined) this.record(end, exchange);
  }

  /** Tells the journal. */
  protected record({ ended, hasHead, until }: Ended, exchange: RecordedExchange): void {
    const { request, sandbox, id, since, address } = this.asked;
    this.records.record(sandbox, {
      sandbox: sandbox.name,
      isMinor: sandbox.isMinor,
      id,
      headers: request.head.rawHeaders,
      address: address || undefined,
      connection: request.head.connection ?? undefined,
      ended,
      receivedAt: wallTimeOf(since, until),
      since,
      answeredAt: this.#answeredAt,
      durationMs: until - since,
      exchange: hasHead ? exchange : { ...exchange, ...UNANSWERED },
      timing: hasHead ? this.#timing : undefined,
    });
  }
}

/** The start of an answer's body without its content coding; undefined where it has none, or comes as a stream. */
function answerStart({ body, plain }: Finished): StoredBody | undefined {
  const shown = plain ?? body;
  return shown === null || shown instanceof OpenStream ? undefined : bodyStart(shown, MAX_ANSWER);
}

const NOTHING: readonly never[] = [];

/** The bodies of an exchange. */
interface Bodies {
  readonly request: StoredBody | undefined;
  readonly response: StoredBody | undefined;
}

/** What the journal has of an exchange; without its bodies it is one that had none, and whose answer went out as a whole. */
export function recordedExchange({ exchange, answer, finished }: AnsweredExchange, bodies?: Bodies): RecordedExchange {
  return {
    method: exchange.method,
    path: exchange.path,
    query: exchange.search,
    baseUrl: exchange.baseUrl,
    operation: exchange.operation,
    body: bodies?.request,
    unknown: answer.unknown ?? NOTHING,
    offContract: answer.offContract,
    listed: answer.listed,
    status: finished.status,
    kind: answer.kind,
    struck: answer.struck?.[0],
    made: answer.made,
    signature: answer.signature,
    clock: exchange.sandbox.clock,
    response: { headers: finished.headers, body: bodies === undefined ? answerStart(finished) : bodies.response },
  };
}

/** The record of an exchange. */
export class ExchangeRecord extends AnswerRecord {
  /** Undefined once it was opened: a stream may stay open for long. */
  #answered: AnsweredExchange | undefined;
  readonly #isRecorded: boolean;
  readonly #capture: BodyCapture | undefined;
  /** Settles once the request is in; undefined where it is. */
  readonly #rest: Promise<void> | undefined;
  /** What went out of a body that comes in pieces. */
  #sent: ByteStart | undefined;

  /**
   * @param isRecorded whether the journal has it
   * @param capture takes in the body of the request; undefined where nobody does
   */
  constructor(records: RequestRecords, answered: AnsweredExchange, isRecorded: boolean, capture?: BodyCapture) {
    const { request, sandbox, id, since, clientAddress } = answered.exchange;
    super(records, { request, sandbox, id, since, address: clientAddress() }, records.noted(answered));
    this.#answered = answered;
    this.#isRecorded = isRecorded;
    this.#capture = capture;
    this.#rest = capture?.takeRest(request);
  }

  override get isEndless(): boolean {
    return this.#answered === undefined;
  }

  override add(piece: Uint8Array): void {
    this.#sent ??= new ByteStart(this.#isRecorded && !this.isEndless ? MAX_ANSWER : 0);
    this.#sent.add(piece);
  }

  /** Notes that the answer is a stream of which nobody knows when it ends: who looks at the journal meanwhile is to see it. */
  open(): void {
    if (this.#answered === undefined) return;
    this.#recordAnswered(this.#answered, { ended: 'opened', hasHead: true, until: journalNow() });
    this.#answered = undefined;
  }

  protected override tell(end: Ended): void {
    const bytes = end.hasHead ? (this.#sent?.bytes ?? this.#lengthOfWhole()) : 0;
    this.records.note(this.asked, this.noted, end, bytes);
    if (this.#answered !== undefined) this.#recordAnswered(this.#answered, end);
  }

  /** Length of a body that was handed over as a whole. */
  #lengthOfWhole(): number {
    return this.#answered?.finished.wire === undefined ? (this.noted.logged?.bytes ?? 0) : 0;
  }

  #recordAnswered(answered: AnsweredExchange, end: Ended): void {
    this.records.count(this.asked.id, answered.answer);
    if (!this.#isRecorded) return;
    if (this.#rest === undefined) this.#finish(answered, end);
    else void this.#rest.then(() => this.#finish(answered, end));
  }

  #finish(answered: AnsweredExchange, end: Ended): void {
    const request = this.#capture?.body(this.asked.request.header('content-encoding'));
    const response = this.#sentBody(answered, end);
    const tell = (bodies: Bodies): void => {
      this.record(end, recordedExchange(answered, bodies));
      this.#capture?.release();
    };
    if (!(request instanceof Promise) && !(response instanceof Promise)) tell({ request, response });
    else void Promise.all([request, response]).then(([body, sent]) => tell({ request: body, response: sent }));
  }

  /** The body of the answer, as far as it went out. */
  #sentBody({ finished }: AnsweredExchange, { ended, hasHead }: Ended): Eventual<StoredBody | undefined> {
    const { plain, headers, wire } = finished;
    const isHandedOver = this.#sent === undefined && wire === undefined;
    if (!hasHead) return undefined;
    if (isHandedOver || (plain !== undefined && ended === 'complete')) return answerStart(finished);
    const body = this.#sent?.body(true);
    const coding = plain === undefined ? undefined : headers['content-encoding'];
    if (body === undefined || coding === undefined || typeof body.content === 'string') return body;
    const bytes = decodeStart(body.content, coding, this.records.maxBytes);
    return bytes.then((start) => start && bodyStart(start, MAX_ANSWER));
  }
}
