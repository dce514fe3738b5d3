/** Tells the errors of this package from others, and from one another. */
import { type ApiError, brand } from './api-error.js';
import { type ErrorKind, isObject } from './error-kind.js';

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
