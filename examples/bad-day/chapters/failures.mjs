/** Meets each failure that the server can be asked for, and prints what a client sees of it. */
import { isApiError } from '@understudy/client';
import { heading, table } from '../paper.mjs';

const simulated = /** @type {const} */ ([
  'rate_limit',
  'server_error',
  'not_found',
  'unauthorized',
  'forbidden',
  'bad_request',
  'service_unavailable',
  'timeout',
  'malformed',
]);

/** @param {import('@understudy/client').Client} api */
export async function failures(api) {
  heading('Each failure the server can be asked for');
  const rows = [];
  for (const simulateError of simulated) {
    try {
      // With a delay of 0 the timeout comes at once, not after three seconds.
      await api.education.listCourses({}, { simulateError, delay: 0 });
      throw new Error(`${simulateError} did not fail`);
    } catch (error) {
      if (!isApiError(error)) throw error;
      rows.push([error.kind, error.status ?? 0, advice(error)]);
    }
  }
  table(rows);
}

/** @param {import('@understudy/client').ApiError} error */
function advice({ retryable, retryAfterMs }) {
  if (retryAfterMs !== undefined) return `try again in ${retryAfterMs / 1000} s`;
  return retryable ? 'may be tried again' : 'trying again does not help';
}
