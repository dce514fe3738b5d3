/** Makes one attempt, through ky: it times out, can be aborted, and ends in an answer or in a failure. */
import ky, { isTimeoutError } from 'ky';
import type { Fetch } from './client-options.js';
import { aborted, type Failure } from './api-error.js';
import { afterHead, readAnswer, readFile, refusedStream } from './read-answer.js';
import type { AnswerShape, Method } from './route.js';
import { abortable, onAbort } from './sleep.js';

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
  const { signal } = order;
  const stop = new AbortController();
  const settle = signal && onAbort(signal, () => stop.abort(signal.reason));
  let response: Response | undefined;
  try {
    response = await ky(order.url, {
      method: order.method,
      headers: order.headers,
      ...(order.body === undefined ? {} : { body: order.body }),
      fetch: fetchOf(order, stop.signal),
      timeout: order.timeoutMs,
      retry: 0,
      throwHttpErrors: false,
    });
    const { answers } = order;
    if ((answers === 'stream' || answers === 'lines') && response.ok) {
      const failure = await abortable(refusedStream(response, answers), signal);
      // It is read as it comes.
      return failure === undefined ? { response, body: undefined } : { failure };
    }
    if (answers === 'file' && response.ok) {
      return readFile(response, await inTime(response.arrayBuffer(), order), order);
    }
    const text = await inTime(response.text(), order);
    const read = readAnswer(response, text, order);
    return 'failure' in read ? read : { response, body: read.body };
  } catch (cause) {
    stop.abort(cause);
    return { failure: failureOf(order, cause, response) };
  } finally {
    settle?.();
  }
}

/**
 * A body, within the time of an attempt: that of ky ends with the head. A fetch that does not look at the signal may leave
 * the body hanging, which then ends all the same.
 */
async function inTime<Body>(body: Promise<Body>, { timeoutMs, signal }: Order): Promise<Body> {
  if (timeoutMs === false) return abortable(body, signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('The body took too long.', 'TimeoutError')), timeoutMs);
  });
  try {
    return await abortable(Promise.race([body, late]), signal);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A `fetch` that ends when the caller aborts, even if the one underneath does not look at the signal. That is one of the
 * attempt alone: whatever listens to it does not stay with the caller's, and it ends with ky's timeout too. ky hands over
 * a request of the global kind, which the fetch of a library takes for an address, and React Native's has no streams.
 */
function fetchOf({ fetch, signal, url, method, headers, body }: Order, own: AbortSignal): typeof globalThis.fetch {
  const init = { method, headers, signal: own, ...(body === undefined ? {} : { body }) };
  // What is read of it is what its type has.
  return async () => (await abortable(fetch(url, init), signal)) as Response;
}

function failureOf({ signal, timeoutMs, cors }: Order, cause: unknown, response: Response | undefined): Failure {
  // First of all, since a signal from AbortSignal.timeout() aborts with an error that looks like ky's own.
  if (signal?.aborted === true) return aborted(cause);
  const head = response === undefined ? { retryable: true } : afterHead(response);
  if (isTimeoutError(cause)) {
    const detail = response === undefined ? 'No answer came' : `The answer ${response.status} did not end`;
    return { ...head, kind: 'timeout', detail: `${detail} within ${timeoutMs} ms.`, cause };
  }
  // Runtimes name a lost connection differently, so whatever else stopped the request is one.
  const hint = cors ? ' With the cors control, this is how a browser tells that it refused the answer.' : '';
  const detail = response === undefined ? 'No answer came' : `The answer ${response.status} broke off in its body`;
  return { ...head, kind: 'network', detail: `${detail}: ${reason(cause)}.${hint}`, cause };
}

/** The innermost message says most: Node wraps "connect ECONNREFUSED" into "fetch failed". */
function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const inner = cause.cause === undefined ? '' : reason(cause.cause);
  return inner === '' ? cause.message : inner;
}
