/**
 * ky: its retries are on, for GET and the other idempotent methods; POST is not retried, so it has no key.
 *
 * Documentation: https://github.com/sindresorhus/ky#retry, which recommends `jitter`, and `retryOnTimeout`.
 */
import ky from 'ky';
import { courseAt, doJob, enrollments, firstPage, nextIn, TIMEOUT_MS } from '../job.mjs';

const api = ky.create({ timeout: TIMEOUT_MS, retry: { limit: 3, jitter: true, retryOnTimeout: true } });

await doJob({
  async countCourses() {
    let count = 0;
    for (let url = /** @type {string | undefined} */ (firstPage); url !== undefined;) {
      const answer = await api.get(url);
      const { data } = /** @type {{ data: unknown[] }} */ (await answer.json());
      count += data.length;
      url = nextIn(answer.headers.get('link'));
    }
    return count;
  },
  readCourse: (id) => api.get(courseAt(id)).json(),
  enroll: (wish) => api.post(enrollments, { json: wish }).json(),
});
