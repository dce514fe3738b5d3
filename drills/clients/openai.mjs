/**
 * The core of openai-node, by its methods for undocumented endpoints: it retries every method twice, so writes have a key.
 *
 * Documentation: https://github.com/openai/openai-node#handling-errors, #retries, #timeouts and #making-customundocumented-requests.
 */
import OpenAI from 'openai';
import { base, courseAt, doJob, enrollments, firstPage, nextIn, TIMEOUT_MS } from '../job.mjs';

const client = new OpenAI({ apiKey: 'none', baseURL: base, timeout: TIMEOUT_MS });

await doJob({
  async countCourses() {
    let count = 0;
    for (let url = /** @type {string | undefined} */ (firstPage); url !== undefined;) {
      const { data, response } = await client.get(url).withResponse();
      count += /** @type {{ data: unknown[] }} */ (data).data.length;
      url = nextIn(response.headers.get('link'));
    }
    return count;
  },
  readCourse: (id) => client.get(courseAt(id)),
  enroll: (wish, key) => client.post(enrollments, { body: wish, headers: { 'Idempotency-Key': key } }),
  // "Handling errors": it sends its key with each request, so a 401 is the answer to all of them.
  endsAll: (error) => error instanceof OpenAI.AuthenticationError,
});
