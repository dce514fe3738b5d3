/**
 * axios with axios-retry: `exponentialDelay` waits as `Retry-After` says. A POST is retried after a lost connection, so it
 * has a key.
 *
 * Documentation: https://github.com/softonic/axios-retry#options and https://axios-http.com/docs/req_config.
 */
import axios from 'axios';
import axiosRetry, { exponentialDelay } from 'axios-retry';
import { courseAt, doJob, enrollments, firstPage, nextIn, TIMEOUT_MS } from '../job.mjs';

const api = axios.create({ timeout: TIMEOUT_MS, responseType: 'json' });
axiosRetry(api, { retries: 3, retryDelay: exponentialDelay, shouldResetTimeout: true });

await doJob({
  async countCourses() {
    let count = 0;
    for (let url = /** @type {string | undefined} */ (firstPage); url !== undefined;) {
      const { data, headers } = await api.get(url);
      count += data.data.length;
      url = nextIn(headers['link']);
    }
    return count;
  },
  readCourse: (id) => api.get(courseAt(id)),
  enroll: (wish, key) => api.post(enrollments, wish, { headers: { 'Idempotency-Key': key } }),
});
