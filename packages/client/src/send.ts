/** Makes one attempt, through ky: it times out, can be aborted, and ends in an answer or in a failure. */
import ky, { isNetworkError, isTimeoutError } from 'ky';
import type { Fetch } from './client-options.js';
import { aborted, type Failure } from './failure.js';
import { readAnswer, readFile } from './read-answer.js';
import type { AnswerShape, Method } from './route.js';
import { abortable } from './sleep.js';

/** One attempt to make. */
export interface Order {
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly fetch: Fetch;
  readonly signal: AbortSignal | undefined;
  /** Longest time in ms, for the headers and for the body. */
  readonly timeoutMs: number | false;
  readonly answers: AnswerShape;
  /** Media types that a file may have. */
  readonly mediaTypes: readonly string[];
  /** Problem kinds that the client knows. */
  readonly kinds: readonly string[];
  /** Whether a cross-origin refusal was asked for. */
  readonly cors: boolean;
}

/** What came of an attempt. */
export type Outcome = { readonly response: Response; readonly body: unknown } | { readonly failure: Failure };

/** Makes an attempt. ky retries nothing: its retries would not show, and could not be made to wait otherwise. */
export async function send(order: Order): Promise<Outcome> {
  const pending = ky(order.url, {
    method: order.method,
    headers: order.headers,
    ...(order.body === undefined ? {} : { body: order.body }),
    ...(order.signal === undefined ? {} : { signal: order.signal }),
    fetch: fetchOf(order),
    timeout: order.timeoutMs,
    retry: 0,
    throwHttpErrors: false,
  });
  try {
    const response = await pending;
    // A stream is read as it comes.
    if ((order.answers === 'stream' || order.answers === 'lines') && response.ok)
      return { response, body: response.body };
    if (order.answers === 'file' && response.ok) {
      return readFile(response, await abortable(pending.arrayBuffer(), order.signal), order);
    }
    // A fetch that does not look at the signal may leave the body hanging too.
    const text = await abortable(pending.text(), order.signal);
    const read = readAnswer(response, text, order);
    return 'failure' in read ? read : { response, body: read.body };
  } catch (cause) {
    return { failure: failureOf(order, cause) };
  }
}

/** A `fetch` that ends when it is aborted, even if the one underneath does not look at the signal. */
function fetchOf({ fetch, signal }: Order): typeof globalThis.fetch {
  // ky always hands over a request, and has nothing to add to it; another one would cost as much as all the rest.
  return (input) => abortable(fetch(input instanceof Request ? input : new Request(input)), signal);
}

function failureOf({ signal, timeoutMs, cors }: Order, cause: unknown): Failure {
  // First of all, since a signal from AbortSignal.timeout() aborts with an error that looks like ky's own.
  if (signal?.aborted === true) return aborted(cause);
  if (isTimeoutError(cause)) {
    return { kind: 'timeout', detail: `No answer came within ${timeoutMs} ms.`, retryable: true, cause };
  }
  // Runtimes name a lost connection differently, so whatever else stopped the request is one.
  const origin = isNetworkError(cause) ? cause.cause : cause;
  const hint = cors ? ' With the cors control, this is how a browser tells that it refused the answer.' : '';
  return { kind: 'network', detail: `No answer came: ${reason(origin)}.${hint}`, retryable: true, cause: origin };
}

/** The innermost message says most: Node wraps "connect ECONNREFUSED" into "fetch failed". */
function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const inner = cause.cause === undefined ? '' : reason(cause.cause);
  return inner === '' ? cause.message : inner;
}
