/** What operations give back that answer once: a reply, a job, or rows one after the other. */
import type { Attempt } from './api-error.js';

/**
 * What came along with an answer.
 *
 * @example
 * ```ts
 * import { createClient } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const { data, response, attempts } = await api.education.getCourse({ course_id: 'crs_0001' }).withResponse();
 * console.log(data.title, response.headers.get('etag'), attempts.length);
 * ```
 */
export interface WithResponse<Data> {
  /** What awaiting the call gives. */
  readonly data: Data;
  /** The last answer; its body has been read. */
  readonly response: Response;
  /** Every attempt, in order. */
  readonly attempts: readonly Attempt[];
  /** Absolute address of the record that was created (201), or of what was accepted (202), where the answer gives one. */
  readonly location: string | undefined;
  /** Tag of the version that was read or written, for `ifMatch` (RFC 9110 §8.8.3). */
  readonly etag: string | undefined;
}

/**
 * A promise of the record that was read or written.
 *
 * @example
 * ```ts
 * import { createClient, type Course, type Reply } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const reply: Reply<Course> = api.education.getCourse({ course_id: 'crs_0001' });
 * console.log((await reply).title);
 * ```
 */
export interface Reply<Data> extends Promise<Data> {
  /** The record with the response it came in, in the same one request. */
  withResponse(): Promise<WithResponse<Data>>;
}

/** Makes a reply; the request is on its way already. */
export function reply<Data>(answer: Promise<WithResponse<Data>>): Reply<Data> {
  const data = answer.then((settled) => settled.data);
  return Object.assign(data, {
    withResponse: () => {
      // Whoever asks for the response handles the error there, and does not look at this promise again.
      data.catch(() => undefined);
      return answer;
    },
  });
}

/**
 * How to wait for a job.
 *
 * @example
 * ```ts
 * import type { WaitOptions } from '@understudy/client';
 *
 * const patient: WaitOptions = { signal: AbortSignal.timeout(600_000), limitMs: 600_000 };
 * ```
 */
export interface WaitOptions {
  /** Ends the wait with an error of kind `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Longest time that all pauses together may take, in ms; beyond it, the wait fails with kind `timeout`. It is counted
   * from what the server asks for, whatever `sleep` makes of it. @defaultValue 3600000
   */
  readonly limitMs?: number | undefined;
}

/**
 * Work that a server has accepted (RFC 9110 §15.3.3).
 *
 * @example
 * ```ts
 * import type { Job } from '@understudy/client';
 *
 * const finished = async (job: Job<{ status: string }>) => (await job.wait({ limitMs: 60_000 })).status;
 * ```
 */
export interface Job<Data> {
  /** What was accepted, as it was then. */
  readonly record: Data;
  /** Absolute address at which to ask how far it has come; undefined where the server gave none. */
  readonly location: string | undefined;
  /**
   * Waits until it is done, and gives the record that its location then answers: the one that was accepted, unless the
   * type argument says what else lies there. It pauses as `Retry-After` says, asks,
   * and goes on as long as an answer has `Retry-After` or is a 202 (then after 1 s); no pause is shorter than 1 s.
   *
   * Where the clock of the sandbox stands still, nothing comes nearer while the client waits. A test lets `sleep` advance
   * that clock instead; without that, the wait ends at `limitMs`.
   *
   * @throws ApiError of kind `timeout` past the limit, of kind `malformed` without a location on the same origin, or of
   * the kind that the location answered.
   */
  wait<Result = Data>(options?: WaitOptions): Promise<Result>;
}

/**
 * Rows as they come. Each iteration asks anew, and leaving the loop ends the download. Lines have no mark at their end, so
 * the rows are counted: where fewer come than there are, the iteration ends in an `ApiError` of kind `malformed`, and
 * where the connection is lost, in one of kind `network`.
 *
 * @example
 * ```ts
 * import type { Lines } from '@understudy/client';
 *
 * async function count(rows: Lines<unknown>) {
 *   let n = 0;
 *   for await (const _ of rows) n += 1;
 *   return n;
 * }
 * ```
 */
export interface Lines<Row> {
  [Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined>;
  /** All rows, up to a limit. */
  toArray(options: { readonly limit: number }): Promise<Row[]>;
}
