/** Reads and writes courses with axios: retries by axios-retry, errors by their kind. */
import axios, { type AxiosInstance } from 'axios';
import axiosRetry, { isIdempotentRequestError, isRetryableError } from 'axios-retry';

/** A course, as far as it is used here. */
export interface Course {
  readonly id: string;
  readonly title: string;
}

/** A page of a list. */
interface Page<Item> {
  readonly data: Item[];
  readonly pagination: { readonly total: number };
}

/** The body of an error (RFC 9457). */
interface Problem {
  readonly kind: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly pointer?: string; readonly detail: string }[];
}

/** An axios for a base URL, such as that of a sandbox. Its first pause before a retry is twice as many milliseconds. */
export function apiAt(baseURL: string, pauseMs = 100): AxiosInstance {
  const api = axios.create({ baseURL, timeout: 10_000 });
  axiosRetry(api, {
    retries: 2,
    // As long as Retry-After says at least, and longer from one retry to the next.
    retryDelay: (count, error) => axiosRetry.exponentialDelay(count, error, pauseMs),
    retryCondition: (error) => {
      const isKeyed = error.config?.headers.has('Idempotency-Key') === true;
      return isIdempotentRequestError(error) || (isKeyed && isRetryableError(error));
    },
  });
  return api;
}

/** The courses that a text finds. A signal ends the search. */
export async function findCourses(api: AxiosInstance, q: string, signal?: AbortSignal): Promise<Course[]> {
  const { data } = await api.get<Page<Course>>('/api/education/courses', {
    params: { q },
    ...(signal && { signal }),
  });
  return data.data;
}

/** Enrolls a student, and says how it went. The key makes it happen once, however often it is sent. */
export async function enroll(api: AxiosInstance, student_id: string, course_id: string): Promise<string> {
  const headers = { 'Idempotency-Key': `${student_id}/${course_id}` };
  try {
    await api.post('/api/education/enrollments', { student_id, course_id }, { headers });
    return 'enrolled';
  } catch (error) {
    if (!axios.isAxiosError<Problem>(error)) throw error;
    switch (error.response?.data.kind) {
      case 'not_found':
        return error.response.data.errors?.map(({ pointer }) => `unknown: ${pointer}`).join() ?? 'unknown';
      case 'rate_limit':
      case 'service_unavailable':
        return `try again in ${error.response.headers['retry-after']} s`;
      case undefined:
        // No answer, or one that is not from the API: a proxy's page, for example.
        return `no answer: ${error.code}`;
      default:
        throw error;
    }
  }
}
