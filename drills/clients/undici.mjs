/**
 * undici's RetryAgent over an agent with its cache, which asks with `If-None-Match`; POST is not retried.
 *
 * Documentation: https://undici.nodejs.org/#/docs/api/RetryAgent and "Cache Interceptor" in
 * https://undici.nodejs.org/#/docs/api/Dispatcher.
 */
import { Agent, interceptors, RetryAgent } from 'undici';
import { courseAt, doJob, enrollments, firstPage, nextIn, TIMEOUT_MS } from '../job.mjs';

const plain = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
const agent = new RetryAgent(plain.compose(interceptors.cache({ type: 'private' })), { maxRetries: 3 });

/**
 * @param {string} url
 * @param {{ method: 'GET' | 'POST', headers?: Record<string, string>, body?: string }} options
 */
async function ask(url, options) {
  const { origin, pathname, search } = new URL(url);
  const { statusCode, headers, body } = await agent.request({ origin, path: pathname + search, ...options });
  const answer = /** @type {{ data: unknown[] }} */ (await body.json());
  if (statusCode >= 300) throw new Error(`${url} was answered ${statusCode}`);
  return { ...answer, link: String(headers['link'] ?? '') };
}

await doJob({
  async countCourses() {
    let count = 0;
    for (let url = /** @type {string | undefined} */ (firstPage); url !== undefined;) {
      const { data, link } = await ask(url, { method: 'GET' });
      count += data.length;
      url = nextIn(link);
    }
    return count;
  },
  readCourse: (id) => ask(courseAt(id), { method: 'GET' }),
  enroll: (wish) =>
    ask(enrollments, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wish),
    }),
});

await agent.close();
