/** What a call fails with: the error that callers catch, the attempts that led to it, and the failure of one attempt. */
import { type CurrentOf, type ErrorKind, isObject } from './error-kind.js';
import type { Problem, ProblemFault } from './generated/types.js';
import { type RequestSummary, toCurl } from './request-summary.js';

/**
 * One attempt of a call, on success and on failure alike.
 *
 * @example
 * ```ts
 * import { createClient } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const { attempts } = await api.education.listCourses({}, { scenario: ['rate_limit', 'ok'] }).withResponse();
 * for (const { status, kind, waitMs, retriedBecause } of attempts) console.log(status, kind, waitMs, retriedBecause);
 * ```
 */
export interface Attempt {
  /** HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  /** What came of it. */
  readonly kind: ErrorKind | 'ok';
  /** Time waited after it, before the next attempt, in ms; 0 for the last one. */
  readonly waitMs: number;
  /** Why another attempt followed, in words; undefined for the last one. */
  readonly retriedBecause: string | undefined;
}

/** What went wrong with one attempt. */
export interface Failure {
  readonly kind: ErrorKind;
  /** What happened, in words. */
  readonly detail: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  readonly status?: number | undefined;
  readonly headers?: Headers | undefined;
  /** JSON, or the start of a text. */
  readonly body?: unknown;
  readonly problem?: Problem | undefined;
  /** What breaks the contract in the answer. */
  readonly faults?: readonly ProblemFault[] | undefined;
  readonly requestId?: string | undefined;
  /** Time the server asks to wait, in ms. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** The failure of a call that its caller has ended. */
export function aborted(cause: unknown): Failure {
  return { kind: 'aborted', detail: 'The caller ended the call.', retryable: false, cause };
}

/** Marks an error of this package; registered, so that two copies of the package know each other's. */
const brand = Symbol.for('understudy.client.error');

/**
 * Where a list broke off: input to call its operation with again.
 *
 * @example
 * ```ts
 * import { createClient, isApiError, type Resume } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * let position: Resume | undefined;
 * try {
 *   for await (const course of api.education.listCourses({ per_page: 50, ...position })) console.log(course.id);
 * } catch (error) {
 *   if (!isApiError(error)) throw error;
 *   position = error.resume;
 * }
 * ```
 */
export type Resume = { readonly page: number } | { readonly cursor: string };

/** What an error is made of. */
export interface ErrorDetails<Kind extends ErrorKind> {
  readonly operation: string;
  readonly failure: Failure & { readonly kind: Kind };
  readonly attempts: readonly Attempt[];
  readonly request: RequestSummary;
  readonly resume?: Resume | undefined;
  readonly lastEventId?: string | undefined;
}

/**
 * A call that failed, after its last attempt. Tell the reasons apart with `isApiError` or by `kind`.
 *
 * @example
 * ```ts
 * import { createClient, isApiError } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * try {
 *   await api.education.getCourse({ course_id: 'crs_none' });
 * } catch (error) {
 *   if (!isApiError(error)) throw error;
 *   console.error(error.kind, error.status, error.problem?.detail, error.requestId, error.toCurl());
 * }
 * ```
 */
export class ApiError<Kind extends ErrorKind = ErrorKind> extends Error {
  readonly [brand] = true;
  /** Why the call failed. */
  readonly kind: Kind;
  /** `domain.operation`. */
  readonly operation: string;
  /** HTTP status of the last answer; undefined where none came. */
  readonly status: number | undefined;
  /** The error body of the server (RFC 9457), where it sent one of a kind that the client knows. */
  readonly problem: Problem | undefined;
  /**
   * The record as it is now, where its state is what was in the way: it need not be read again. Only errors of some kinds
   * have it.
   */
  readonly current: CurrentOf<Kind> | undefined;
  /**
   * The body of the last answer, whoever wrote it: the JSON, or the first 65,536 characters of a text. Undefined where it is
   * empty or did not come whole.
   */
  readonly body: unknown;
  /** Every fault: of the request, where the server lists them; of the answer, where the kind is `validation`. */
  readonly faults: readonly ProblemFault[];
  /** `X-Request-Id` of the last answer, which the server's log names too. */
  readonly requestId: string | undefined;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Time the server asks to wait before the next request, in ms. */
  readonly retryAfterMs: number | undefined;
  /** Every attempt of the call, in order. */
  readonly attempts: readonly Attempt[];
  /** The last request, its secrets masked. */
  readonly request: RequestSummary;
  /** Input to go on with, where a walk through a list broke off: all records before it have been given. */
  readonly resume: Resume | undefined;
  /** Id of the last event that was given, where a stream broke off: the `last_event_id` to go on with. */
  readonly lastEventId: string | undefined;
  readonly #headers: Headers | undefined;

  constructor({ operation, failure, attempts, request, resume, lastEventId }: ErrorDetails<Kind>) {
    const count = attempts.length > 1 ? ` after ${attempts.length} attempts` : '';
    super(`${operation}: ${failure.kind}${count}: ${failure.detail}`, { cause: failure.cause });
    this.name = 'ApiError';
    this.kind = failure.kind;
    this.operation = operation;
    this.status = failure.status;
    this.problem = failure.problem;
    this.body = failure.body;
    this.#headers = failure.headers;
    // The server shows the record that the document declares for the kind.
    this.current = failure.problem?.current as CurrentOf<Kind> | undefined;
    this.faults = failure.faults ?? failure.problem?.errors ?? [];
    this.requestId = failure.requestId;
    this.retryable = failure.retryable;
    this.retryAfterMs = failure.retryAfterMs;
    this.attempts = attempts;
    this.request = request;
    this.resume = resume;
    this.lastEventId = lastEventId;
  }

  /** Headers of the last answer. They are not logged with the error, since there may be cookies among them. */
  get headers(): Headers | undefined {
    return this.#headers;
  }

  /** The last request as a curl command for a POSIX shell, its secrets masked. */
  toCurl(): string {
    return toCurl(this.request);
  }
}

/**
 * Whether a value is an error of this package, of one of these kinds if any are named. It looks for a mark and not for
 * the class, so it also knows the errors of another copy of the package, or of another realm.
 *
 * @example
 * ```ts
 * import { createClient, isApiError } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * try {
 *   await api.education.listCourses();
 * } catch (error) {
 *   if (!isApiError(error, 'rate_limit', 'service_unavailable')) throw error;
 *   console.log(`again in ${error.retryAfterMs} ms`);
 * }
 * ```
 */
export function isApiError<const Kind extends ErrorKind = ErrorKind>(
  value: unknown,
  ...kinds: readonly Kind[]
): value is ApiError<Kind> {
  if (!isObject(value) || !Reflect.has(value, brand)) return false;
  const wanted: readonly unknown[] = kinds;
  return wanted.length === 0 || wanted.includes(value['kind']);
}

/**
 * A list that leads back to a page already seen, or to another origin. Its kind is `pagination`.
 *
 * @example
 * ```ts
 * import { createClient, isApiError } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * try {
 *   for await (const course of api.education.listCourses()) console.log(course.title);
 * } catch (error) {
 *   if (isApiError(error, 'pagination')) console.error('The server pages in a circle:', error.message);
 *   else throw error;
 * }
 * ```
 */
export class PaginationError extends ApiError<'pagination'> {
  constructor(details: Omit<ErrorDetails<'pagination'>, 'failure'> & { readonly detail: string }) {
    super({ ...details, failure: { kind: 'pagination', detail: details.detail, retryable: false } });
    this.name = 'PaginationError';
  }
}
