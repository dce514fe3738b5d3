/** Lets the client recover by itself: it waits out a rate limit, and repeats a write without doubling it. */
import assert from 'node:assert/strict';
import { heading, table } from '../paper.mjs';

/** @param {import('@understudy/client').Client} api */
export async function recovery(api) {
  heading('A rate limit, waited out by its Retry-After');
  const began = performance.now();
  const list = await api.education.listCourses({ q: 'sql' }, { scenario: ['rate_limit', 'ok'] }).withResponse();
  report(list.attempts);
  assert.ok(performance.now() - began >= 1000);
  console.log(`  ${list.pagination.total} courses about SQL, one second late.`);

  heading('A write that fails twice and happens once');
  const input = { student_id: 'stu_0001', course_id: 'crs_0001' };
  const before = (await api.education.listEnrollments(input)).pagination.total;
  const write = await api.education
    .createEnrollment(input, { scenario: ['server_error', 'timeout', 'ok'], delay: 0, idempotencyKey: 'bad-day-1' })
    .withResponse();
  report(write.attempts);
  const after = (await api.education.listEnrollments(input)).pagination.total;
  assert.equal(after, before + 1);
  console.log(`  Enrollments of ${input.student_id} in ${input.course_id}: ${before} before, ${after} after.`);
}

/** @param {readonly import('@understudy/client').Attempt[]} attempts */
function report(attempts) {
  table(attempts.map(({ status, kind, retriedBecause }) => [status ?? 0, kind, retriedBecause ?? '']));
}
