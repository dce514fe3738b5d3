/** Decides whether an attempt that failed is followed by another one, and after what wait; reads Retry-After (RFC 9110 §10.2.3). */
import type { Failure } from './api-error.js';
import type { Method } from './route.js';

const FIFTY_YEARS_MS = 50 * 365.25 * 86_400_000;

/** The instant in ms; undefined where the text is no date of HTTP. */
function httpDate(text: string, now: number): number | undefined {
  // Date.parse takes almost anything for a date, `1.5` too, and one without a zone for local time.
  const day =
    /^\w{3}, (\d\d) (\w{3}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/.exec(text) ??
    /^\w{6,9}, (\d\d)-(\w{3})-(\d\d) (\d\d:\d\d:\d\d) GMT$/.exec(text);
  const asctime = /^\w{3} (\w{3}) ([ \d]\d) (\d\d:\d\d:\d\d) (\d{4})$/.exec(text);
  const [date, month, year = '', time] = day?.slice(1) ?? [2, 1, 4, 3].map((part) => asctime?.[part]);
  const at = (full: string | number) => Date.parse(`${date} ${month} ${full} ${time} GMT`);
  // Two digits mean the last year that they fit which is not more than fifty years ahead.
  const isLate = year.length === 2 && at(`20${year}`) > now + FIFTY_YEARS_MS;
  const instant = at(year.length === 2 ? `${isLate ? 19 : 20}${year}` : year);
  return Number.isNaN(instant) ? undefined : instant;
}

/** The time to wait in ms; undefined where the header is missing or means nothing. */
export function readRetryAfter(headers: { get(name: string): string | null }): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // By the server's own clock where it sends one: the two may differ by more than the wait.
  const own = Date.now();
  const now = httpDate(headers.get('date')?.trim() ?? '', own) ?? own;
  const at = httpDate(value, now);
  return at === undefined ? undefined : Math.max(0, at - now);
}

/**
 * How a client retries. What may be retried at all: 408, 413 with Retry-After, 429, 5xx, timeouts and network failures.
 *
 * @example
 * ```ts
 * import { createClient } from '@understudy/client';
 *
 * const api = createClient({
 *   baseUrl: 'http://127.0.0.1:4010',
 *   retry: { limit: 4, backoffMs: 100, methods: ['GET', 'PUT', 'DELETE', 'POST'] },
 * });
 * ```
 */
export interface RetryOptions {
  /** Attempts after the first one; 0 for none. @defaultValue 2 */
  readonly limit?: number | undefined;
  /**
   * Methods to retry. A POST or PATCH is sent with an Idempotency-Key then, a random one unless the call names it, and
   * so is a PUT or DELETE with `ifMatch`; a write that names one is retried in any case. @defaultValue GET, PUT, DELETE
   */
  readonly methods?: readonly Method[] | undefined;
  /** Longest wait before the first retry, in ms; it doubles with each one. @defaultValue 300 */
  readonly backoffMs?: number | undefined;
  /** Longest wait of the client's own choice, in ms. @defaultValue 10000 */
  readonly maxBackoffMs?: number | undefined;
  /** Longest Retry-After to wait for, in ms; beyond it the call fails at once. @defaultValue 60000 */
  readonly maxRetryAfterMs?: number | undefined;
  /** Draws a wait from the longest one, in ms. @defaultValue anything from 0 to the longest (full jitter) */
  readonly jitter?: ((longestMs: number) => number) | undefined;
}

/** The retry options, complete. */
export type RetryPolicy = { readonly [Name in keyof RetryOptions]-?: NonNullable<RetryOptions[Name]> };

/** Completes the retry options; a number is the limit. */
export function retryPolicy(given: number | RetryOptions = {}): RetryPolicy {
  const options = typeof given === 'number' ? { limit: given } : given;
  const limit = options.limit ?? 2;
  if (!Number.isInteger(limit) || limit < 0) throw new TypeError(`retry.limit must be 0 or more, but is ${limit}`);
  return {
    limit,
    methods: options.methods ?? ['GET', 'PUT', 'DELETE'],
    backoffMs: options.backoffMs ?? 300,
    maxBackoffMs: options.maxBackoffMs ?? 10_000,
    maxRetryAfterMs: options.maxRetryAfterMs ?? 60_000,
    jitter: options.jitter ?? ((longestMs) => Math.random() * longestMs),
  };
}

/** Whether sending the same request again does no more than sending it once (RFC 9110 §9.2.2). */
export function isIdempotent(method: Method): boolean {
  return method !== 'POST' && method !== 'PATCH';
}

/** Whether an answer with this status may be another one next time. */
export function isRetryable(status: number, retryAfterMs: number | undefined): boolean {
  return status === 408 || status === 429 || status >= 500 || (status === 413 && retryAfterMs !== undefined);
}

/** What a decision looks at. */
export interface Situation {
  readonly failure: Failure;
  readonly policy: RetryPolicy;
  readonly method: Method;
  /** Whether an Idempotency-Key was sent. */
  readonly keyed: boolean;
  /** Retries made so far. */
  readonly retries: number;
  /** Whether the attempts meet a scenario, and whether it goes on; undefined without one. */
  readonly scenario: boolean | undefined;
  /** Whether the attempt asked for the failure itself; one that somebody else forced is like any other. */
  readonly forced: boolean;
  /** Whether a cross-origin refusal was asked for, which looks like a network failure. */
  readonly cors: boolean;
}

/** Whether to go on after a failure: after this wait in ms, or not, which `why` explains where it is no matter of course. */
export type Decision = { readonly waitMs: number } | { readonly why: string | undefined };

const stop: Decision = { why: undefined };

/** Decides whether to go on after a failure. */
export function decide(situation: Situation): Decision {
  const { failure, policy, retries, scenario } = situation;
  if (!failure.retryable || !(scenario ?? retries < policy.limit) || !mayRepeat(situation)) return stop;
  if (situation.cors && failure.kind === 'network') return stop;
  const { retryAfterMs } = failure;
  if (retryAfterMs !== undefined && retryAfterMs > policy.maxRetryAfterMs) {
    const [asked, longest] = [retryAfterMs / 1000, policy.maxRetryAfterMs / 1000];
    return { why: `The server asks to wait ${asked} s, longer than the ${longest} s of retry.maxRetryAfterMs.` };
  }
  return { waitMs: retryAfterMs ?? policy.jitter(Math.min(policy.maxBackoffMs, policy.backoffMs * 2 ** retries)) };
}

function mayRepeat({ policy, method, keyed, scenario, forced }: Situation): boolean {
  // It changes nothing, so it is always safe to repeat; without a scenario it would be the same again.
  if (forced) return scenario !== undefined;
  return keyed || (isIdempotent(method) && (scenario !== undefined || policy.methods.includes(method)));
}
