/** Records one exchange: makes its entry once its answer is out and its request is in. */
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import { bodyStart, type StoredBody } from '../journal/body-start.js';
import { journalNow, wallTimeOf } from '../journal/entry.js';
import type { Eventual } from '../kit/eventual.js';
import type { RequestRecords } from './request-records.js';
import { type Intake, MAX_ANSWER, type Recording, type Sent } from './capture.js';
import { decodeStart } from './body.js';
import type { AnsweredExchange, Finished } from './finish.js';
import { OpenStream } from './open-stream.js';

/** What records an exchange. */
export interface RecordingParts {
  /** Takes in the body of the request; undefined where it has none. */
  readonly capture: Intake | undefined;
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
        clock: sandbox.clock,
        response: { headers: hasHead ? finished.headers : {}, body: response },
      },
    });
    this.#parts.capture?.release();
  }
}
