/** The record of one exchange: made once its answer is out and its request is in. */
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import { bodyStart } from '../journal/body-start.js';
import type { Exchange, KeptBody } from '../journal/exchange.js';
import { journalNow } from '../journal/journal-store.js';
import { wallTimeOf } from '../journal/wall-time.js';
import type { Answer } from './answer.js';
import { decodeStart } from './content-coding.js';
import type { Finished } from './finish.js';
import { type Intake, MAX_ANSWER, type Recording, type Sent } from './capture.js';
import { OpenStream } from './open-stream.js';
import type { Exchange as RequestContext } from './exchange.js';

/** A request that was answered. */
export interface AnsweredRequest {
  readonly ctx: RequestContext;
  readonly operation: string | undefined;
  readonly capture: Intake;
  readonly answer: Answer;
  readonly finished: Finished;
  /** Largest body that is shown without its content coding, in bytes. */
  readonly maxBytes: number;
}

/** The start of an answer's body without its content coding; undefined where it has none, or comes as a stream. */
export function answerStart({ body, plain }: Finished): KeptBody | undefined {
  const shown = plain ?? body;
  return shown === null || shown instanceof OpenStream ? undefined : bodyStart(shown, MAX_ANSWER);
}

type Shown = KeptBody | undefined;

/** The body of an answer, as far as it went out. */
function sentBody({ finished, maxBytes }: AnsweredRequest, how: ExchangeEnding, sent?: Sent): Shown | Promise<Shown> {
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
  readonly #answered: AnsweredRequest;
  readonly #record: (exchange: Exchange) => void;
  /** Settles once the request is in; undefined where it is. */
  readonly #rest: Promise<void> | undefined;
  readonly #receivedAt: number;
  readonly #answeredAt = journalNow();

  /** @param record takes the exchange */
  constructor(answered: AnsweredRequest, record: (exchange: Exchange) => void) {
    this.#answered = answered;
    this.#record = record;
    this.#receivedAt = wallTimeOf(answered.ctx.since);
    this.#rest = answered.capture.takeRest(answered.ctx.request);
  }

  /** Takes how the answer ended. */
  end(how: ExchangeEnding, sent?: Sent): void {
    if (this.#rest === undefined) this.#finish(how, sent);
    else void this.#rest.then(() => this.#finish(how, sent));
  }

  #finish(how: ExchangeEnding, sent?: Sent): void {
    const { capture, ctx } = this.#answered;
    const request = capture.body(ctx.request.header('content-encoding'));
    const response = sentBody(this.#answered, how, sent);
    const make = (bodies: readonly [request: Shown, response: Shown]): void => {
      this.#record(this.#exchange(how, bodies, sent?.hasHead !== false));
      capture.release();
    };
    if (request instanceof Promise || response instanceof Promise) void Promise.all([request, response]).then(make);
    else make([request, response]);
  }

  #exchange(ended: ExchangeEnding, [body, response]: readonly [Shown, Shown], hasHead: boolean): Exchange {
    const { ctx, operation, answer, finished } = this.#answered;
    const { request, since } = ctx;
    return {
      id: ctx.id,
      method: ctx.method,
      path: ctx.path,
      query: ctx.search,
      baseUrl: ctx.baseUrl,
      operation,
      headers: request.head.rawHeaders,
      body,
      unknown: answer.unknown ?? [],
      address: ctx.clientAddress() || undefined,
      connection: request.head.connection ?? undefined,
      status: hasHead ? finished.status : undefined,
      kind: hasHead ? answer.kind : undefined,
      struck: answer.struck?.[0],
      made: answer.made,
      clock: ctx.sandbox.clock,
      response: { headers: hasHead ? finished.headers : {}, body: response },
      ended,
      receivedAt: this.#receivedAt,
      since,
      answeredAt: this.#answeredAt,
      durationMs: performance.now() - since,
    };
  }
}
