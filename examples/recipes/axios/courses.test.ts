/** The program on a good day and on a bad one; its tests run side by side. */
import axios from 'axios';
import { describe } from 'vitest';
import { test } from '../setup/test.js';
import { apiAt, enroll, findCourses } from './courses.js';

const courses = '/api/education/courses';
const enrollments = '/api/education/enrollments';

describe.concurrent('a program on axios', () => {
  test('finds courses', async ({ understudy, expect }) => {
    expect(await findCourses(apiAt(understudy.baseUrl, 1), 'sql')).toHaveLength(4);
  });

  test('waits out a rate limit', async ({ understudy, expect }) => {
    const { api, name, baseUrl } = understudy;
    const limit = { times: 2, fault: 'rate_limit;retry_after=0' };
    await api.sandboxes.putFaults({ name, rules: [limit] });
    expect(await findCourses(apiAt(baseUrl, 1), 'sql')).toHaveLength(4);
    await expect(understudy).toHaveReceived({ path: courses, status: 429, times: 2 });
  });

  test('enrolls once, although two answers are lost', async ({ understudy, expect }) => {
    const { api, name, baseUrl } = understudy;
    const rules = [{ times: 2, fault: 'reset;at=head;commit=after' }];
    await api.sandboxes.putFaults({ name, rules });
    expect(await enroll(apiAt(baseUrl, 1), 'stu_0001', 'crs_0001')).toBe('enrolled');
    await expect(understudy).toHaveReceived({ method: 'POST', path: enrollments, times: 3 });
    const { pagination } = await api.education.listEnrollments({ student_id: 'stu_0001', course_id: 'crs_0001' });
    expect(pagination.total).toBe(1);
  });

  test('says what is wrong, and asks once', async ({ understudy, expect }) => {
    expect(await enroll(apiAt(understudy.baseUrl, 1), 'stu_none', 'crs_0001')).toBe('unknown: #/student_id');
    await expect(understudy).toHaveReceived({ path: enrollments, times: 1 });
  });

  test('knows a page of a proxy', async ({ understudy, expect }) => {
    const { api, name, baseUrl } = understudy;
    await api.sandboxes.putFaults({ name, rules: [{ fault: 'bad_gateway' }] });
    expect(await enroll(apiAt(baseUrl, 1), 'stu_0001', 'crs_0001')).toBe('no answer: ERR_BAD_RESPONSE');
    await expect(understudy).toHaveReceived({ path: enrollments, status: 502, times: 3 });
  });

  test('ends a search that nobody wants any more', async ({ understudy, expect }) => {
    const { api, name, baseUrl } = understudy;
    await api.sandboxes.putFaults({ name, rules: [{ fault: 'hang' }] });
    const typing = new AbortController();
    const search = findCourses(apiAt(baseUrl, 1), 'sq', typing.signal);
    typing.abort();
    await expect(search).rejects.toSatisfy(axios.isCancel);
  });
});
