/**
 * This SDK: its defaults, and a key for each write so that it is retried.
 *
 * Documentation: packages/client/README.md, "Retries" and "Lists".
 */
import { createClient } from '@understudy/client';
import { base, doJob, TIMEOUT_MS } from '../job.mjs';

const api = createClient({ baseUrl: base, timeoutMs: TIMEOUT_MS });

await doJob({
  async countCourses() {
    let count = 0;
    for await (const { data } of api.education.listCourses({ per_page: 50 }, { paginationStyle: 'link' }).pages()) {
      count += data.length;
    }
    return count;
  },
  readCourse: (id) => api.education.getCourse({ course_id: id }),
  enroll: (wish, idempotencyKey) => api.education.createEnrollment(wish, { idempotencyKey }),
});
