/** What is kept on record of answered requests: a line of the log, and an entry in the journal of their sandbox. */
import type { Exchange, KeptBody } from '../journal/exchange.js';
import type { Journals } from '../journal/journals.js';
import { textBytes } from '../kit/own-text.js';
import type { Sandbox } from '../state/registry/sandbox.js';
import type { Sandboxes } from '../state/registry/sandboxes.js';
import { lineOf } from '../state/stores/refused.js';
import type { Answer } from './answer.js';
import type { Finished } from './finish.js';
import type { Incoming } from './incoming.js';
import { journalRequest } from './journal-request.js';
import type { Log } from './log.js';
import type { RequestContext } from './request-context.js';
import type { KeptAnswer } from './response-cache.js';
import { problemBehind } from './to-problem.js';

/** A request that was answered again with what was kept. */
export interface RepeatedRequest {
  readonly request: Incoming;
  readonly id: string;
  /** When it came in, on the monotonic clock, in ms. */
  readonly since: number;
}

/** What came of a request. */
export interface Outcome {
  readonly finished: Finished;
  readonly operation: string | undefined;
}

/** What the records of a server are about. */
export interface RecordsParts {
  readonly sandboxes: Sandboxes;
  readonly journals: Journals;
  readonly log: Log;
  /** Path that the API lies below. */
  readonly base: string;
}

const HEADERS = [
  'accept',
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'origin',
  'user-agent',
] as const;

function headersOf({ header }: Incoming): string[] {
  return HEADERS.flatMap((name) => {
    const value = header(name);
    return value === null ? [] : [name, value];
  });
}

function bodyOf(text: string | undefined): KeptBody | undefined {
  return text === undefined ? undefined : { content: text, bytes: textBytes(text), isTruncated: text.endsWith('…') };
}

/** The records of one server. */
export class RequestRecords {
  readonly #parts: RecordsParts;

  constructor(parts: RecordsParts) {
    this.#parts = parts;
  }

  /** Records a request with its answer. */
  add(ctx: RequestContext, answer: Answer, { finished: { status }, operation }: Outcome): void {
    const { id, method, path, search: query, baseUrl, since, request, sandbox } = ctx;
    const { kind, requestBody, unknown = [], struck: [struck] = [] } = answer;
    const { sandboxes, log } = this.#parts;
    if (kind === 'internal') log.fault(id, answer.cause);
    if (kind === 'service_unavailable') this.#addTrouble(id, answer.cause);
    sandboxes.touch(sandbox);
    const body = bodyOf(requestBody);
    const what = { id, method, path, query, baseUrl, operation, body, unknown, status, kind, struck };
    this.#note(sandbox, request, { ...what, since });
    log.request({ id, method, url: request.url, status, kind, ms: performance.now() - since });
  }

  /** Records a request that was answered with what was kept. */
  addRepeated(kept: KeptAnswer, { request, id, since }: RepeatedRequest): void {
    const { sandbox, status, path, query, operation, unknown } = kept;
    const { method, url } = request;
    const none = { body: undefined, kind: undefined, struck: undefined };
    this.#note(sandbox, request, { id, method, path, query, baseUrl: '', operation, unknown, status, since, ...none });
    this.#parts.log.request({ id, method, url, status, ms: performance.now() - since });
  }

  #note(
    sandbox: Sandbox,
    request: Incoming,
    {
      since,
      ...what
    }: Omit<Exchange, 'headers' | 'address' | 'connection' | 'response' | 'ended' | 'receivedAt' | 'durationMs'> & {
      readonly since: number;
    },
  ): void {
    const exchange: Exchange = {
      ...what,
      headers: headersOf(request),
      address: undefined,
      connection: undefined,
      response: { headers: {}, body: undefined },
      ended: 'complete',
      receivedAt: performance.timeOrigin + since,
      durationMs: performance.now() - since,
    };
    journalRequest(exchange, { ...this.#parts, sandbox });
  }

  /** Why the store was unavailable; a simulated failure has no cause. */
  #addTrouble(id: string, error: unknown): void {
    const { cause } = problemBehind(error, { input: undefined, locate: () => ({ pointer: '#' }) }).details;
    if (cause instanceof Error) this.#parts.log.fault(id, `the store is unavailable: ${lineOf(cause)}`);
  }
}
