/**
 * got: its retries and its pages by `Link` are built in, its cache asks with `If-None-Match`; POST is not retried.
 *
 * Documentation: https://github.com/sindresorhus/got/tree/main/documentation, 4-pagination.md, 6-timeout.md, 7-retry.md
 * and cache.md.
 */
import got from 'got';
import { courseAt, doJob, enrollments, firstPage, TIMEOUT_MS } from '../job.mjs';

const api = got.extend({ cache: new Map(), responseType: 'json', timeout: { request: TIMEOUT_MS } });

/** @type {import('got').PaginationOptions<unknown, unknown>} */
const pagination = { transform: ({ body }) => /** @type {{ data: unknown[] }} */ (body).data };

await doJob({
  countCourses: async () => (await api.paginate.all(firstPage, { cache: false, pagination })).length,
  readCourse: (id) => api(courseAt(id)),
  enroll: (wish) => api.post(enrollments, { json: wish }),
});
