/** What an operation with one answer gives back: a promise that also gives access to the response. */
import type { Attempt } from './attempt.js';

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
