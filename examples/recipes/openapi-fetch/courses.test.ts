/** The program on a good day and on a bad one; its tests run side by side. */
import { describe } from 'vitest';
import { test } from '../setup/test.js';
import { allCourses, apiAt, enroll } from './courses.js';

const enrollment = { student_id: 'stu_0001', course_id: 'crs_0001' };

describe.concurrent('a program on openapi-fetch', () => {
  test('reads all courses', async ({ understudy, expect }) => {
    const courses = await allCourses(apiAt(understudy.baseUrl));
    expect(new Set(courses.map(({ id }) => id)).size).toBe(200);
  });

  test('waits out a rate limit', async ({ understudy, expect }) => {
    const { api, name, baseUrl } = understudy;
    const limit = { times: 2, fault: 'rate_limit;retry_after=0' };
    await api.sandboxes.putFaults({ name, rules: [limit] });
    expect(await allCourses(apiAt(baseUrl))).toHaveLength(200);
    await expect(understudy).toHaveReceived({ path: '/api/education/courses', status: 429, times: 2 });
  });

  test('enrolls once, although two answers are lost', async ({ understudy, expect }) => {
    const { api, name, baseUrl } = understudy;
    const rules = [{ times: 2, fault: 'reset;at=head;commit=after' }];
    await api.sandboxes.putFaults({ name, rules });
    expect(await enroll(apiAt(baseUrl), enrollment)).toMatch(/^enrolled on/);
    await expect(understudy).toHaveReceived({ method: 'POST', path: '/api/education/enrollments', times: 3 });
    expect((await api.education.listEnrollments(enrollment)).pagination.total).toBe(1);
  });

  test('says what is wrong', async ({ understudy, expect }) => {
    const unknown = { student_id: 'stu_none', course_id: 'crs_0001' };
    expect(await enroll(apiAt(understudy.baseUrl), unknown)).toMatch(/^#\/student_id /);
  });

  test('gives up where nothing gets through', async ({ understudy, expect }) => {
    const { api, name, baseUrl } = understudy;
    await api.sandboxes.putFaults({ name, rules: [{ fault: 'service_unavailable;retry_after=0' }] });
    expect(await enroll(apiAt(baseUrl), enrollment)).toBe('try again in 0 s');
    await expect(understudy).toHaveReceived({ path: '/api/education/enrollments', status: 503, times: 3 });
  });
});
