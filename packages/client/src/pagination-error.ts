/** The error of a list whose pages do not come to an end. */
import { ApiError, type ErrorDetails } from './api-error.js';

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
