/** The program on a good day and on a bad one; its tests run side by side. */
import { describe } from 'vitest';
import { test } from '../setup/test.js';
import { allCourses, apiAt, enroll } from './courses.js';

const enrollment = { student_id: 'stu_0001', course_id: 'crs_0001' };

describe.concurrent('a program on openapi-fetch', () => {
  test('reads all courses', async ({ baseUrl, expect }) => {
    const courses = await allCourses(apiAt(baseUrl));
    expect(new Set(courses.map(({ id }) => id)).size).toBe(200);
  });

  test('waits out a rate limit', async ({ api, baseUrl, expect }) => {
    const limit = { times: 2, fault: 'rate_limit;retry_after=0' };
    await api.sandboxes.putFaults({ name: api.sandbox, rules: [limit] });
    expect(await allCourses(apiAt(baseUrl))).toHaveLength(200);
    await expect(api).toHaveReceived({ path: '/api/education/courses', status: 429, times: 2 });
  });

  test('enrolls once, although two answers are lost', async ({ api, baseUrl, expect }) => {
    const rules = [{ times: 2, fault: 'reset;at=head;commit=after' }];
    await api.sandboxes.putFaults({ name: api.sandbox, rules });
    expect(await enroll(apiAt(baseUrl), enrollment)).toMatch(/^enrolled on/);
    await expect(api).toHaveReceived({ method: 'POST', path: '/api/education/enrollments', times: 3 });
    expect((await api.education.listEnrollments(enrollment)).pagination.total).toBe(1);
  });

  test('says what is wrong', async ({ baseUrl, expect }) => {
    const unknown = { student_id: 'stu_none', course_id: 'crs_0001' };
    expect(await enroll(apiAt(baseUrl), unknown)).toMatch(/^#\/student_id /);
  });

  test('gives up where nothing gets through', async ({ api, baseUrl, expect }) => {
    await api.sandboxes.putFaults({ name: api.sandbox, rules: [{ fault: 'service_unavailable;retry_after=0' }] });
    expect(await enroll(apiAt(baseUrl), enrollment)).toBe('try again in 0 s');
    await expect(api).toHaveReceived({ path: '/api/education/enrollments', status: 503, times: 3 });
  });
});
